"""Subjects and noun phrases in both languages at once. A phrase is a pair (English, French). Two marks wait in the
French for the sentence: ``<un>``, ``<des>`` and their like are articles that become "de" under a negation, and
``<mon>``, ``<ma>``, ``<mes>`` follow the subject; in the English ``<some>`` turns into "any" under a negation,
and ``<my>`` follows the subject."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from . import english as en
from . import french as fr
from .lexicon import ADJECTIVES, NOUNS, Adjective, Noun
from .tables import listed

T = TypeVar("T")
Pair = tuple[str, str]


class Chooser:
    """Draws from a seed with ``random.Random.random`` alone, whose stream is the same on every Python version."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, bound: int) -> int:
        """An integer from 0 to bound - 1."""
        return int(self._random.random() * bound)

    def pick(self, choices: Sequence[T]) -> T:
        """One of the choices, each as likely as the others."""
        return choices[self.below(len(choices))]

    def chance(self, probability: float) -> bool:
        """True with the given probability."""
        return self._random.random() < probability

    def noun(self, *classes: str) -> Noun:
        """A noun of one of the classes."""
        return self.pick(NOUNS[self.pick(classes)])

    def adjective(self, kind: str) -> Adjective:
        """An adjective of a kind."""
        return self.pick(ADJECTIVES[kind])


@dataclass(frozen=True)
class Subject:
    """Who acts: words in both languages, French person 0–5, gender, number of the agreement, English possessive."""

    english: str
    french: str
    person: int
    gender: str
    number: str
    my: str
    owner: int  # the person whose possessive "his own" takes

    @property
    def is_pronoun(self) -> bool:
        return self.english in PRONOUN_NAMES


def _pronoun(english: str, french: str, person: int, gender: str, number: str, my: str) -> Subject:
    return Subject(english, french, person, gender, number, my, person)


I = _pronoun("I", "je", 0, "m", "s", "my")  # noqa: E741 (the pronoun is the clearest name)
YOU = _pronoun("you", "tu", 1, "m", "s", "your")
HE = _pronoun("he", "il", 2, "m", "s", "his")
SHE = _pronoun("she", "elle", 2, "f", "s", "her")
WE = _pronoun("we", "nous", 3, "m", "p", "our")
YOU_ALL = _pronoun("you", "vous", 4, "m", "s", "your")  # the polite form
THEY = _pronoun("they", "ils", 5, "m", "p", "their")
PRONOUNS = (I, YOU, HE, SHE, WE, THEY)
PRONOUN_NAMES = {"I", "you", "he", "she", "we", "they"}
WOMEN = listed("""Marie Julie Sophie Claire Emma Nadia Lucie Anne Alice Léa Sarah Camille Inès Hélène""")
MEN = listed("""Paul Pierre Thomas Karim Hugo Lucas Antoine Julien Nicolas Marc David Louis Omar Étienne""")
MY = (("my", 0), ("your", 1), ("his", 2), ("her", 2), ("our", 3), ("their", 5))
OWN = MY[:4]  # owners of what one person has: a hat, a husband
OBJECTS = {
    "I": ("me", "me"),
    "you": ("you", "te"),
    "he": ("him", "le"),
    "she": ("her", "la"),
    "we": ("us", "nous"),
    "they": ("them", "les"),
}
INDIRECT = {
    "I": ("me", "me"),
    "you": ("you", "te"),
    "he": ("him", "lui"),
    "she": ("her", "lui"),
    "we": ("us", "nous"),
    "they": ("them", "leur"),
}
STRESSED = {
    "I": ("me", "moi"),
    "you": ("you", "toi"),
    "he": ("him", "lui"),
    "she": ("her", "elle"),
    "we": ("us", "nous"),
    "they": ("them", "eux"),
}
REFLEXIVE = ("me", "te", "se", "nous", "vous", "se")


def possessed(noun: Noun, owner: tuple[str, int], number: str = "s") -> Pair:
    """my friend = mon ami."""
    word = noun.french if number == "s" else noun.french_plural
    english = noun.english if number == "s" else noun.english_plural
    return f"{owner[0]} {english}", f"{fr.possessive(owner[1], noun.gender, number, word)} {word}"


def noun_subject(pair: Pair, gender: str, number: str = "s") -> Subject:
    """A subject of the third person made from a phrase."""
    if number == "p":
        return Subject(*pair, 5, gender, "p", "their", 5)
    return Subject(*pair, 2, gender, "s", "her" if gender == "f" else "his", 2)


KIN = ("mother", "father")


def relative(
    rng: Chooser, owners: Sequence[tuple[str, int]] = MY, classes: Sequence[str] = (*KIN, "acquaintance")
) -> Subject:
    """A member of the family or an acquaintance: my sister, our neighbours."""
    noun = rng.noun(*classes)
    number = "s"
    if noun in NOUNS["acquaintance"] and noun.english not in ("boss", "doctor") and rng.chance(0.4):
        number = "p"
    owner = rng.pick(owners)
    if noun.english in ("wife", "husband"):
        owner = rng.pick([one for one in owners if one in OWN] or OWN[:1])
        if owner[1] == 2:
            owner = ("his", 2) if noun.english == "wife" else ("her", 2)
    return noun_subject(possessed(noun, owner, number), noun.gender, number)


