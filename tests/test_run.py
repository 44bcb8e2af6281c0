"""A training run: what it leaves, and that nothing short of a broken disk changes its result."""

import errno
import json
import os
import random
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from conftest import make_tiny_config
from torch import nn

import d2l_lite.checkpoints as checkpoints
from d2l_lite.batches import encode_pairs, epoch_batches, make_batch
from d2l_lite.checkpoints import CheckpointError, load_model
from d2l_lite.config import CONFIGS, RunConfig, named_config
from d2l_lite.corpora import Corpus, TestSet
from d2l_lite.report import read_metrics
from d2l_lite.report import test_run as report_of_tests
from d2l_lite.steps import batch_loss, learning_rate
from d2l_lite.tokenization import PAD
from d2l_lite.train import Interrupted, Run, TrainingError, Watcher, read_run

TESTS = Path(__file__).parent

# Trains or resumes the tiny run in argv[1]; kills itself with SIGKILL after argv[2] steps of this session (0: never).
CHILD = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
from conftest import make_tiny_config, make_tiny_corpus
from d2l_lite.train import Run, Watcher
folder, steps = Path(sys.argv[1]), int(sys.argv[2])
def advanced(line):
    global steps
    steps -= 1
    if steps == 0:
        os.kill(os.getpid(), signal.SIGKILL)
watcher = Watcher(advanced=advanced)
if (folder / "run.json").exists():
    run = Run.resume(folder, make_tiny_corpus(), watcher)
else:
    run = Run.start(folder, make_tiny_config(), make_tiny_corpus(), watcher)
