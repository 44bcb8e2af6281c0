"""How a training run shows itself: a bar in a terminal, plain lines elsewhere, and at its end the results."""

import contextlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from d2l_lite.display import progress_bar

PLAIN_LINE_SECONDS = 15  # between two lines of progress where there is no terminal


class RunDisplay:
    """Hears of a run's steps and measurements through `watcher()`, and shows them while `running()`."""

    def __init__(self) -> None:
        self.text = ""
        self.last: dict[str, Any] = {}
        self.advance: Callable[[str], None] | None = None
        self.first, self.done, self.total = 0, 0, 0  # steps: when it began, now, in all
        self.began = self.printed = time.monotonic()
        self._open = contextlib.ExitStack()

    def watcher(self) -> Any:
        from d2l_lite.train import Watcher

        return Watcher(say=self.say, metric=self.metric, started=self.started, advanced=self.advanced)

    def say(self, text: str) -> None:
        from rich import get_console

        if sys.stdout.isatty():
            get_console().print(text, highlight=False, markup=False)
        else:
            click.echo(text)

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        with self._open:
            yield

    def started(self, done: int, total: int) -> None:
        self.first, self.done, self.total = done, done, total
        self.began = self.printed = time.monotonic()
        if sys.stdout.isatty():
            self.advance = self._open.enter_context(progress_bar(total - done, "training"))

    def metric(self, line: dict[str, Any]) -> None:
        if line["kind"] == "train":
            self.last = line
            self.text = f"loss {line['loss']:.3f}  {line['tokens_per_second']:,} tokens/s"
            return
        bleu = f"  BLEU {line['bleu']:5.1f}" if "bleu" in line else ""
        training = f"training loss {self.last['loss']:.3f}  " if self.last else ""
        self.say(f"epoch {line['epoch']:3d}  {training}validation loss {line['loss']:.3f}{bleu}")

    def advanced(self, line: dict[str, Any]) -> None:
        self.done += 1
        if self.advance:
            self.advance(self.text)
        elif time.monotonic() - self.printed > PLAIN_LINE_SECONDS:
            self.printed = time.monotonic()
            left = (self.printed - self.began) / (self.done - self.first) * (self.total - self.done)
            minutes, seconds = divmod(round(left), 60)
            click.echo(f"step {self.done:,} of {self.total:,}  {self.text}  {minutes}:{seconds:02d} left")


def course_command() -> str:
    """What to type for `course` here: the name alone works only where the environment is active."""
    if shutil.which("course"):
        return "course"
    beside = Path(sys.executable).with_name("course.exe" if os.name == "nt" else "course")
    if not beside.exists():
        return f"{sys.executable} -m d2l_lite.cli"
    here = Path.cwd()
    return str(beside.relative_to(here) if beside.is_relative_to(here) else beside)


def print_results(results: list, report: dict[str, Any], folder: Path) -> None:
    """The `TestResult`s of a run as a table, three translations of each test set, and where the report is."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title="sacreBLEU on held-out sentences", title_justify="left")
    for column in ("test set", "sentences", "this model", "nearest training sentence"):
        table.add_column(column, justify="left" if column == "test set" else "right")
    for result in results:
        table.add_row(result.name, f"{len(result.test):,}", f"{result.bleu.score:.1f}", f"{result.baseline.score:.1f}")
    Console().print(table)
    click.echo(f"Signature: {results[0].bleu.signature}")
    for result in results:
        for index in range(0, len(result.test), max(1, len(result.test) // 3))[:3] if result.name != "all" else ():
            click.echo(f"\n  {result.test.sources[index]}")
            click.echo(f"    model      {result.translations[index]}")
            click.echo(f"    reference  {result.test.references[index][0]}")
    memory = f", at most {report['peak_memory_mib']:,} MiB of memory" if report["peak_memory_mib"] else ""
    click.echo(
        f"\nTrained {report['steps']:,} steps in {report['training_seconds']:.0f} s "
        f"({report['training_cpu_seconds']:.0f} CPU seconds{memory})."
    )
    click.echo(f"Curves, heatmaps, translations and report.json are in {folder}")
    click.echo(f'Next:  {course_command()} translate "I lost my keys."')
