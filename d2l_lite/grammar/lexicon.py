"""The nouns and adjectives, read from their tables.

A noun's class says what it can do in a sentence (food is eaten, clothes are worn), an adjective's kind what it may
describe: that keeps the sentences sensible.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from . import english as en
from . import french as fr
from .adjectives import ADJECTIVE_TEXT
from .nouns import NOUN_TEXT
from .tables import sections


@dataclass(frozen=True)
class Noun:
    """A noun with its English and French singular and plural, and its French gender ("m" or "f")."""

    english: str
    english_plural: str
    french: str
    french_plural: str
    gender: str


@dataclass(frozen=True)
class Adjective:
    """An adjective: English, French masculine singular, and whether French puts it before the noun."""

    english: str
    french: str
    first: bool


def _noun(entry: str) -> Noun:
    left, right = (side.strip() for side in entry.split("="))
    words, gender = right.rsplit(" ", 1)
    french, _, french_plural = words.partition("/")
    english, _, english_plural = left.partition("/")
    if gender not in ("m", "f"):
        raise ValueError(f"lexicon entry {entry!r} has gender {gender!r}; it needs m or f at its end")
    return Noun(english, english_plural or en.plural(english), french, french_plural or fr.plural(french), gender)


NOUNS: dict[str, tuple[Noun, ...]] = {
    name: tuple(_noun(entry) for entry in entries) for name, entries in sections(NOUN_TEXT).items()
}


def _adjective(entry: str) -> Adjective:
    left, right = (side.strip() for side in entry.split("="))
    return Adjective(left, right.removeprefix("<"), right.startswith("<"))


ADJECTIVES: dict[str, tuple[Adjective, ...]] = {
    name: tuple(_adjective(entry) for entry in entries) for name, entries in sections(ADJECTIVE_TEXT).items()
}


def size() -> int:
    """How many different entries the noun and adjective tables hold."""
    nouns: Iterable[Noun] = (noun for entries in NOUNS.values() for noun in entries)
    adjectives = (entry for entries in ADJECTIVES.values() for entry in entries)
    return len(set(nouns)) + len({(entry.english, entry.french) for entry in adjectives})
