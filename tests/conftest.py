"""Small corpora and runs that the tests share."""

import os
import random
import signal
from pathlib import Path

import pytest
import torch
from torch import nn

from d2l_lite.config import RunConfig
from d2l_lite.corpora import Corpus, TestSet

# The real corpora, where someone has put them beside the checkout; else the tests that need them are skipped.
BESIDE = Path(__file__).resolve().parents[2] / "shared" / "data"
if BESIDE.is_dir():
    os.environ.setdefault("D2L_LITE_DATA", str(BESIDE))

signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background inherits "ignored"

torch.set_num_threads(1)  # the tests' tensors are small: threads would only wait for one another

COLOURS = {"red": "rouge", "yellow": "jaune", "black": "noir", "green": "vert", "blue": "bleu"}
ANIMALS = {
    "dog": "chien",
    "cat": "chat",
    "horse": "cheval",
    "rabbit": "lapin",
    "parrot": "perroquet",
    "sheep": "mouton",
}
VERBS = {"sleeps": "dort", "eats": "mange", "jumps": "saute", "sings": "chante"}


def tiny_pairs() -> list[tuple[str, str]]:
    """120 regular pairs, in an order without rhyme or reason."""
    pairs = [
        (f"The {colour} {animal} {verb}.", f"Le {ANIMALS[animal]} {COLOURS[colour]} {VERBS[verb]}.")
        for colour in COLOURS
        for animal in ANIMALS
        for verb in VERBS
    ]
    random.Random(3).shuffle(pairs)
    return pairs


def as_test_set(pairs: list[tuple[str, str]]) -> TestSet:
    return TestSet([source for source, _ in pairs], [[target] for _, target in pairs])


def make_tiny_corpus() -> Corpus:
    pairs = tiny_pairs()
    return Corpus(
        "tiny",
        pairs[:100],
        as_test_set(pairs[100:110]),
        {"test": as_test_set(pairs[110:])},
        source="made here",
        license="none needed",
    )


def make_tiny_config(**changes) -> RunConfig:
    """A model that trains in a second, with dropout, so that the state of the random generator matters."""
    fields = {
        "num_hiddens": 16,
        "ffn_num_hiddens": 24,
        "num_heads": 2,
        "num_encoder_layers": 1,
        "num_decoder_layers": 1,
        "vocab_size": 300,
        "max_tokens": 160,
        "epochs": 3,
        "warmup": 10,
        "average_last": 2,
        "beam_size": 2,
        "checkpoint_every": 4,
        "device": "cpu",
    }
    return RunConfig(**fields | changes)


def unlike(module: nn.Module) -> nn.Module:
    """The module with no two of its norms alike, which at the start they all are."""
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.3)
    return module


@pytest.fixture
def tiny_corpus() -> Corpus:
    return make_tiny_corpus()


@pytest.fixture
def tiny_config() -> RunConfig:
    return make_tiny_config()


@pytest.fixture(scope="session")
def finished_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny run that was never disturbed, with its report."""
    from d2l_lite.report import test_run, write_report
    from d2l_lite.train import Run

    folder = tmp_path_factory.mktemp("runs") / "undisturbed"
    run = Run.start(folder, make_tiny_config(), make_tiny_corpus())
    run.train()
    write_report(run, test_run(run))
    return folder
