"""What a finished run shows to people."""

import csv
from pathlib import Path

import pytest
from conftest import make_tiny_config

from d2l_lite import report
from d2l_lite.report import draw_curves, heatmaps_of, read_metrics, sample_sentence
from d2l_lite.train import Run
from d2l_lite.translate import Translator


def test_every_translation_stands_beside_its_reference(finished_run: Path, tiny_corpus) -> None:
    with open(finished_run / "translations.tsv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert [row["source"] for row in rows] == tiny_corpus.tests["test"].sources
    assert [row["references"] for row in rows] == [refs[0] for refs in tiny_corpus.tests["test"].references]


def test_curves_have_names_and_units(finished_run: Path) -> None:
    loss, bleu = draw_curves(read_metrics(finished_run)).axes
    assert "nats" in loss.get_ylabel() and "BLEU" in bleu.get_ylabel()
    assert all("tokens" in axes.get_xlabel() for axes in (loss, bleu))
    assert [text.get_text() for text in loss.get_legend().get_texts()] == ["training (with smoothing)", "validation"]
    assert len(loss.lines[1].get_xdata()) == 3  # an epoch each


def test_heatmaps_carry_the_words(finished_run: Path) -> None:
    translator = Translator.load(finished_run / "model.safetensors", device="cpu")
    figures = heatmaps_of(translator, "The red dog sings.")
    assert figures.keys() == {"encoder", "decoder", "cross"}
    axes = figures["cross"].axes[0]
    words = [label.get_text() for label in axes.get_xticklabels()]
    assert words == translator.source.tokens(translator.encode_source("The red dog sings."))
    assert axes.get_yticklabels()[0].get_text() == "<bos>"
    with pytest.raises(ValueError, match="empty sentence"):
        heatmaps_of(translator, " ")


def test_a_report_cut_short_leaves_the_run_unfinished(tmp_path: Path, tiny_corpus, monkeypatch) -> None:
    run = Run.start(tmp_path, make_tiny_config(epochs=1), tiny_corpus)
    run.train()

    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(report, "heatmaps_of", interrupted)
    with pytest.raises(KeyboardInterrupt):
        report.write_report(run, report.test_run(run))
    assert not (tmp_path / "report.json").exists()


def test_the_sample_has_a_readable_length() -> None:
    assert sample_sentence(["Go!", "a b c d e f", "a b c d e"]) == "a b c d e f"
    assert sample_sentence(["Go!", "Run!"]) == "Go!"
