"""English–French corpora by name, found on this machine or downloaded once, split into train, valid and test.

`load_corpus("everyday")` needs nothing: the pairs ship with the package. `corpus_files` finds the files of the others.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from d2l_lite.corpus_files import FRA_ENG, MULTI30K, CorpusError, CorpusNotFound, read_file
from d2l_lite.everyday import SHARES, read_everyday, source_key, split_of
from d2l_lite.tokenizer import normalise_text

__all__ = [
    "CORPORA",
    "Corpus",
    "CorpusError",
    "CorpusNotFound",
    "TestSet",
    "decode_text",
    "load_corpus",
    "read_fra_eng",
    "read_pairs",
]
CORPORA = ("everyday", "fra-eng", "multi30k", "multi30k-tok")


@dataclass(frozen=True)
class TestSet:
    """Sentences to translate and, for each, its list of right answers (one or more)."""

    __test__ = False  # the name makes pytest look for tests in it

    sources: list[str]
    references: list[list[str]]

    def __len__(self) -> int:
        return len(self.sources)


@dataclass
class Corpus:
    """Sentence pairs to train on, and held-out sentences.

    Where the split is ours (everyday, fra-eng) no held-out English sentence is trained on; Multi30k is as published.
    """

    name: str
    train: list[tuple[str, str]]
    valid: TestSet
    tests: dict[str, TestSet]
    source: str
    license: str
    pretokenised: bool = False  # the text is tokenised: its BLEU is counted without another tokenisation
    notes: list[str] = field(default_factory=list)  # what a report should say about the files used


def load_corpus(name: str, data_dir: str | Path | None = None) -> Corpus:
    """The corpus `name`: "everyday", "fra-eng", "multi30k" or "multi30k-tok" (lower-cased, Moses-tokenised).

    Sentences come with single plain spaces and straight apostrophes (`normalise_text`).

    data_dir: a folder that holds the files, in subfolders `fra-eng` and `multi30k` or directly; packed or not. Files
    found there need not be the known release: another one is used and noted.
    Raises CorpusNotFound, saying where to put it, for a file that is nowhere; CorpusError, naming file and line, for
    one that is damaged or can't be read; ValueError when there is no corpus of that name.
    """
    if name == "everyday":
        return _everyday()
    if name == "fra-eng":
        return _fra_eng(data_dir)
    if name in ("multi30k", "multi30k-tok"):
        return _multi30k(name, data_dir)
    raise ValueError(f"Unknown corpus {name!r}; choose one of {', '.join(CORPORA)}.")


def read_fra_eng(data_dir: str | Path | None = None, notes: list[str] | None = None) -> str:
    """The text of `fra.txt`, `English TAB French` lines (a newer release has a third column)."""
    return decode_text(read_file(FRA_ENG, data_dir, notes), "fra.txt")


# --- the corpora ------------------------------------------------------------------------------------------------------

_FRA_ENG_SHARES = (0.01, 0.01)  # (valid, test), about 1,200 sources each


def _everyday() -> Corpus:
    parts: dict[str, list[tuple[str, str]]] = {"train": [], "valid": [], "hand": [], "grammar": []}
    part_of = _Splitter()
    for pair in read_everyday():
        part = part_of(pair.english, *SHARES[pair.origin])
        parts[pair.origin if part == "test" else part].append((pair.english, pair.french))
    return Corpus(
        "everyday",
        parts["train"],
        _group(parts["valid"]),
        {origin: _group(parts[origin]) for origin in ("hand", "grammar")},
        source="written for this project",
        license="CC BY 4.0",
    )


def _fra_eng(data_dir: str | Path | None) -> Corpus:
    notes: list[str] = []
    parts: dict[str, list[tuple[str, str]]] = {"train": [], "valid": [], "test": []}
    part_of = _Splitter()
    for english, french in read_pairs(read_fra_eng(data_dir, notes), "fra.txt"):
        parts[part_of(english, *_FRA_ENG_SHARES)].append((english, french))
    return Corpus(
        "fra-eng",
        parts["train"],
        _group(parts["valid"]),
        {"test": _group(parts["test"])},
        source="Tatoeba (tatoeba.org) through manythings.org/anki",
        license="CC BY 2.0",
        notes=notes,
    )


class _Splitter:
    """Puts each source sentence on one side; that holds for later occurrences, whatever their shares."""

    def __init__(self) -> None:
        self._parts: dict[str, str] = {}

    def __call__(self, source: str, valid_share: float, test_share: float) -> str:
        key = source_key(source)
        if key not in self._parts:
            self._parts[key] = split_of(source, valid_share, test_share)
        return self._parts[key]


def _multi30k(name: str, data_dir: str | Path | None) -> Corpus:
    notes: list[str] = []
    infix = ".lc.norm.tok" if name == "multi30k-tok" else ""
    parts = {}
    for part in ("train", "val", "test_2016_flickr", "test_2017_flickr", "test_2017_mscoco"):
        names = [f"{part}{infix}.{language}" for language in ("en", "fr")]
        sides = [_lines(decode_text(read_file(MULTI30K[n], data_dir, notes), n)) for n in names]
        parts[part] = _parallel(sides, names)
    return Corpus(
        name,
        parts["train"],
        _one_reference(parts["val"]),
        {part: _one_reference(pairs) for part, pairs in parts.items() if part.startswith("test")},
        source="github.com/multi30k/dataset, task 1",
        license="for research and education (captions of Flickr photographs)",
        pretokenised=bool(infix),
        notes=notes,
    )


def _group(pairs: Iterable[tuple[str, str]]) -> TestSet:
    """One entry for each source, with all its different answers in the order of the file."""
    answers: dict[str, dict[str, None]] = {}
    for source, target in pairs:
        answers.setdefault(source, {})[target] = None
    return TestSet(list(answers), [list(targets) for targets in answers.values()])


def _one_reference(pairs: list[tuple[str, str]]) -> TestSet:
    """One entry for each line, as published: scores on a repeated sentence count twice."""
    return TestSet([source for source, _ in pairs], [[target] for _, target in pairs])


# --- reading ----------------------------------------------------------------------------------------------------------


def decode_text(payload: bytes, file_name: str) -> str:
    """UTF-8 text, with or without a byte order mark, its lines ended by LF or CR LF.

    Raises CorpusError for bytes that are not UTF-8, naming line and byte, and for nothing but white space.
    """
    try:
        text = payload.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = payload.count(b"\n", 0, error.start) + 1
        raise CorpusError(
            f"{file_name}, line {line}: byte 0x{payload[error.start]:02X} at offset {error.start} is not UTF-8. "
            "Was the file, or a part of it, saved in another encoding (Latin-1, Windows-1252)? Save it as UTF-8."
        ) from None
    if not text.strip():
        raise CorpusError(f"{file_name} is empty.")
    return text.replace("\r\n", "\n")


def read_pairs(text: str, file_name: str) -> list[tuple[str, str]]:
    """The different pairs of `English TAB French [TAB …]` lines, normalised; blank lines are passed over.

    Raises CorpusError for a line without a tab, or with an empty side.
    """
    pairs: dict[tuple[str, str], None] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        columns = [normalise_text(column) for column in line.split("\t")]
        if len(columns) < 2 or not columns[0] or not columns[1]:
            raise CorpusError(
                f"{file_name}, line {number}: needs an English sentence, a tab and a French one, "
                f"has {line[:60]!r}{'…' if len(line) > 60 else ''}."
            )
        pairs[columns[0], columns[1]] = None
    return list(pairs)


def _lines(text: str) -> list[str]:
    return [normalise_text(line) for line in text.removesuffix("\n").split("\n")]


def _parallel(sides: list[list[str]], names: list[str]) -> list[tuple[str, str]]:
    english, french = sides
    if len(english) != len(french):
        raise CorpusError(
            f"{names[0]} has {len(english)} lines and {names[1]} {len(french)}: line i of one must "
            "translate line i of the other. Take both files from the same release."
        )
    for number, pair in enumerate(zip(english, french, strict=True), start=1):
        if not all(pair):
            raise CorpusError(f"{names[0] if not pair[0] else names[1]}, line {number}: is empty.")
    return list(zip(english, french, strict=True))
