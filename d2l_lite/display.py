"""What is seen while something trains: growing curves and progress bars, in a notebook, in a terminal, or in neither.

Imports no other module of the library. Matplotlib, rich and IPython are imported only where they are used.
"""

import contextlib
import io
import sys
import time
from collections.abc import Callable, Iterator, Sequence


def in_notebook() -> bool:
    """True where output goes to a Jupyter front end (not in a terminal, not in plain IPython)."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None) is not None


def as_png(figure) -> bytes:
    """A matplotlib figure as the bytes of a PNG file."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=100)
    return buffer.getvalue()


class Animator:
    """Curves that grow while something trains.

    In a notebook the picture is drawn anew in place at every `add`; elsewhere the points are only kept, and
    `draw()` or `fig.savefig(...)` makes the picture. No backend is chosen and no display is needed.
    """

    def __init__(
        self,
        xlabel: str | None = None,
        ylabel: str | None = None,
        legend: Sequence[str] | None = None,
        xlim: tuple[float, float] | None = None,
        ylim: tuple[float, float] | None = None,
        xscale: str = "linear",
        yscale: str = "linear",
        fmts: Sequence[str] = ("-", "m--", "g-.", "r:"),
        nrows: int = 1,
        ncols: int = 1,
        figsize: tuple[float, float] = (3.5, 2.5),
    ) -> None:
        from matplotlib.figure import Figure

        self.fig = Figure(figsize=figsize, layout="constrained")
        self.axes = self.fig.subplots(nrows, ncols, squeeze=False).ravel().tolist()  # curves go to the first
        settings = {"xlabel": xlabel, "ylabel": ylabel, "xlim": xlim, "ylim": ylim, "xscale": xscale, "yscale": yscale}
        self._settings = {name: value for name, value in settings.items() if value is not None}
        self._legend = list(legend or [])
        self._fmts = list(fmts)
        self.X: list[list[float]] = []
        self.Y: list[list[float]] = []
        self._handle = None

    def add(self, x: float | Sequence[float], y: float | Sequence[float | None]) -> None:
        """Add one point to each curve: `y` a number or one a curve (None: this curve gets no point now)."""
        values = list(y) if hasattr(y, "__len__") else [y]
        positions = list(x) if hasattr(x, "__len__") else [x] * len(values)
        while len(self.Y) < len(values):
            self.X.append([])
            self.Y.append([])
        for curve, (position, value) in enumerate(zip(positions, values, strict=True)):
            if position is not None and value is not None:
                self.X[curve].append(float(position))
                self.Y[curve].append(float(value))
        if in_notebook():
            self._show()

    def draw(self):
        """Draw all points so far and return the figure."""
        axes = self.axes[0]
        axes.cla()
        for curve, (xs, ys) in enumerate(zip(self.X, self.Y, strict=True)):
            axes.plot(xs, ys, self._fmts[curve % len(self._fmts)])
        axes.set(**self._settings)
        if self._legend:
            axes.legend(self._legend)
        axes.grid()
        return self.fig

    def _show(self) -> None:
        from IPython.display import Image, display

        picture = Image(data=as_png(self.draw()), format="png")
        if self._handle is None:
            self._handle = display(picture, display_id=True)
        else:
            self._handle.update(picture)


@contextlib.contextmanager
def progress_bar(total: int, description: str) -> Iterator[Callable[[str], None]]:
    """A progress bar of `total` steps; the block gets `advance(text)`, which moves it on by one and shows `text`.

    A rich bar in a terminal, one line that is rewritten in a notebook, nothing where neither is there.
    """
    if in_notebook():
        yield _notebook_bar(total, description)
        return
    try:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        yield lambda text="": None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = not sys.stdout.isatty()
    with Progress(*columns, TextColumn("{task.fields[text]}"), disable=quiet) as progress:
        task = progress.add_task(description, total=total, text="")
        yield lambda text="": progress.update(task, advance=1, text=text)


def _notebook_bar(total: int, description: str) -> Callable[[str], None]:
    from IPython.display import display

    class Line:
        text = f"{description} 0/{total}"

        def __repr__(self) -> str:
            return self.text

    line, done = Line(), 0
    handle = display(line, display_id=True)
    shown = time.monotonic()

    def advance(text: str = "") -> None:
        nonlocal done, shown
        done += 1
        line.text = f"{description} {done}/{total} {text}".rstrip()
        if done >= total or time.monotonic() - shown > 0.2:  # a front end that gets every step falls behind
            handle.update(line)
            shown = time.monotonic()

    return advance