run.train()
"""


def child(folder: Path, steps: int) -> int:
    command = [sys.executable, "-c", CHILD, str(folder), str(steps), str(TESTS)]
    return subprocess.run(command, cwd=TESTS.parent, capture_output=True).returncode


def weights(folder: Path) -> dict[str, torch.Tensor]:
    return load_model(folder / "model.safetensors")[0]


def assert_same_weights(folder: Path, other: Path) -> None:
    ours, theirs = weights(folder), weights(other)
    assert ours.keys() == theirs.keys()
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)


def interrupt(folder: Path, corpus: Corpus, step: int, **changes) -> None:
    """Begins the tiny run in the folder and presses Ctrl-C after that step."""
    steps = iter(range(1, 10_000))
    watcher = Watcher(advanced=lambda line: os.kill(os.getpid(), signal.SIGINT) if next(steps) == step else None)
    with pytest.raises(Interrupted):
        Run.start(folder, make_tiny_config(**changes), corpus, watcher).train()


def test_a_run_leaves_everything_a_person_would_look_for(finished_run: Path) -> None:
    left = {path.name for path in finished_run.iterdir()}
    expected = (
        "config.json metrics.jsonl model.safetensors report.json translations.tsv curves.png curves.svg checkpoints"
    )
    assert left >= {*expected.split(), *(f"heatmap-{kind}.png" for kind in ("encoder", "decoder", "cross"))}
    assert json.loads((finished_run / "config.json").read_text())["seed"] == 1
    report = json.loads((finished_run / "report.json").read_text())
    assert report["seed"] == 1
    assert report["tests"][0]["signature"].startswith("nrefs:1|case:mixed|eff:no|tok:13a")
    assert not list(finished_run.rglob("*.part"))


def test_training_learns(tmp_path: Path, tiny_corpus: Corpus) -> None:
    run = Run.start(tmp_path, make_tiny_config(epochs=40, num_hiddens=32, learning_rate=1e-2, dropout=0.0), tiny_corpus)
    run.train()
    test = tiny_corpus.tests["test"]
    right = sum(text == refs[0] for text, refs in zip(run.translator().translate(test.sources), test.references))
    assert right >= 8  # of 10 sentences that were never seen


@pytest.mark.parametrize("kill_after", [3, 7])
def test_killed_and_resumed_ends_with_the_same_weights(kill_after: int, tmp_path: Path, finished_run: Path) -> None:
    assert child(tmp_path, kill_after) == -signal.SIGKILL
    assert child(tmp_path, 0) == 0
    assert_same_weights(tmp_path, finished_run)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_killed_again_and_again(seed: int, tmp_path: Path, finished_run: Path) -> None:
    draws = random.Random(seed)
    for _ in range(10):
        if child(tmp_path, draws.randrange(1, 12)) == 0:
            break
    assert child(tmp_path, 0) == 0
    assert_same_weights(tmp_path, finished_run)


def test_ctrl_c_while_an_epoch_is_measured(tmp_path: Path, tiny_corpus: Corpus, finished_run: Path) -> None:
    told = Watcher(metric=lambda line: os.kill(os.getpid(), signal.SIGINT) if line["kind"] == "valid" else None)
    with pytest.raises(Interrupted):
        Run.start(tmp_path, make_tiny_config(epochs=1), tiny_corpus, told).train()
    assert Run.resume(tmp_path, tiny_corpus).progress.epoch == 1


def test_ctrl_c_saves_at_once_and_the_run_goes_on(tmp_path: Path, tiny_corpus: Corpus, finished_run: Path) -> None:
    interrupt(tmp_path, tiny_corpus, step=5, checkpoint_every=1000)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    resumed = Run.resume(tmp_path, tiny_corpus)
    assert resumed.progress.step == 5
    resumed.train()
    assert_same_weights(tmp_path, finished_run)


def test_resumed_metrics_tell_each_step_once(tmp_path: Path, tiny_corpus: Corpus, finished_run: Path) -> None:
    interrupt(tmp_path, tiny_corpus, step=9)
    with open(tmp_path / "metrics.jsonl", "a") as file:
        file.write('{"kind": "train", "step": 12, "epoch": 1, "loss": 3.0}\n{"kind": "tra')  # what a kill leaves behind
    Run.resume(tmp_path, tiny_corpus).train()
    told = [(line["kind"], line["step"]) for line in read_metrics(tmp_path)]
    assert told == [(line["kind"], line["step"]) for line in read_metrics(finished_run)]
    losses = [line["loss"] for line in read_metrics(tmp_path) if line["kind"] == "valid"]
    assert losses == [line["loss"] for line in read_metrics(finished_run) if line["kind"] == "valid"]


def test_what_a_killed_run_left_behind_is_cleared(tmp_path: Path, tiny_corpus: Corpus, finished_run: Path) -> None:
    interrupt(tmp_path, tiny_corpus, step=9)
    half = tmp_path / "checkpoints" / ".step-00000012.pt.4711.part"
    half.write_bytes(b"half a checkpoint")
    with open(tmp_path / "metrics.jsonl", "a") as file:
        file.write("[]\nnot a line of ours\n")
    Run.resume(tmp_path, tiny_corpus).train()
    assert not half.exists()
    assert_same_weights(tmp_path, finished_run)
    (tmp_path / "run.json").unlink()
    fresh = Run.start(tmp_path, make_tiny_config(), tiny_corpus)  # later steps of the old run must not win over its own
    fresh.save()
    assert [path.name for path in (tmp_path / "checkpoints").glob("step-*.pt")] == ["step-00000000.pt"]


def test_a_killed_validation_is_not_told_twice(tmp_path: Path, tiny_corpus: Corpus, monkeypatch) -> None:
    run = Run.start(tmp_path, make_tiny_config(checkpoint_every=1), tiny_corpus)
    monkeypatch.setattr(run, "save", lambda: None)
    saved = run._write
    steps = run._steps_per_epoch()

    def write_then_die(line: dict) -> None:
        saved(line)
        if line["kind"] == "valid":
            raise KeyboardInterrupt

    monkeypatch.setattr(run, "_write", write_then_die)
    run.watcher.advanced = lambda line: Run.save(run) if run.progress.step == steps else None
    with pytest.raises(KeyboardInterrupt):
        run.train()
    resumed = Run.resume(tmp_path, tiny_corpus)
    assert resumed.progress.step == steps
    resumed.train()
    assert [line["epoch"] for line in read_metrics(tmp_path) if line["kind"] == "valid"] == [1, 2, 3]


def test_a_damaged_checkpoint_gives_way_to_the_one_before(
    tmp_path: Path, tiny_corpus: Corpus, finished_run: Path
) -> None:
    interrupt(tmp_path, tiny_corpus, step=11)
    newest = max((tmp_path / "checkpoints").glob("step-*.pt"))
    newest.write_bytes(newest.read_bytes()[:-100])
    said: list[str] = []
    run = Run.resume(tmp_path, tiny_corpus, Watcher(say=said.append))
    assert newest.name in said[0] and "damaged" in said[0]
    assert 0 < run.progress.step < int(newest.stem.split("-")[1])
    run.train()
    assert_same_weights(tmp_path, finished_run)


def test_one_flipped_bit_is_noticed(tmp_path: Path) -> None:
    path = checkpoints.save_checkpoint(tmp_path, 3, {"weights": torch.ones(1000)})
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(CheckpointError, match="none of the checkpoints"):
        checkpoints.load_checkpoint(tmp_path)


def test_a_full_disk_leaves_the_old_checkpoint_and_the_run_goes_on(
    tmp_path: Path, tiny_corpus: Corpus, finished_run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    run = Run.start(tmp_path, make_tiny_config(), tiny_corpus, Watcher(say=said.append))
    really_save = torch.save

    def no_room(state: dict, file) -> None:
        if run.progress.step >= 8:
            file.write(b"half a checkpoint")
            raise OSError(errno.ENOSPC, "No space left on device")
        really_save(state, file)

    with monkeypatch.context() as patched:
        patched.setattr(torch, "save", no_room)
        run.watcher.advanced = lambda line: os.kill(os.getpid(), signal.SIGINT) if run.progress.step == 10 else None
        with pytest.raises(Interrupted):
            run.train()
    assert "No space left on device" in said[0] and "one before stays" in said[0]
    assert not list(tmp_path.rglob("*.part"))
    resumed = Run.resume(tmp_path, tiny_corpus)
    assert 0 < resumed.progress.step < 8
    resumed.train()
    assert_same_weights(tmp_path, finished_run)


@pytest.mark.skipif(sys.platform == "win32", reason="needs the limits of a POSIX system")
def test_a_write_that_the_system_refuses_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_text("old")
    code = f"""
