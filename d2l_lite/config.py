"""Every choice of a training run in one place, and the configurations that have a name."""

import math
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any


def documented(default: Any, text: str, choices: tuple[str, ...] = ()) -> Any:
    """A dataclass field that carries its own explanation, for `--help` and for readers."""
    return field(default=default, metadata={"help": text, "choices": choices})


_COUNTS = (
    "num_hiddens ffn_num_hiddens num_heads num_encoder_layers num_decoder_layers max_tokens num_steps epochs "
    "accumulate average_last beam_size valid_every checkpoint_every"
)
LEAST = dict.fromkeys(_COUNTS.split(), 1) | dict.fromkeys(("min_freq", "num_examples", "warmup", "clip"), 0)
MOST_ALPHA = 100  # a length to a higher power is beyond what a float holds


@dataclass(frozen=True)
class RunConfig:
    """A training run: model, data and optimisation. `course train --help` lists the fields with their meaning."""

    # model
    num_hiddens: int = documented(128, "width of the vectors (the paper's d_model)")
    ffn_num_hiddens: int = documented(256, "width inside the feed-forward networks (d_ff)")
    num_heads: int = documented(4, "attention heads; the width is divided among them")
    num_encoder_layers: int = documented(3, "blocks in the encoder")
    num_decoder_layers: int = documented(3, "blocks in the decoder")
    dropout: float = documented(0.1, "share of numbers set to zero while training")
    norm: str = documented("pre", "where LayerNorm stands", ("pre", "post"))
    use_bias: bool = documented(False, "biases in the attention's projections")
    share_embeddings: bool = documented(True, "one embedding table for both languages (needs --joint)")
    tie_output: bool = documented(True, "the output layer reuses the target embedding")
    # data
    tokenizer: str = documented("subwords", "how text is cut into tokens", ("subwords", "words", "spacy"))
    vocab_size: int = documented(4000, "subwords in the vocabulary, at most")
    min_freq: int = documented(2, "words seen less often become <unk> (words and spacy)")
    joint: bool = documented(True, "one vocabulary for both languages")
    max_tokens: int = documented(2048, "tokens in a batch on its longer side, padding counted")
    num_steps: int = documented(128, "training sentences longer than this many tokens are left out")
    num_examples: int = documented(0, "use only the first N training pairs; 0: all")
    # optimisation
    epochs: int = documented(20, "passes over the training pairs")
    learning_rate: float = documented(2e-3, "the highest learning rate of the schedule")
    schedule: str = documented("noam", "learning rate over the steps", ("noam", "linear", "constant"))
    warmup: int = documented(400, "steps over which the learning rate rises")
    beta2: float = documented(0.98, "Adam's second moment decay")
    clip: float = documented(1.0, "largest norm of the gradient; 0: no clipping")
    smoothing: float = documented(0.1, "label smoothing, spread over the whole vocabulary")
    accumulate: int = documented(1, "batches that share one optimiser step")
    average_last: int = documented(5, "the final model is the mean of the weights after this many last epochs")
    # evaluation
    beam_size: int = documented(4, "hypotheses kept while translating the test set; 1: greedy")
    alpha: float = documented(0.6, "length penalty of beam search (Wu et al. 2016, equation 14)")
    valid_every: int = documented(1, "epochs between two BLEU scores on the validation set")
    # running
    seed: int = documented(1, "fixes initial weights, order of batches and dropout")
    device: str = documented("auto", "auto, cpu, cuda, cuda:1, mps")
    precision: str = documented("float32", "bfloat16 runs the matrix products in half width", ("float32", "bfloat16"))
    compile: bool = documented(False, "torch.compile the model: slow to start, faster after")
    checkpoint_every: int = documented(200, "steps between two checkpoints")

    def __post_init__(self) -> None:
        for item in fields(self):
            value, choices = getattr(self, item.name), item.metadata["choices"]
            if choices and value not in choices:
                raise ValueError(f"{item.name} is {value!r}; it can be {', '.join(choices)}")
        for name, least in LEAST.items():
            if not getattr(self, name) >= least:
                raise ValueError(f"{name} is {getattr(self, name)}; it has to be at least {least}")
        if not 0 < self.learning_rate < math.inf or not 0 <= self.beta2 < 1 or not abs(self.alpha) <= MOST_ALPHA:
            raise ValueError(
                f"learning_rate ({self.learning_rate}) has to be a number above 0, beta2 ({self.beta2}) from 0 to "
                f"below 1, and alpha ({self.alpha}) from -{MOST_ALPHA} to {MOST_ALPHA}"
            )
        if not 0 <= self.dropout < 1 or not 0 <= self.smoothing < 1:
            raise ValueError(f"dropout ({self.dropout}) and smoothing ({self.smoothing}) are shares, from 0 to below 1")
        if self.share_embeddings and not self.joint:
            raise ValueError("share_embeddings needs one vocabulary for both languages: set joint, or don't share")

    def describe(self) -> dict[str, Any]:
        """The configuration as plain data."""
        return asdict(self)


_BOOK = RunConfig(
    num_hiddens=32,
    ffn_num_hiddens=64,
    num_heads=4,
    num_encoder_layers=2,
    num_decoder_layers=2,
    dropout=0.1,
    norm="post",
    share_embeddings=False,
    tie_output=False,
    tokenizer="words",
    joint=False,
    max_tokens=320,  # about 64 of the first, short sentences, the book's batch
    num_steps=10,
    num_examples=600,
    epochs=200,
    learning_rate=5e-3,
    schedule="constant",
    warmup=0,
    beta2=0.999,
    smoothing=0.0,
    average_last=1,
    beam_size=1,
    valid_every=20,
)

CONFIGS: dict[str, RunConfig] = {
    # d2l's chapter: 2 layers of width 32, words, the first 600 pairs, Adam at 0.005
    "book": _BOOK,
    # the embedded corpus in three minutes on two cores
    "everyday": RunConfig(
        num_encoder_layers=2,
        num_decoder_layers=2,
        vocab_size=2000,
        max_tokens=768,
        epochs=22,
        learning_rate=4e-3,
        schedule="linear",
        warmup=200,
        average_last=1,
    ),
    # a laptop and a real corpus: at most 3 M parameters
    "small": RunConfig(num_hiddens=192, ffn_num_hiddens=384, dropout=0.2, learning_rate=2.5e-3, warmup=500, epochs=25),
    # the published text-only size for Multi30k: 4 + 4 layers of width 128, 2.5 M parameters with a joint vocabulary
    "tiny-m30k": RunConfig(
        num_encoder_layers=4,
        num_decoder_layers=4,
        vocab_size=10000,
        dropout=0.3,
        epochs=60,
        warmup=2000,
        max_tokens=4096,
    ),
    # the paper's base model
    "base": RunConfig(
        num_hiddens=512,
        ffn_num_hiddens=2048,
        num_heads=8,
        num_encoder_layers=6,
        num_decoder_layers=6,
        norm="post",
        vocab_size=16000,
        learning_rate=7e-4,
        warmup=4000,
        max_tokens=8192,
        epochs=20,
    ),
}


def named_config(name: str, **changes: Any) -> RunConfig:
    """The configuration of that name with some fields changed.

    Raises ValueError, naming the ones there are, for an unknown name or field.
    """
    if name not in CONFIGS:
        raise ValueError(f"there is no configuration {name!r}; there are {', '.join(CONFIGS)}")
    unknown = set(changes) - {item.name for item in fields(RunConfig)}
    if unknown:
        raise ValueError(f"a configuration has no field {', '.join(sorted(unknown))}; see `course train --help`")
    return replace(CONFIGS[name], **changes)
