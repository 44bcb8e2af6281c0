"""What a finished run leaves for people: scores with their signature, curves, heatmaps, translations."""

import csv
import io
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from matplotlib.figure import Figure

from d2l_lite.baseline import nearest_sentence_baseline
from d2l_lite.bleu import BleuScore
from d2l_lite.checkpoints import atomic_open, atomic_write
from d2l_lite.corpora import TestSet
from d2l_lite.ffn import count_parameters
from d2l_lite.heatmaps import attention_of, translation_heatmaps
from d2l_lite.tokenization import BOS
from d2l_lite.train import Run
from d2l_lite.translate import Translator

ACCENT, QUIET = "#c0392b", "#7f8c8d"
BASELINE_SENTENCES = 300  # looked up in a large corpus; all of them where there are fewer
SAMPLE_WORDS = range(5, 9)  # the length of the sentence whose heatmaps are drawn


@dataclass(frozen=True)
class TestResult:
    """Translations of one test set, and their BLEU beside that of the nearest training sentences."""

    __test__ = False

    name: str
    test: TestSet
    translations: list[str]
    bleu: BleuScore
    baseline: BleuScore
    baseline_sentences: int

    def row(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "sentences": len(self.test),
            "bleu": round(self.bleu.score, 2),
            "signature": self.bleu.signature,
            "baseline": round(self.baseline.score, 2),
            "baseline_sentences": self.baseline_sentences,
        }


def test_run(run: Run, done: Callable[[int], None] = lambda count: None) -> list[TestResult]:
    """Translate the test sets of the run's corpus; the embedded corpus's two also together, as "all"."""
    translator = run.translator()
    results: list[TestResult] = []
    for name, test in run.corpus.tests.items():
        translations = translator.translate(test.sources, run.config.beam_size, run.config.alpha, cut=True, done=done)
        baseline = nearest_sentence_baseline(run.train_pairs, test.sources[:BASELINE_SENTENCES])
        results.append(_result(run, name, test, translations, baseline))
    if run.corpus.name == "everyday":
        both = TestSet(
            *([item for each in results for item in getattr(each.test, side)] for side in ("sources", "references"))
        )
        translations = [text for each in results for text in each.translations]
        results.append(
            _result(run, "all", both, translations, nearest_sentence_baseline(run.train_pairs, both.sources))
        )
    return results


test_run.__test__ = False


def _result(run: Run, name: str, test: TestSet, translations: list[str], baseline: list[str]) -> TestResult:
    bleu = run.bleu(translations, test.references)
    return TestResult(
        name, test, translations, bleu, run.bleu(baseline, test.references[: len(baseline)]), len(baseline)
    )


def peak_memory() -> int | None:
    """The most memory this process has held, in bytes; None where the system doesn't tell."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def write_report(run: Run, results: Sequence[TestResult]) -> dict[str, Any]:
    """Write report.json, translations.tsv, curves and heatmaps into the run's folder; returns report.json's data."""
    memory = peak_memory()
    report = {
        "corpus": run.corpus.name,
        "seed": run.config.seed,
        "parameters": count_parameters(run.net),
        "epochs": run.progress.epoch,
        "steps": run.progress.step,
        "target_tokens": run.progress.tokens,
        "training_seconds": round(run.progress.seconds, 1),
        "training_cpu_seconds": round(run.progress.cpu_seconds, 1),
        "peak_memory_mib": memory and memory >> 20,
        "beam_size": run.config.beam_size,
        "alpha": run.config.alpha,
        "tests": [result.row() for result in results],
    }
    atomic_write(run.folder / "translations.tsv", _table(results))
    save_figure(draw_curves(read_metrics(run.folder)), run.folder / "curves")
    largest = max((result for result in results if result.name != "all"), key=lambda result: len(result.test))
    sentence = sample_sentence(largest.test.sources)
    for kind, figure in heatmaps_of(run.translator(), sentence, run.config.beam_size, run.config.alpha).items():
        save_figure(figure, run.folder / f"heatmap-{kind}", formats=("png",))
    # Last: a run that has this file is finished.
    atomic_write(run.folder / "report.json", json.dumps(report, indent=2, ensure_ascii=False))
    return report


def _table(results: Sequence[TestResult]) -> str:
    text = io.StringIO()
    table = csv.writer(text, delimiter="\t", lineterminator="\n")
    table.writerow(["test set", "source", "translation", "references"])
    for result in results:
        if result.name != "all":
            for row in zip(result.test.sources, result.translations, result.test.references, strict=True):
                table.writerow([result.name, row[0], row[1], " | ".join(row[2])])
    return text.getvalue()


def save_figure(figure: Figure, path: Path, formats: Sequence[str] = ("png", "svg")) -> None:
    """Write `path` with each ending, whole or not at all."""
    for ending in formats:
        with atomic_open(path.with_name(f"{path.name}.{ending}")) as file:
            figure.savefig(file, format=ending, dpi=150)


def read_metrics(folder: Path) -> list[dict[str, Any]]:
    """The lines of a run's metrics.jsonl."""
    return [json.loads(line) for line in (folder / "metrics.jsonl").read_text(encoding="utf-8").splitlines()]


def draw_curves(metrics: Sequence[dict[str, Any]]) -> Figure:
    """Loss per token and validation BLEU over the target tokens seen."""
    train = [line for line in metrics if line["kind"] == "train"]
    valid = [line for line in metrics if line["kind"] == "valid"]
    scored = [line for line in valid if "bleu" in line]
    figure = Figure(figsize=(8, 3), layout="constrained")
    loss, bleu = figure.subplots(1, 2)
    loss.plot(*_points(train, "loss"), color=QUIET, linewidth=1, label="training (with smoothing)")
    loss.plot(*_points(valid, "loss"), color=ACCENT, marker="o", markersize=3, label="validation")
    loss.set(xlabel="target tokens seen (thousands)", ylabel="loss per token (nats)", ylim=(0, None))
    loss.legend(frameon=False)
    bleu.plot(*_points(scored, "bleu"), color=ACCENT, marker="o", markersize=3)
    bleu.set(xlabel="target tokens seen (thousands)", ylabel="validation BLEU (greedy)", ylim=(0, None))
    for axes in (loss, bleu):
        axes.spines[["top", "right"]].set_visible(False)
    return figure


def _points(lines: Sequence[dict[str, Any]], name: str) -> tuple[list[float], list[float]]:
    return [line["tokens"] / 1000 for line in lines], [line[name] for line in lines]


def sample_sentence(sources: Sequence[str]) -> str:
    """The first sentence of a readable length, or the first of all."""
    return next((source for source in sources if len(source.split()) in SAMPLE_WORDS), sources[0])


def heatmaps_of(translator: Translator, sentence: str, beam_size: int = 1, alpha: float = 0.6) -> dict[str, Figure]:
    """Three labelled figures of the attention while this sentence is translated: encoder, decoder, cross.

    Raises ValueError for an empty sentence: nothing is attended to.
    """
    src = translator.encode_source(sentence)
    if len(src) == 1:
        raise ValueError("there is no heatmap of an empty sentence; give one with words")
    translation = translator.translate_ids([sentence], beam_size, alpha)[0]
    tgt = [BOS, *translation][: translator.max_len]
    device = translator.device
    weights = attention_of(translator.net, torch.tensor(src, device=device), len(src), torch.tensor(tgt, device=device))
    return translation_heatmaps(weights, translator.source.tokens(src), translator.target.tokens(tgt))
