"""The `course` command: train a Transformer, and translate with it."""

import contextlib
import io
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

import click

from d2l_lite.config import CONFIGS, MOST_ALPHA, RunConfig, named_config
from d2l_lite.corpora import CORPORA
from d2l_lite.run_display import RunDisplay, course_command, print_results

# Before PyTorch is loaded: threads that wait for one another spin for a moment, then sleep. Without the sleep, a
# machine that does something else beside slows a run many times over (200 layers of a small net: 2 to 13 s, and under
# 1 s with it); without the moment, two cores are no faster than one (two epochs of everyday: 16 s, and 10 s with it).
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
os.environ.setdefault("GOMP_SPINCOUNT", "20000")

RUNS = Path("runs")
DEFAULT_CONFIG = {"everyday": "everyday", "multi30k-tok": "tiny-m30k"}  # the others: small
# What may change when a run goes on: how long, how fast and where, not what is trained on what.
RESUMABLE = (
    *("epochs", "schedule", "learning_rate", "precision", "device", "compile"),
    *("average_last", "checkpoint_every", "valid_every", "beam_size", "alpha"),
)


def _survive_any_terminal() -> None:
    """French text on a terminal that lacks a letter shows a question mark there, and no traceback."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")


def _fail(problem: Exception | str) -> NoReturn:
    raise click.ClickException(str(problem))


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="d2l-lite")
def main() -> None:
    """Train a small Transformer from English to French, look inside it, and translate.

    \b
    course train                                  the embedded corpus: three minutes on two cores
    course train --corpus multi30k --epochs 10    29,000 image captions
    course translate "I lost my keys."            with the last run, or the model that comes along
    """
    _survive_any_terminal()


# --- train ------------------------------------------------------------------------------------------------------------


def _config_options(command: Callable) -> Callable:
    """One option for each field of `RunConfig`."""
    for item in reversed(fields(RunConfig)):
        flag = item.name.replace("_", "-")
        usual = {name: getattr(CONFIGS[name], item.name) for name in ("everyday", "small")}
        shown = ", ".join(f"{name}: {value}" for name, value in usual.items())
        help_text = f"{item.metadata['help']}  [{shown if len({*usual.values()}) > 1 else usual['small']}]"
        if item.type is bool or item.type == "bool":
            option = click.option(f"--{flag}/--no-{flag}", item.name, default=None, help=help_text)
        else:
            kind = click.Choice(item.metadata["choices"]) if item.metadata["choices"] else type(item.default)
            option = click.option(f"--{flag}", item.name, type=kind, default=None, help=help_text)
        command = option(command)
    return command


@main.command()
@click.option("--corpus", type=click.Choice(CORPORA), default=None, help="what to learn from  [default: everyday]")
@click.option(
    "--config", "name", type=click.Choice(list(CONFIGS)), default=None, help="a named set of the options below"
)
@click.option(
    "--data",
    "data_dir",
    type=click.Path(path_type=Path),
    help="folder with the corpus; else $D2L_LITE_DATA, the cache, the network",
)
@click.option("--out", type=click.Path(path_type=Path), help="the run's folder  [default: runs/CORPUS-DATE]")
@click.option("--resume", is_flag=True, help="go on with the run in --out, or with the last one that isn't finished")
@_config_options
def train(
    corpus: str | None, name: str | None, data_dir: Path | None, out: Path | None, resume: bool, **options: Any
) -> None:
    """Train, translate the test set, write a report.

    All of it goes into a folder of its own.

    Each option below changes one field of the configuration. What isn't given comes from --config, and without that
    from the corpus: everyday has a configuration of its own, multi30k-tok takes tiny-m30k, the others small. In
    brackets stand the values of everyday and small; `course configs` shows all configurations.

    \b
    course train                                              the embedded corpus
    course train --corpus fra-eng --epochs 3                  Tatoeba, 167,130 pairs
    course train --corpus fra-eng --config book               the book's model on its first 600 pairs
    course train --resume                                     after a crash or Ctrl-C
    course train --num-hiddens 256 --num-heads 8 --seed 7     sizes of your own
    """
    changes = {key: value for key, value in options.items() if value is not None}
    from d2l_lite.checkpoints import CheckpointError
    from d2l_lite.corpora import CorpusError, CorpusNotFound, load_corpus
    from d2l_lite.train import Interrupted, Run, TrainingError, read_run

    display, folder = RunDisplay(), None
    try:
        if resume:
            _check_resumable(corpus, name, changes)
            folder = out or _last_run(finished=False)
            corpus_name = read_run(folder)["corpus"]
        else:
            corpus_name = corpus or "everyday"
            config = named_config(name or DEFAULT_CONFIG.get(corpus_name, "small"), **changes)
            folder = out or RUNS / f"{corpus_name}-{datetime.now():%Y%m%d-%H%M%S}"
            if (folder / "run.json").exists():
                _fail(f"there is a run in {folder} already; add --resume to go on with it, or choose another --out")
        data = load_corpus(corpus_name, data_dir)
        for note in data.notes:
            click.echo(f"Note: {note}")
        if resume:
            run = Run.resume(folder, data, display.watcher(), **changes)
        else:
            used = f"the first {config.num_examples:,} of " if 0 < config.num_examples < len(data.train) else ""
            click.echo(f"Reading {corpus_name}: {used}{len(data.train):,} training pairs. Learning the vocabulary ...")
            run = Run.start(folder, config, data, display.watcher())
        _train_and_report(run, display)
    except (Interrupted, KeyboardInterrupt):
        if folder is None or not (folder / "run.json").exists():
            raise click.Abort from None  # nothing was begun
        click.echo(f"\nStopped; nothing is lost. Go on with:  {_go_on(folder, data_dir)}")
        sys.exit(130)
    except (CheckpointError, CorpusError, CorpusNotFound, ImportError, TrainingError, ValueError, OSError) as problem:
        _fail(problem)


def _go_on(folder: Path, data_dir: Path | None) -> str:
    """The command that resumes a run, ready to be pasted."""
    words = ["train", "--resume", "--out", str(folder), *(["--data", str(data_dir)] if data_dir else [])]
    return f"{course_command()} {subprocess.list2cmdline(words) if os.name == 'nt' else shlex.join(words)}"


def _check_resumable(corpus: str | None, name: str | None, changes: dict[str, Any]) -> None:
    fixed = [f"--{key.replace('_', '-')}" for key in changes if key not in RESUMABLE]
    fixed += ["--corpus"] * bool(corpus) + ["--config"] * bool(name)
    if fixed:
        allowed = ", ".join(f"--{key.replace('_', '-')}" for key in RESUMABLE)
        _fail(
            f"a run goes on with the configuration it began with: leave out {', '.join(fixed)} ({allowed} may change)"
        )


def _last_run(finished: bool) -> Path:
    """The newest folder in runs/ that has its model, or that lacks its report."""
    folders = [path.parent for path in RUNS.glob("*/run.json")]
    wanted = [
        folder
        for folder in folders
        if ((folder / "model.safetensors").exists() if finished else not (folder / "report.json").exists())
    ]
    if not wanted:
        kind = "finished" if finished else "unfinished"
        _fail(f"there is no {kind} run in {RUNS.resolve()}; `course train` begins one, --out names a folder elsewhere")
    return max(wanted, key=lambda folder: (folder / "run.json").stat().st_mtime)


def _vocabularies(run: Any) -> str:
    if run.source is run.target:
        return f"a joint vocabulary of {len(run.source):,} subwords"
    return f"{len(run.source):,} source and {len(run.target):,} target tokens"


def _train_and_report(run: Any, display: RunDisplay) -> None:
    from d2l_lite.ffn import count_parameters
    from d2l_lite.report import test_run, write_report

    config = run.config
    click.echo(
        f"Model: {count_parameters(run.net):,} parameters, "
        f"{config.num_encoder_layers} + {config.num_decoder_layers} layers of width {config.num_hiddens}, "
        f"{_vocabularies(run)}, on {run.device}."
    )
    click.echo(f"Folder: {run.folder}")
    if run.pairs.left_out:
        click.echo(
            f"Note: {run.pairs.left_out} training pairs are empty or over {config.num_steps} tokens and are left out."
        )
    with display.running():
        run.train()
    click.echo("Translating the test sets ...")
    results = test_run(run)
    report = write_report(run, results)
    print_results(results, report, run.folder)


# --- translate --------------------------------------------------------------------------------------------------------


@main.command()
@click.argument("sentences", nargs=-1)
@click.option(
    "--file", "path", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="translate each line of a file"
)
@click.option(
    "--model",
    type=click.Path(path_type=Path),
    help="a run's folder, a model.safetensors, or `shipped`  [default: the last run, else the shipped model]",
)
@click.option(
    "--beam", type=click.IntRange(1, 100), default=4, show_default=True, help="hypotheses kept; 1 is greedy decoding"
)
@click.option(
    "--alpha", type=click.FloatRange(-MOST_ALPHA, MOST_ALPHA), default=0.6, show_default=True, help="length penalty"
)
@click.option(
    "--heatmap",
    type=click.Path(path_type=Path),
    help="draw the attention from French to English into this .png or .svg",
)
@click.option("--device", default="auto", show_default=True)
def translate(
    sentences: tuple[str, ...],
    path: Path | None,
    model: Path | None,
    beam: int,
    alpha: float,
    heatmap: Path | None,
    device: str,
) -> None:
    """Translate English sentences into French.

    Each argument is a sentence; without arguments, each line of --file or of standard input is one. The translations go
    to standard output, one a line. The model is the last run's, or with `--model shipped` the one that comes along.

    \b
    course translate "I lost my keys." "Where is the station?"
    course translate --file letter.txt --beam 8 > lettre.txt
    echo "See you tomorrow!" | course translate
    course translate "She is reading a book." --heatmap attention.png
    """
    from d2l_lite.checkpoints import CheckpointError
    from d2l_lite.translate import Translator

    if heatmap and heatmap.suffix.lower() not in (".png", ".svg"):
        _fail(f"a heatmap is drawn as .png or .svg, but {heatmap} was asked for")
    try:
        lines = _sentences(sentences, path)
        found = _model_path(model)
        translator = Translator.load(found, device)
        click.echo(f"({found}, trained on {translator.description.get('corpus', 'an unknown corpus')})", err=True)
        for line in translator.translate(lines, beam, alpha):
            click.echo(line)
        if heatmap:
            _draw_heatmap(translator, lines, beam, alpha, heatmap)
    except (CheckpointError, ValueError, OSError) as problem:
        _fail(problem)


def _sentences(arguments: tuple[str, ...], path: Path | None) -> list[str]:
    if arguments and path:
        _fail("give sentences or --file, not both")
    if arguments:
        return list(arguments)
    if path is None and sys.stdin.isatty():
        _fail('nothing to translate: give a sentence, as in  course translate "I lost my keys."')
    content = path.read_bytes() if path else sys.stdin.buffer.read()
    try:
        # Not splitlines, which also cuts at form feeds and the like: a line in is a line out.
        return [line.removesuffix("\n") for line in io.StringIO(content.decode("utf-8-sig"), newline=None)]
    except UnicodeDecodeError as problem:
        where = content[: problem.start].count(b"\n") + 1
        _fail(f"line {where} of {path or 'the input'} is not UTF-8 text; save it as UTF-8")


def _model_path(model: Path | None) -> Path:
    from d2l_lite.translate import PRETRAINED

    if model == Path("shipped"):
        return PRETRAINED
    if model is not None:
        return model / "model.safetensors" if model.is_dir() else model
    if any(RUNS.glob("*/model.safetensors")):
        return _last_run(finished=True) / "model.safetensors"
    return PRETRAINED


def _draw_heatmap(translator: Any, lines: list[str], beam: int, alpha: float, path: Path) -> None:
    from d2l_lite.report import heatmaps_of, save_figure

    if not lines:
        _fail("there is no sentence to draw a heatmap of")
    if len(lines) > 1:
        click.echo("The heatmap shows the first sentence.", err=True)
    figure = heatmaps_of(translator, lines[0], beam, alpha)["cross"]
    save_figure(figure, path.with_suffix(""), formats=(path.suffix[1:],))
    click.echo(f"Heatmap: {path}", err=True)


# --- configs ----------------------------------------------------------------------------------------------------------


@main.command()
def configs() -> None:
    """Show the named configurations side by side."""
    from rich.console import Console
    from rich.table import Table

    table = Table()
    for column in ("field", *CONFIGS):
        table.add_column(column, justify="left" if column == "field" else "right")
    for item in fields(RunConfig):
        table.add_row(item.name, *(str(getattr(config, item.name)) for config in CONFIGS.values()))
    Console().print(table)


if __name__ == "__main__":
    main()
