"""What the benchmarks share: candidates that take turns, medians of five rounds, ratios from one run.

Each candidate does the same work in small slices, and the slices of all candidates alternate, so that a change of the
machine's speed meets all of them alike. Beside the wall time stands the processor time of the process, which other
programs on the machine disturb less; with more than one thread it counts waiting threads too.
"""

import argparse
import datetime
import gc
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import torch

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the library of this folder, installed or not

ROUNDS = 5


@dataclass(frozen=True)
class Candidate:
    """`work(slice)` does one slice of a round and returns how many units (tokens, FLOPs) that was."""

    name: str
    work: Callable[[int], float]


@dataclass(frozen=True)
class Comparison:
    """The rate of `ours` over the rate of `other`; `aim` is the ratio hoped for, or None."""

    ours: str
    other: str
    aim: float | None = None


@dataclass
class Rates:
    """Units per second of one candidate, one number a round: by the clock, and by the processor time of all threads."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)


def parse_arguments(text: str, argv: Sequence[str] | None = None) -> argparse.Namespace:
    """The options every benchmark has; sets the number of threads."""
    parser = argparse.ArgumentParser(description=text)
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="threads PyTorch uses (default: all cores)")
    parser.add_argument("--data", type=Path, help="folder of the real corpora; without them the embedded one is used")
    parser.add_argument("--json", type=Path, metavar="OUT", help="also write the figures to this file")
    parser.add_argument("--smoke", action="store_true", help="tiny sizes, to see that the script runs")
    options = parser.parse_args(argv)
    torch.set_num_threads(options.threads)
    return options


def measure(candidates: Sequence[Candidate], slices: int, rounds: int = ROUNDS) -> dict[str, Rates]:
    """Rates by name. In every slice each candidate has a turn, and a later slice begins with another candidate."""
    for candidate in candidates:
        candidate.work(0)  # warm-up
    rates = {candidate.name: Rates() for candidate in candidates}
    for round_number in range(rounds):
        sums = {candidate.name: [0.0, 0.0, 0.0] for candidate in candidates}  # units, wall, cpu
        for part in range(slices):
            turn = (round_number + part) % len(candidates)
            for candidate in [*candidates[turn:], *candidates[:turn]]:
                _add(sums[candidate.name], candidate, part)
        for name, (units, wall, cpu) in sums.items():
            rates[name].wall.append(units / wall)
            rates[name].cpu.append(units / cpu)
    return rates


def _add(sums: list[float], candidate: Candidate, part: int) -> None:
    gc.collect()
    gc.disable()  # garbage of one candidate is not collected in the time of another
    wall, cpu = time.perf_counter(), time.process_time()
    units = candidate.work(part)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    gc.enable()
    for i, amount in enumerate((units, wall, cpu)):
        sums[i] += amount


def ratio(ours: Sequence[float], other: Sequence[float]) -> dict[str, float]:
    """Median, smallest and largest of the round-by-round ratios."""
    ratios = [mine / theirs for mine, theirs in zip(ours, other, strict=True)]
    return {"median": statistics.median(ratios), "min": min(ratios), "max": max(ratios)}


def report(
    title: str,
    unit: str,
    rates: dict[str, Rates],
    comparisons: Sequence[Comparison],
    options: argparse.Namespace,
    notes: Sequence[str] = (),
    scale: float = 1.0,
) -> dict:
    """Prints the tables and returns the figures as plain data. unit: what a rate counts, after division by `scale`."""
    from rich.console import Console
    from rich.table import Table

    console = Console(width=110)
    speeds = Table("", f"{unit} (wall)", f"{unit} (cpu)", title=title, title_justify="left")
    figures: dict = {"title": title, "unit": unit, "notes": list(notes), "rates": {}, "ratios": []}
    for name, each in rates.items():
        medians = {"wall": statistics.median(each.wall) / scale, "cpu": statistics.median(each.cpu) / scale}
        figures["rates"][name] = medians
        speeds.add_row(name, *(f"{medians[clock]:,.0f}" for clock in ("wall", "cpu")))
    ratios = Table("ratio", "by wall time (min-max)", "by cpu time (min-max)", "aim")
    for each in comparisons:
        ours, other = rates[each.ours], rates[each.other]
        both = {"wall": ratio(ours.wall, other.wall), "cpu": ratio(ours.cpu, other.cpu)}
        figures["ratios"].append({"ours": each.ours, "other": each.other, "aim": each.aim, **both})
        shown = [f"{r['median']:.2f} ({r['min']:.2f}-{r['max']:.2f})" for r in both.values()]
        ratios.add_row(f"{each.ours} / {each.other}", *shown, "" if each.aim is None else f"{each.aim:g}")
    console.print(speeds, ratios, *notes, "", sep="\n")
    return figures


def machine() -> str:
    """The processor and the number of cores in use, in words; no names of hosts."""
    name = platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        models = [line.split(":", 1)[1].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line]
        name = models[0] if models else name
    return f"{name}, {os.cpu_count()} cores, {torch.backends.cpu.get_cpu_capability()}"


def finish(options: argparse.Namespace, sections: Sequence[dict]) -> None:
    """Says where and when, and writes the JSON file if one was asked for."""
    about = {
        "date": datetime.date.today().isoformat(),
        "machine": machine(),
        "threads": torch.get_num_threads(),
        "torch": torch.__version__,
        "rounds": ROUNDS,
        "smoke": options.smoke,
    }
    print(", ".join(f"{key} {value}" for key, value in about.items()))
    if options.json:
        options.json.write_text(json.dumps({**about, "sections": list(sections)}, indent=2) + "\n", encoding="utf-8")


def corpus_or_everyday(name: str, data: Path | None, smoke: bool):
    """(corpus, note): the named corpus where its files are at hand, otherwise the embedded one; no downloads."""
    from d2l_lite.corpora import load_corpus

    found = data or os.environ.get("D2L_LITE_DATA")
    if found and not smoke:
        return load_corpus(name, found), f"corpus: {name}"
    return load_corpus("everyday"), f"corpus: everyday (for {name} give --data or set D2L_LITE_DATA)"


def ready_run(corpus, config, tokenizers):
    """A `Run` whose `_step` can be called, as `Run.train` would; nothing is written to its folder."""
    from d2l_lite.steps import batch_loss
    from d2l_lite.train import Run

    run = Run(Path(tempfile.gettempdir()), config, corpus, *tokenizers)
    run.total_steps, run._loss_fn = 10**6, batch_loss
    run.net.train()
    return run
