"""The `course` command, as people type it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import make_tiny_corpus

import d2l_lite.corpora
from d2l_lite.cli import main

ROOT = Path(__file__).resolve().parents[1]
TINY = [
    "--num-hiddens",
    "16",
    "--ffn-num-hiddens",
    "24",
    "--num-heads",
    "2",
    "--num-encoder-layers",
    "1",
    "--num-decoder-layers",
    "1",
    "--vocab-size",
    "300",
    "--max-tokens",
    "160",
    "--epochs",
    "2",
    "--average-last",
    "1",
    "--beam-size",
    "1",
    "--device",
    "cpu",
]


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Runs `course` in an empty folder, on a corpus of a hundred pairs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(d2l_lite.corpora, "load_corpus", lambda name, data_dir=None: make_tiny_corpus())
    return lambda *arguments, **options: CliRunner().invoke(main, [*map(str, arguments)], **options)


def test_train_then_translate(course, tmp_path: Path) -> None:
    result = course("train", *TINY)
    assert result.exit_code == 0, result.output
    assert "Model: " in result.output and "nearest training sentence" in result.output
    assert "Signature: nrefs:1|" in result.output
    (folder,) = (tmp_path / "runs").iterdir()
    assert folder.name.startswith("everyday-")
    result = course("translate", "The red dog sings.", "The blue cat eats.")
    assert result.exit_code == 0 and len(result.stdout.splitlines()) == 2
    assert str(folder.name) in result.stderr


def test_translate_reads_files_and_standard_input(course, tmp_path: Path, finished_run: Path) -> None:
    sentences = "The red dog sings.\n\nThe blue cat eats.\n"
    (tmp_path / "letter.txt").write_bytes(b"\xef\xbb\xbf" + sentences.replace("\n", "\r\n").encode())
    from_file = course("translate", "--file", "letter.txt", "--model", finished_run)
    from_input = course("translate", "--model", finished_run, input=sentences)
    assert from_file.exit_code == from_input.exit_code == 0
    assert from_file.stdout == from_input.stdout
    assert from_file.stdout.count("\n") == 3 and from_file.stdout.splitlines()[1] == ""


def test_the_shipped_model_answers_before_any_training(course) -> None:
    result = course("translate", "Thank you very much!")
    assert result.exit_code == 0 and "everyday" in result.stderr
    assert result.stdout.strip()


def test_heatmap(course, tmp_path: Path, finished_run: Path) -> None:
    result = course("translate", "The red dog sings.", "--model", finished_run, "--heatmap", "deep/look.png")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "deep" / "look.png").read_bytes().startswith(b"\x89PNG")
    result = course("translate", "The red dog sings.", "--model", finished_run, "--heatmap", "look.gif")
    assert result.exit_code == 1 and ".png or .svg" in result.output
    result = course("translate", "", "--model", finished_run, "--heatmap", "look.png")
    assert result.exit_code == 1 and "empty sentence" in result.output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("translate", "Hello.", "--model", "nowhere"), "no model at"),
        (("translate", "Hello.", "--file", __file__), "not both"),
        (("translate", "x " * 3000), "cut it into sentences"),
        (("translate", "Hello.", "--device", "abacus"), "abacus"),
        (("train", "--resume"), "no unfinished run"),
        (("train", "--resume", "--out", "nowhere"), "no training run"),
        (("train", "--resume", "--num-hiddens", "8"), "leave out --num-hiddens"),
        (("train", "--num-hiddens", "30", "--num-heads", "4"), "multiple of the number of heads"),
        (("train", "--epochs", "0"), "at least 1"),
        (("train", "--device", "abacus"), "abacus"),
    ],
)
def test_mistakes_are_explained_in_a_line(course, arguments: tuple[str, ...], says: str) -> None:
    result = course(*arguments)
    assert result.exit_code == 1
    assert says in result.output and "Traceback" not in result.output


def test_text_that_is_not_utf_8(course, tmp_path: Path) -> None:
    (tmp_path / "latin.txt").write_bytes("ok\ncafé\n".encode("latin-1"))
    result = course("translate", "--file", "latin.txt")
    assert result.exit_code == 1 and "line 2 of latin.txt is not UTF-8" in result.output


def test_a_run_is_never_overwritten(course, tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "run.json").write_text("{}")
    result = course("train", "--out", "kept", *TINY)
    assert result.exit_code == 1 and "--resume" in result.output
    assert (tmp_path / "kept" / "run.json").read_text() == "{}"


def test_no_network_and_no_corpus(tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "D2L_LITE_DATA"}
    environment |= {"D2L_LITE_CACHE": str(tmp_path), "D2L_LITE_MIRROR": "http://127.0.0.1:9/"}
    result = subprocess.run(
        [sys.executable, "-m", "d2l_lite.cli", "train", "--corpus", "fra-eng"],
        cwd=tmp_path, env=environment | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
    )  # fmt: skip
    assert result.returncode == 1
    assert "fra" in result.stderr and "--corpus everyday" in result.stderr and "Traceback" not in result.stderr


def test_the_shipped_model_by_name(course, tmp_path: Path, finished_run: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "mine").symlink_to(finished_run)
    assert "everyday.safetensors" not in course("translate", "Hello.").stderr
    assert "everyday.safetensors" in course("translate", "Hello.", "--model", "shipped").stderr


def test_help_teaches() -> None:
    for command, example in (("train", "course train --resume"), ("translate", "--heatmap attention.png")):
        output = CliRunner().invoke(main, [command, "--help"]).output
        assert example in output
    assert "three minutes" in CliRunner().invoke(main, ["--help"]).output


def test_configs_lists_every_field(course) -> None:
    output = course("configs").output
    assert all(word in output for word in ("tiny-m30k", "num_hiddens", "schedule", "checkpoint_every"))


def test_a_terminal_without_the_letters(finished_run: Path) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "cp1252", "PYTHONPATH": str(ROOT)}
    for arguments in (["translate", "--model", str(finished_run)], ["configs"], ["train", "--help"]):
        result = subprocess.run(
            [sys.executable, "-m", "d2l_lite.cli", *arguments],
            input="The red dog sings. 漢字".encode(), cwd=ROOT, env=environment, capture_output=True,
        )  # fmt: skip
        assert result.returncode == 0, result.stderr
        result.stdout.decode("cp1252")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    arguments = [*TINY[:-2], "--device", "cpu", "--epochs", "500", "--out", str(tmp_path / "run")]
    process = subprocess.Popen(
        [sys.executable, "-m", "d2l_lite.cli", "train", *arguments],
        cwd=ROOT, env=os.environ | {"PYTHONUNBUFFERED": "1"}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    metrics = tmp_path / "run" / "metrics.jsonl"
    while process.poll() is None and not (metrics.exists() and metrics.read_text()):
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    output = process.communicate(timeout=120)[0]
    assert process.returncode == 130
    assert f" train --resume --out {tmp_path / 'run'}" in output
    assert list((tmp_path / "run" / "checkpoints").glob("step-*.pt"))
    described = json.loads((tmp_path / "run" / "config.json").read_text())
    assert described["epochs"] == 500


def test_a_heatmap_of_nothing_is_refused(course, tmp_path: Path, finished_run: Path) -> None:
    result = course("translate", "--model", finished_run, "--heatmap", "map.png", input="")
    assert result.exit_code == 1 and "no sentence" in result.stderr


def test_a_heatmap_of_another_kind_is_refused_before_the_work(course, finished_run: Path) -> None:
    result = course("translate", "The red dog sings.", "--model", finished_run, "--heatmap", "map.pdf")
    assert result.exit_code == 1 and ".png or .svg" in result.stderr and not result.stdout


def test_a_line_in_is_a_line_out(course, tmp_path: Path, finished_run: Path) -> None:
    (tmp_path / "odd.txt").write_bytes("The dog\x0csings.\u2028The cat\x85eats.\n\nThe sheep jumps.\r\n".encode())
    result = course("translate", "--file", "odd.txt", "--model", finished_run)
    assert result.exit_code == 0 and len(result.stdout.split("\n")) == 4


def test_a_length_penalty_beyond_all_numbers_is_refused(course, finished_run: Path) -> None:
    result = course("translate", "The red dog sings.", "--model", finished_run, "--alpha", "5000")
    assert result.exit_code == 2 and "--alpha" in result.stderr


def test_a_package_that_is_missing_is_named(course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    result = course("train", *TINY, "--tokenizer", "spacy")
    assert result.exit_code == 1 and "pip install" in result.output


@pytest.mark.parametrize("begun", [True, False])
def test_ctrl_c_outside_the_training_loop(course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: bool) -> None:
    def press(*arguments, **options) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(*("d2l_lite.report.test_run", press) if begun else ("d2l_lite.train.Run.start", press))
    result = course("train", *TINY, "--out", "my run", "--data", str(tmp_path))
    if begun:
        assert result.exit_code == 130
        assert f" train --resume --out 'my run' --data {tmp_path}" in result.output
    else:
        assert result.exit_code == 1 and "Aborted" in result.output
