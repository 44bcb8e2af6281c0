"""The embedded corpus: everyday English–French pairs, some written by hand, the rest drawn by the grammar.

``python -m d2l_lite.everyday`` writes ``everyday.tsv`` anew from ``handwritten.tsv`` (the only one to edit) and the
grammar. `d2l_lite.grammar` states what all pairs keep to: when "you" is *vous*, typography, spelling.
"""

import hashlib
import re
from dataclasses import dataclass
from importlib import resources

HAND, GRAMMAR = "hand", "grammar"
GRAMMAR_SEED = 2024
TOTAL_PAIRS = 7000
SHARES = {HAND: (0.05, 0.12), GRAMMAR: (0.03, 0.06)}  # (valid, test) by origin


@dataclass(frozen=True)
class EverydayPair:
    """An English sentence, its French rendering, and where it comes from ("hand" or "grammar")."""

    english: str
    french: str
    origin: str


def _read_rows(name: str, columns: int) -> list[list[str]]:
    text = resources.files(__name__).joinpath(name).read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines()]
    for number, row in enumerate(rows, start=1):
        if len(row) != columns:
            raise ValueError(f"{name} line {number} has {len(row)} columns; it needs {columns}, separated by tabs")
    return rows


def read_everyday() -> list[EverydayPair]:
    """The shipped corpus, in file order: hand-written pairs first."""
    return [EverydayPair(*row) for row in _read_rows("everyday.tsv", 3)]


def build_everyday() -> list[EverydayPair]:
    """The corpus built from its sources: handwritten.tsv, then grammar pairs up to `TOTAL_PAIRS`."""
    from ..grammar import draw_pairs

    hand = [EverydayPair(english, french, HAND) for english, french in _read_rows("handwritten.tsv", 2)]
    drawn = draw_pairs(TOTAL_PAIRS - len(hand), GRAMMAR_SEED, {pair.english for pair in hand})
    return hand + [EverydayPair(english, french, GRAMMAR) for english, french in drawn]


def as_text(pairs: list[EverydayPair]) -> str:
    """Tab-separated lines: english, french, origin."""
    return "".join(f"{pair.english}\t{pair.french}\t{pair.origin}\n" for pair in pairs)


def source_key(source: str) -> str:
    """What makes two source sentences the same one: their words. "Run!" in training would give "Run." away."""
    return " ".join(re.findall(r"\w+", source.casefold())) or source


def split_of(source: str, valid_share: float, test_share: float) -> str:
    """Which part a source sentence belongs to, "train", "valid" or "test", by a stable hash: always the same part.

    The hash sees the `source_key`. The shares are fractions of all sentences.
    """
    if not (valid_share >= 0 and test_share >= 0 and valid_share + test_share <= 1):
        raise ValueError(f"shares are {valid_share} and {test_share}; each must be 0 or more, their sum at most 1")
    digest = hashlib.sha256(source_key(source).encode()).digest()
    position = int.from_bytes(digest[:8], "big") / 2**64
    if position < test_share:
        return "test"
    return "valid" if position < test_share + valid_share else "train"
