"""The training run: from pairs of sentences to a model file, through kills, full disks and Ctrl-C."""

import contextlib
import json
import math
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from d2l_lite.batches import TrainingBatch, encode_pairs, epoch_batches, make_batch
from d2l_lite.bleu import BleuScore, score
from d2l_lite.checkpoints import (
    CheckpointError,
    atomic_write,
    load_checkpoint,
    load_model,
    load_own_weights,
    own_weights,
    remove_leftovers,
    save_checkpoint,
    save_model,
)
from d2l_lite.config import RunConfig
from d2l_lite.corpora import Corpus
from d2l_lite.decoding import average_checkpoints
from d2l_lite.multi_head import Parts
from d2l_lite.steps import Window, batch_loss, learning_rate, mean_loss
from d2l_lite.tokenization import Tokenizer, train_tokenizers
from d2l_lite.training import adam, grad_clipping, xavier_init
from d2l_lite.transformer import Transformer, TransformerConfig
from d2l_lite.translate import Translator, describe_tokenizers
from d2l_lite.utils import pick_device, seed_everything

LOG_EVERY = 20  # steps between two lines of metrics.jsonl
LEAST_MAX_LEN = 1000  # tokens that every model takes, also when it was trained on shorter sentences
VALID_SENTENCES = 500  # translated for the BLEU score during training


class TrainingError(RuntimeError):
    """A run that can't go on, and what to try."""


class Interrupted(Exception):
    """The run was asked to stop; its checkpoint is on disk."""


@dataclass
class Progress:
    """How far a run has come. All of it goes into each checkpoint."""

    step: int = 0  # optimiser steps done
    epoch: int = 0  # epochs finished
    batch: int = 0  # batches done in the epoch that is running
    tokens: int = 0  # target tokens seen
    seconds: float = 0.0  # spent training, over all sessions
    cpu_seconds: float = 0.0  # processor time of the same, all threads together


@dataclass
class Watcher:
    """What a run tells the outside; each can be replaced. `metric` gets a line of metrics.jsonl as a dictionary."""

    say: Callable[[str], None] = print
    metric: Callable[[dict[str, Any]], None] = lambda line: None
    started: Callable[[int, int], None] = lambda done, total: None  # optimiser steps done, and of the whole run
    advanced: Callable[[dict[str, Any]], None] = lambda line: None  # after each step


def training_pairs(corpus: Corpus, config: RunConfig) -> list[tuple[str, str]]:
    """The pairs that a run learns from: the corpus's first `num_examples`, or all."""
    return corpus.train[: config.num_examples or None]


def model_config(config: RunConfig, source: Tokenizer, target: Tokenizer) -> TransformerConfig:
    """The model that a run's configuration and vocabularies ask for."""
    names = "num_hiddens ffn_num_hiddens num_heads num_encoder_layers num_decoder_layers dropout norm use_bias"
    shared = {name: getattr(config, name) for name in [*names.split(), "share_embeddings", "tie_output"]}
    return TransformerConfig(len(source), len(target), **shared, max_len=max(LEAST_MAX_LEN, config.num_steps))


@contextlib.contextmanager
def _stop_politely() -> Iterator[Callable[[], bool]]:
    """Ctrl-C and SIGTERM set a flag that is looked at between steps; a second Ctrl-C interrupts at once."""
    asked = False

    def ask(number: int, frame: Any) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True

    previous = {}
    with contextlib.suppress(ValueError):  # only the main thread may set handlers
        for number in (signal.SIGINT, signal.SIGTERM):
            previous[number] = signal.signal(number, ask)
    try:
        yield lambda: asked
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