import resource, signal
from pathlib import Path
from d2l_lite.checkpoints import atomic_write
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    atomic_write(Path({str(path)!r}), b"x" * 100_000)
except OSError:
    raise SystemExit(7)
"""
    assert subprocess.run([sys.executable, "-c", code], cwd=TESTS.parent).returncode == 7
    assert [entry.name for entry in tmp_path.iterdir()] == ["kept"] and path.read_text() == "old"


def test_a_loss_that_is_no_number_stops_the_run_and_keeps_the_last_good_checkpoint(
    tmp_path: Path, tiny_corpus: Corpus
) -> None:
    run = Run.start(tmp_path, make_tiny_config(), tiny_corpus)

    def spoil(line: dict) -> None:
        if run.progress.step == 6:
            with torch.no_grad():
                run.net.decoder.dense.bias[5] = float("nan")

    run.watcher.advanced = spoil
    with pytest.raises(TrainingError, match="no longer a number.*lower --learning-rate"):
        run.train()
    resumed = Run.resume(tmp_path, tiny_corpus)
    assert 0 < resumed.progress.step <= 6
    assert all(parameter.isfinite().all() for parameter in resumed.net.parameters())


def test_resuming_where_there_is_nothing(tmp_path: Path, tiny_corpus: Corpus) -> None:
    with pytest.raises(CheckpointError, match="no training run"):
        Run.resume(tmp_path, tiny_corpus)


def test_resuming_before_the_first_checkpoint_starts_over(
    tmp_path: Path, tiny_corpus: Corpus, finished_run: Path
) -> None:
    Run.start(tmp_path, make_tiny_config(), tiny_corpus)
    Run.resume(tmp_path, tiny_corpus).train()
    assert_same_weights(tmp_path, finished_run)


def test_a_checkpoint_of_another_vocabulary_is_refused(tmp_path: Path, tiny_corpus: Corpus) -> None:
    interrupt(tmp_path, tiny_corpus, step=6)
    other = Run.start(tmp_path / "other", make_tiny_config(vocab_size=290), tiny_corpus)
    described = json.loads((tmp_path / "run.json").read_text())
    described["tokenizers"] = json.loads((tmp_path / "other" / "run.json").read_text())["tokenizers"]
    (tmp_path / "run.json").write_text(json.dumps(described))
    assert len(other.source) == 290
    with pytest.raises(CheckpointError, match="another vocabulary"):
        Run.resume(tmp_path, tiny_corpus)


def test_the_seed_decides(tmp_path: Path, tiny_corpus: Corpus, finished_run: Path) -> None:
    for name, seed in (("same", 1), ("other", 2)):
        Run.start(tmp_path / name, make_tiny_config(seed=seed), tiny_corpus).train()
    assert_same_weights(tmp_path / "same", finished_run)
    ours, theirs = weights(tmp_path / "other"), weights(finished_run)
    assert any(not torch.equal(ours[name], theirs[name]) for name in ours)


def test_more_epochs_can_follow(tmp_path: Path, tiny_corpus: Corpus) -> None:
    Run.start(tmp_path, make_tiny_config(), tiny_corpus).train()
    interrupted = Run.resume(tmp_path, tiny_corpus, epochs=4)
    assert interrupted.config.epochs == 4
    run = Run.resume(tmp_path, tiny_corpus)  # the change holds
    run.train()
    assert run.progress.epoch == 4


def test_the_model_is_the_mean_of_the_last_epochs(finished_run: Path) -> None:
    snapshots = [load_model(path)[0] for path in sorted((finished_run / "checkpoints").glob("epoch-*.safetensors"))]
    assert len(snapshots) == 2
    for name, value in weights(finished_run).items():
        torch.testing.assert_close(value, (snapshots[0][name] + snapshots[1][name]) / 2)


def test_accumulated_batches_equal_one_large_batch(tmp_path: Path, tiny_corpus: Corpus) -> None:
    after = []
    for parts in (1, 4):
        run = Run.start(tmp_path / str(parts), make_tiny_config(dropout=0.0), tiny_corpus)
        run.total_steps, run._loss_fn = 10, batch_loss
        indices = list(range(40))
        run.net.train()
        run._step([make_batch(run.pairs, indices[part::parts]) for part in range(parts)])
        after.append(torch.cat([parameter.detach().flatten() for parameter in run.net.parameters()]))
    torch.testing.assert_close(after[0], after[1], rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_the_joined_loss_is_the_cross_entropy_of_the_valid_tokens(
    tmp_path: Path, tiny_corpus: Corpus, smoothing: float
) -> None:
    run = Run.start(tmp_path, make_tiny_config(dropout=0.0), tiny_corpus)
    batch = make_batch(run.pairs, [3, 40, 41, 7])
    logits, _ = run.net(batch.src, batch.dec_in, batch.src_len)
    labels = torch.full(logits.shape[:2], PAD).flatten().index_put((batch.places,), batch.labels)
    expected = nn.functional.cross_entropy(
        logits.flatten(0, 1), labels, ignore_index=PAD, reduction="sum", label_smoothing=smoothing
    )
    torch.testing.assert_close(batch_loss(run.net, batch, smoothing), expected)


def test_half_precision_trains_too(tmp_path: Path, tiny_corpus: Corpus) -> None:
    run = Run.start(tmp_path, make_tiny_config(precision="bfloat16", epochs=1), tiny_corpus)
    run.train()
    assert all(parameter.dtype == torch.float32 for parameter in run.net.parameters())


def test_parts_of_another_make_train(tmp_path: Path, tiny_corpus: Corpus) -> None:
    class MyFFN(nn.Module):
        def __init__(self, ffn_num_input: int, ffn_num_hiddens: int, ffn_num_outputs: int) -> None:
            super().__init__()
            self.net = nn.Sequential(
                nn.Linear(ffn_num_input, ffn_num_hiddens), nn.GELU(), nn.Linear(ffn_num_hiddens, ffn_num_outputs)
            )

        def forward(self, X: torch.Tensor) -> torch.Tensor:
            return self.net(X)

    run = Run.start(tmp_path, make_tiny_config(epochs=1), tiny_corpus, parts={"PositionWiseFFN": MyFFN})
    run.train()
    assert isinstance(run.net.encoder.blks[0].ffn, MyFFN)


def test_schedules() -> None:
    noam = RunConfig(schedule="noam", warmup=100, learning_rate=1e-3)
    assert learning_rate(noam, 100, 1000) == pytest.approx(1e-3)
    assert learning_rate(noam, 50, 1000) == pytest.approx(5e-4)
    assert learning_rate(noam, 400, 1000) == pytest.approx(5e-4)
    linear = replace(noam, schedule="linear")
    assert learning_rate(linear, 100, 1000) == pytest.approx(1e-3)
    assert learning_rate(linear, 1000, 1000) == pytest.approx(1e-3 / 900)
    assert learning_rate(replace(noam, schedule="constant", warmup=0), 1, 1000) == 1e-3


def test_batches_cover_an_epoch_once_and_differ_between_epochs(tmp_path: Path, tiny_corpus: Corpus) -> None:
    run = Run.start(tmp_path, make_tiny_config(), tiny_corpus)
    first, again, second = (epoch_batches(run.pairs, 160, 1, epoch) for epoch in (0, 0, 1))
    assert first == again != second
    assert sorted(index for batch in first for index in batch) == list(range(len(run.pairs)))


def test_pairs_that_are_too_long_or_empty_are_left_out_and_counted(tmp_path: Path, tiny_corpus: Corpus) -> None:
    run = Run.start(tmp_path, make_tiny_config(), tiny_corpus)
    pairs = [*tiny_corpus.train[:5], ("dog " * 10_000, "chien"), ("", "rien")]
    encoded = encode_pairs(pairs, run.source, run.target, 60)
    assert len(encoded) == 5 and encoded.left_out == 2
    assert len(encode_pairs(pairs, run.source, run.target, 60, cut=True)) == 6
    with pytest.raises(TrainingError, match="larger --num-steps"):
        Run.start(tmp_path / "short", make_tiny_config(num_steps=2), tiny_corpus)


def test_a_batch_is_what_teacher_forcing_needs(tmp_path: Path, tiny_corpus: Corpus) -> None:
    run = Run.start(tmp_path, make_tiny_config(), tiny_corpus)
    lengths = [len(target) for target in run.pairs.targets]
    indices = [lengths.index(min(lengths)), lengths.index(max(lengths))]
    batch = make_batch(run.pairs, indices)
    long = torch.from_numpy(run.pairs.targets[indices[1]])
    assert batch.dec_in[:, 0].tolist() == [1, 1]
    assert torch.equal(batch.dec_in[1, 1:], long[:-1])
    assert batch.labels.tolist() == [*run.pairs.targets[indices[0]], *long]
    assert batch.num_tokens == sum(lengths[index] for index in indices) == len(batch.places)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"norm": "middle"}, "pre, post"),
        ({"epochs": 0}, "at least 1"),
        ({"dropout": 1.0}, "shares"),
        ({"joint": False}, "one vocabulary"),
    ],
)
def test_configurations_that_contradict_themselves(changes: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(CONFIGS["small"], **changes)


def test_named_configurations() -> None:
    assert named_config("book", seed=4).seed == 4
    with pytest.raises(ValueError, match="book, everyday, small, tiny-m30k, base"):
        named_config("large")
    with pytest.raises(ValueError, match="no field widht"):
        named_config("small", widht=3)
    assert all(item.metadata["help"] for item in RunConfig.__dataclass_fields__.values())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"num_heads": 0}, "num_heads is 0"),
        ({"num_hiddens": 0}, "num_hiddens is 0"),
        ({"num_encoder_layers": 0}, "num_encoder_layers is 0"),
        ({"valid_every": 0}, "valid_every is 0"),
        ({"warmup": -5}, "warmup is -5"),
        ({"num_examples": -3}, "num_examples is -3"),
        ({"clip": -1.0}, "clip is -1.0"),
        ({"learning_rate": float("nan")}, "learning_rate"),
        ({"alpha": 5000.0}, "alpha"),
    ],
)
def test_numbers_that_no_run_can_have_are_refused_at_once(changes: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_tiny_config(**changes)


def test_a_kill_between_a_checkpoint_and_its_checksum_loses_nothing(tmp_path: Path) -> None:
    path = checkpoints.save_checkpoint(tmp_path, 3, {"step": 3})
    path.with_suffix(".sha256").unlink()
    assert checkpoints.load_checkpoint(tmp_path) == {"step": 3}


def test_a_kill_while_the_same_step_is_saved_again_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoints.save_checkpoint(tmp_path, 3, {"epoch": 0})
    monkeypatch.setattr(checkpoints, "atomic_write", lambda path, content: None)  # killed before the checksum
    checkpoints.save_checkpoint(tmp_path, 3, {"epoch": 1})
    assert checkpoints.load_checkpoint(tmp_path) == {"epoch": 1}


@pytest.mark.parametrize("content", ["{}", "[]", "3", '{"corpus": "tiny", "config": {}}'])
def test_a_run_json_of_another_kind_is_no_run(tmp_path: Path, content: str) -> None:
    (tmp_path / "run.json").write_text(content)
    with pytest.raises(CheckpointError, match="no training run"):
        read_run(tmp_path)


def test_a_configuration_of_another_version_is_named(tmp_path: Path, tiny_corpus: Corpus, finished_run: Path) -> None:
    described = json.loads((finished_run / "run.json").read_text(encoding="utf-8"))
    described["config"]["colour"] = "red"
    (tmp_path / "run.json").write_text(json.dumps(described))
    with pytest.raises(CheckpointError, match=r"run\.json is of another version.*colour"):
        Run.resume(tmp_path, tiny_corpus)


def test_a_run_goes_on_with_its_own_pairs_only(tmp_path: Path, tiny_corpus: Corpus) -> None:
    interrupt(tmp_path, tiny_corpus, step=5)
    with pytest.raises(CheckpointError, match="other training pairs.*--data"):
        Run.resume(tmp_path, replace(tiny_corpus, train=tiny_corpus.train[1:]))


def test_resuming_for_fewer_epochs_than_are_kept_says_so(
    tmp_path: Path, tiny_corpus: Corpus, finished_run: Path
) -> None:
    shutil.copytree(finished_run, tmp_path / "run")
    run = Run.resume(tmp_path / "run", tiny_corpus, epochs=1, average_last=1)
    with pytest.raises(CheckpointError, match="after epochs 1 to 1 are not in"):
        run.train()


def test_a_corpus_without_held_out_sentences_is_refused_before_training(tmp_path: Path, tiny_corpus: Corpus) -> None:
    without = replace(tiny_corpus, valid=TestSet([], []))
    with pytest.raises(TrainingError, match="none for validation"):
        Run.start(tmp_path, make_tiny_config(), without)
    assert not list(tmp_path.iterdir())


def test_sentences_longer_than_the_model_takes_end_no_run(tmp_path: Path, tiny_corpus: Corpus) -> None:
    long = ("The red dog sings. " * 250).strip()
    valid = TestSet([long, *tiny_corpus.valid.sources], [["Oui."], *tiny_corpus.valid.references])
    corpus = replace(tiny_corpus, train=[*tiny_corpus.train, (long, long)], valid=valid, tests={"test": valid})
    run = Run.start(tmp_path, make_tiny_config(epochs=1, average_last=1, beam_size=1, num_steps=2500), corpus)
    assert not run.pairs.left_out  # the model takes what the run lets through
    run.train()
    assert len(report_of_tests(run)[0].translations) == 11