def kin(rng: Chooser, owners: Sequence[tuple[str, int]] = MY) -> Subject:
    """A member of the family."""
    return relative(rng, owners, KIN)


def named(rng: Chooser) -> Subject:
    """A person by name."""
    name, gender = (rng.pick(WOMEN), "f") if rng.chance(0.5) else (rng.pick(MEN), "m")
    return noun_subject((name, name), gender)


def subject(rng: Chooser, pronouns: Sequence[Subject] = PRONOUNS) -> Subject:
    """A person: a pronoun (half of the time), somebody known, or a name."""
    if rng.chance(0.55):
        return rng.pick(pronouns)
    return relative(rng) if rng.chance(0.65) else named(rng)


def single(rng: Chooser) -> Subject:
    """One person."""
    while (who := subject(rng)).number == "p":
        continue
    return who


def third_person(rng: Chooser) -> Subject:
    """A person other than I, you and we."""
    return subject(rng, (HE, SHE, THEY))


def words(noun: Noun, number: str, adjective: Adjective | None = None) -> Pair:
    """A noun with its adjective, without an article."""
    english = noun.english if number == "s" else noun.english_plural
    french = noun.french if number == "s" else noun.french_plural
    if adjective is None:
        return english, french
    english = f"{adjective.english} {english}"
    if adjective.first:
        return english, f"{fr.before_noun(adjective.french, noun.gender, number, french)} {french}"
    return english, f"{french} {fr.agree(adjective.french, noun.gender, number)}"


def the(noun: Noun, number: str = "s", adjective: Adjective | None = None) -> Pair:
    """the old house = la vieille maison."""
    english, french = words(noun, number, adjective)
    return f"the {english}", joined(fr.definite(noun.gender, number), french)


def this(noun: Noun, number: str = "s", adjective: Adjective | None = None, that: bool = False) -> Pair:
    """this tree = cet arbre, these shoes = ces chaussures."""
    english, french = words(noun, number, adjective)
    pointer = ("those" if that else "these") if number == "p" else ("that" if that else "this")
    return f"{pointer} {english}", f"{fr.demonstrative(noun.gender, number, french)} {french}"


def a(noun: Noun, adjective: Adjective | None = None, mark: bool = True) -> Pair:
    """a new car = <une> nouvelle voiture; the mark becomes "de" under a negation unless mark is False."""
    english, french = words(noun, "s", adjective)
    article = "un" if noun.gender == "m" else "une"
    return f"{en.article(english)} {english}", f"<{article}> {french}" if mark else f"{article} {french}"


def some(noun: Noun, number: str = "s", adjective: Adjective | None = None) -> Pair:
    """some bread = <du> pain, some apples = <des> pommes, some beautiful flowers = de belles fleurs."""
    english, french = words(noun, number, adjective)
    if adjective and adjective.first and number == "p":
        return f"<some> {english}", joined("de", french)
    article = fr.partitive(noun.gender, number, french)
    return f"<some> {english}", f"<{article}> {french}"


def my(noun: Noun, number: str = "s", adjective: Adjective | None = None) -> Pair:
    """<my> car = <mon> with what its noun needs: resolved when the subject is known."""
    english, french = words(noun, number, adjective)
    form = "mes" if number == "p" else ("mon" if noun.gender == "m" or fr.elides(french) else "ma")
    return f"<my> {english}", f"<{form}> {french}"


def joined(first: str, rest: str) -> str:
    """Two words with elision between them, so that a preposition sees l'école and not le école."""
    return fr.apply_elision(f"{first} {rest}")


def preposition(english: str, french: str, phrase: Pair) -> Pair:
    """A preposition before a phrase, contracted in French: at the station = à la gare."""
    return f"{english} {phrase[0]}", fr.with_preposition(french, phrase[1])


_ARTICLE = re.compile(r"<(une?|du|de la|de l'|des)>( ?)")
_MY = re.compile(r"<(mon|ma|mes)>")
_COLUMN = {"mon": 0, "ma": 1, "mes": 2}


def resolve(pair: Pair, owner: Subject | None, negative: bool) -> Pair:
    """Replace the marks of a phrase by words, for a subject and a polarity."""
    english, french = pair
    english = english.replace("<some>", "any" if negative else "some")
    if owner is not None:
        english = english.replace("<my>", owner.my)
        french = _MY.sub(lambda match: fr.POSSESSIVES[owner.owner][_COLUMN[match[1]]], french)
    if negative:
        french = _ARTICLE.sub("de ", french)
    else:
        french = _ARTICLE.sub(lambda match: match[1] + ("" if match[1].endswith("'") else " "), french)
    return english, french