@dataclass
class Run:
    """A training run in its folder. `Run.start` begins one, `Run.resume` goes on, `train` does the work."""

    folder: Path
    config: RunConfig
    corpus: Corpus
    source: Tokenizer
    target: Tokenizer
    watcher: Watcher = field(default_factory=Watcher)
    parts: Parts | None = None
    progress: Progress = field(default_factory=Progress)

    def __post_init__(self) -> None:
        self.device = pick_device(self.config.device)
        self.train_pairs = training_pairs(self.corpus, self.config)
        cut = self.config.num_examples > 0  # the book's way: long lines lose their end
        self.pairs = encode_pairs(self.train_pairs, self.source, self.target, self.config.num_steps, cut)
        if not len(self.pairs):
            raise TrainingError(
                f"none of the {len(self.train_pairs)} training pairs of {self.corpus.name} has at most "
                f"{self.config.num_steps} tokens a side; choose a larger --num-steps"
            )
        if not all(map(len, (self.corpus.valid, *self.corpus.tests.values()))):
            raise TrainingError(
                f"{self.corpus.name} has {len(self.corpus.train)} training pairs, but none for validation or for a "
                "test; its files need more sentences"
            )
        valid = [
            (source, refs[0])
            for source, refs in zip(self.corpus.valid.sources, self.corpus.valid.references, strict=True)
        ]
        self.valid_pairs = encode_pairs(valid, self.source, self.target, self.config.num_steps)
        seed_everything(self.config.seed)
        self.net = Transformer(model_config(self.config, self.source, self.target), self.parts)
        xavier_init(self.net)
        self.net.to(self.device)
        self.optimizer = adam(self.net, self.device, lr=0.0, betas=(0.9, self.config.beta2), eps=1e-9)

    # --- beginning and going on ---------------------------------------------------------------------------------------

    @classmethod
    def start(
        cls, folder: Path, config: RunConfig, corpus: Corpus, watcher: Watcher | None = None, parts: Parts | None = None
    ) -> "Run":
        """A new run: learns the vocabularies and writes down the configuration."""
        source, target = train_tokenizers(
            config.tokenizer,
            training_pairs(corpus, config),
            config.vocab_size if config.tokenizer == "subwords" else None,
            config.min_freq,
            config.joint,
        )
        run = cls(folder, config, corpus, source, target, watcher or Watcher(), parts)
        remove_leftovers(folder, checkpoints=True)
        run._write_down()
        atomic_write(folder / "metrics.jsonl", "")
        return run

    @classmethod
    def resume(
        cls, folder: Path, corpus: Corpus, watcher: Watcher | None = None, parts: Parts | None = None, **changes
    ) -> "Run":
        """The run of a folder, where its newest whole checkpoint left it. changes: fields of the configuration."""
        described = read_run(folder)
        try:
            tokenizers = [Tokenizer.from_dict(each) for each in described["tokenizers"]]
            config = RunConfig(**described["config"])
        except (KeyError, TypeError, ValueError) as problem:
            raise CheckpointError(f"{folder / 'run.json'} is of another version: {problem!r}") from None
        run = cls(
            folder, replace(config, **changes), corpus, tokenizers[0], tokenizers[-1], watcher or Watcher(), parts
        )
        remove_leftovers(folder)
        state = load_checkpoint(folder / "checkpoints", warn=run.watcher.say)
        if state is not None:
            run._restore(state)
        run._forget_later_metrics()
        run._write_down()  # with the changes, so that they hold when this run is resumed, too
        return run

    def _write_down(self) -> None:
        described = {
            "corpus": self.corpus.name,
            "config": self.config.describe(),
            "tokenizers": describe_tokenizers(self.source, self.target),
        }
        atomic_write(self.folder / "run.json", json.dumps(described, ensure_ascii=False))
        readable = {"corpus": self.corpus.name, **self.config.describe()}
        atomic_write(self.folder / "config.json", json.dumps(readable, indent=2))

    def _state(self) -> dict[str, Any]:
        state = {
            "net": own_weights(self.net),
            "optimizer": self.optimizer.state_dict(),
            "progress": vars(self.progress),
            "rng": torch.get_rng_state(),
            "fingerprints": [self.source.fingerprint, self.target.fingerprint],
            "pairs": self.pairs.fingerprint,
        }
        if self.device.type == "cuda":
            state["cuda_rng"] = torch.cuda.get_rng_state(self.device)
        return state

    def _restore(self, state: dict[str, Any]) -> None:
        if state["fingerprints"] != [self.source.fingerprint, self.target.fingerprint]:
            raise CheckpointError(f"the checkpoints in {self.folder} belong to another vocabulary; start the run anew")
        if state.get("pairs", self.pairs.fingerprint) != self.pairs.fingerprint:
            raise CheckpointError(
                f"the run in {self.folder} began with other training pairs than these; give the same --data"
            )
        load_own_weights(self.net, state["net"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.progress = Progress(**state["progress"])
        torch.set_rng_state(state["rng"])
        if self.device.type == "cuda" and "cuda_rng" in state:
            torch.cuda.set_rng_state(state["cuda_rng"], self.device)

    def _forget_later_metrics(self) -> None:
        """Lines written after the checkpoint will be written again."""
        path = self.folder / "metrics.jsonl"
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
        atomic_write(path, "".join(line for line in lines if self._has_reached(line)))

    def _has_reached(self, line: str) -> bool:
        try:
            told = json.loads(line)
            return told["step"] <= self.progress.step and told["epoch"] <= self.progress.epoch
        except (ValueError, KeyError, TypeError):  # half a line, or no line of ours
            return False

    # --- the work -----------------------------------------------------------------------------------------------------

    def train(self) -> None:
        """Train to the last epoch and write `model.safetensors`.

        Raises Interrupted after Ctrl-C, when the checkpoint is written; TrainingError for a loss that is no number.
        """
        self.total_steps = self._steps_per_epoch() * self.config.epochs
        self.watcher.started(self.progress.step, self.total_steps)
        self._loss_fn = torch.compile(batch_loss, dynamic=True) if self.config.compile else batch_loss
        with _stop_politely() as asked_to_stop:
            self._asked_to_stop = asked_to_stop
            while self.progress.epoch < self.config.epochs:
                self._train_epoch()
                self._finish_epoch()
                if asked_to_stop():  # while the epoch was measured; its checkpoint is on disk
                    raise Interrupted
        self._save_final()

    def _steps_per_epoch(self) -> int:
        """The same in each: how many batches the pairs fill depends on their lengths alone."""
        count = len(epoch_batches(self.pairs, self.config.max_tokens, self.config.seed, 0))
        return math.ceil(count / self.config.accumulate)

    def _train_epoch(self) -> None:
        self.net.train()
        order = epoch_batches(self.pairs, self.config.max_tokens, self.config.seed, self.progress.epoch)
        window = Window(self.device)
        while self.progress.batch < len(order):
            began, cpu_began = time.perf_counter(), time.process_time()
            chosen = order[self.progress.batch : self.progress.batch + self.config.accumulate]
            loss, norm, tokens = self._step([make_batch(self.pairs, indices) for indices in chosen])
            self.progress.batch += len(chosen)
            self.progress.tokens += tokens
            self.progress.seconds += time.perf_counter() - began
            self.progress.cpu_seconds += time.process_time() - cpu_began
            window.add(loss, norm, tokens, time.perf_counter() - began)
            if self.progress.step % LOG_EVERY == 0 or self.progress.batch == len(order):
                self._log(window)
                window = Window(self.device)
            self.watcher.advanced({"tokens": tokens})
            stopping = self._asked_to_stop()
            if stopping or self.progress.step % self.config.checkpoint_every == 0:
                self._require_health(window)
                self.save()
            if stopping:
                raise Interrupted

    def _step(self, batches: list[TrainingBatch]) -> tuple[Tensor, Tensor, int]:
        """One optimiser step over batches that count as one: the loss is divided by the tokens of all of them."""
        tokens = sum(batch.num_tokens for batch in batches)
        self.optimizer.zero_grad(set_to_none=True)
        total = torch.zeros((), device=self.device)
        half = self.config.precision == "bfloat16"
        for batch in batches:
            with torch.autocast(self.device.type, torch.bfloat16, enabled=half):
                loss = self._loss_fn(self.net, batch.to(self.device), self.config.smoothing)
            (loss / tokens).backward()
            total += loss.detach()
        norm = grad_clipping(self.optimizer.param_groups[0]["params"], self.config.clip or math.inf)
        self.progress.step += 1
        rate = learning_rate(self.config, self.progress.step, self.total_steps)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.step()
        return total, norm, tokens

    def _require_health(self, window: Window) -> None:
        """A model that has lost its numbers is never written over a good checkpoint."""
        if not window.healthy():
            raise TrainingError(
                f"the loss or its gradient is no longer a number at step {self.progress.step}; the last good "
                f"checkpoint is kept in {self.folder}. Try a lower --learning-rate, a longer --warmup, --clip 1 or "
                "--precision float32"
            )

    def _log(self, window: Window) -> None:
        self._require_health(window)
        line = {
            "kind": "train",
            **self._where(),
            "loss": round(window.mean_loss(), 5),
            "grad_norm": round(float(window.norm), 5),
            "learning_rate": self.optimizer.param_groups[0]["lr"],
            "tokens_per_second": round(window.tokens / window.seconds),
        }
        self._write(line)

    def _where(self) -> dict[str, Any]:
        return {
            "step": self.progress.step,
            "epoch": self.progress.epoch,
            "tokens": self.progress.tokens,
            "seconds": round(self.progress.seconds, 2),
            "cpu_seconds": round(self.progress.cpu_seconds, 2),
        }

    def _write(self, line: dict[str, Any]) -> None:
        with open(self.folder / "metrics.jsonl", "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        self.watcher.metric(line)

    def _finish_epoch(self) -> None:
        """Keep the epoch's weights for the average, measure, and write a checkpoint."""
        self.progress.epoch += 1
        self.progress.batch = 0
        if self.progress.epoch > self.config.epochs - self.config.average_last:
            save_model(self._snapshot(self.progress.epoch), own_weights(self.net), {})
        line = {
            "kind": "valid",
            **self._where(),
            "loss": mean_loss(self.net, self.valid_pairs, self.config.max_tokens, self.device),
        }
        if self.progress.epoch % self.config.valid_every == 0 or self.progress.epoch == self.config.epochs:
            line["bleu"] = self._valid_bleu()
        self._write(line)
        self.save()

    def _snapshot(self, epoch: int) -> Path:
        return self.folder / "checkpoints" / f"epoch-{epoch:04d}.safetensors"

    def _valid_bleu(self) -> float:
        valid = self.corpus.valid
        translations = self.translator().translate(valid.sources[:VALID_SENTENCES], cut=True)
        return self.bleu(translations, valid.references[:VALID_SENTENCES]).score

    def bleu(self, translations: list[str], references: list[list[str]]) -> BleuScore:
        """sacreBLEU the way this corpus and vocabulary ask for: its signature says which."""
        tokenize = "none" if self.corpus.pretokenised else "13a"
        return score(translations, references, lowercase=self.target.lowercases, tokenize=tokenize)

    def save(self) -> None:
        """Write a checkpoint. A disk that is full is reported, and the run goes on: the checkpoint before stays."""
        try:
            save_checkpoint(self.folder / "checkpoints", self.progress.step, self._state())
        except OSError as problem:
            self.watcher.say(
                f"No checkpoint could be written ({problem}); the one before stays. Make room on the disk."
            )

    def _save_final(self) -> None:
        first = max(1, self.config.epochs - self.config.average_last + 1)
        snapshots = [self._snapshot(epoch) for epoch in range(first, self.config.epochs + 1)]
        kept = [path for path in snapshots if path.exists()]
        if not kept:
            raise CheckpointError(
                f"the weights after epochs {first} to {self.config.epochs} are not in {self.folder / 'checkpoints'}; "
                "resume with more --epochs"
            )
        weights = average_checkpoints([load_model(path)[0] for path in kept])
        load_own_weights(self.net, weights)
        save_model(self.folder / "model.safetensors", own_weights(self.net), self.describe())

    def describe(self) -> dict[str, Any]:
        """What the model file says of itself."""
        return {
            "model": self.net.describe(),
            "tokenizers": describe_tokenizers(self.source, self.target),
            "corpus": self.corpus.name,
            "seed": self.config.seed,
            "epochs": self.progress.epoch,
            "tokens": self.progress.tokens,
        }

    def translator(self) -> Translator:
        """The net as it is now, ready to translate."""
        return Translator(self.net, self.source, self.target, self.describe())


def read_run(folder: Path) -> dict[str, Any]:
    """What `Run.start` wrote down: corpus, config, tokenizers. Raises CheckpointError where there is no run."""
    try:
        described = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        return {name: described[name] for name in ("corpus", "config", "tokenizers")}
    except (OSError, ValueError, KeyError, TypeError):
        raise CheckpointError(f"there is no training run in {folder}; `course train` begins one") from None
