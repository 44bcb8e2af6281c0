"""How a training run shows itself: a bar in a terminal, plain lines elsewhere."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import click

PLAIN_LINE_SECONDS = 15  # between two lines of progress where there is no terminal


class RunDisplay:
    """Progress of a run: a bar in a terminal, plain lines elsewhere."""

    def __init__(self) -> None:
        self.text = ""
        self.last: dict[str, Any] = {}
        self.advance: Callable[[str], None] | None = None
        self.done, self.total = 0, 0
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
        from d2l_lite.display import progress_bar

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
