"""Trades: what people are, were and want to become."""

from .. import english as en
from .. import french as fr
from ..clauses import VerbPhrase, clause
from ..lexicon import Noun
from ..phrases import (
    HE,
    PRONOUNS,
    SHE,
    Chooser,
    Pair,
    Subject,
    kin,
    named,
)
from ..registry import sentence, template
from ..tables import listed
from .people import be
from .travel import CITIES

FEMALE_JOBS = dict(
    pair.split("/")
    for pair in listed(
        """médecin/médecin professeur/professeure facteur/factrice acteur/actrice traducteur/traductrice
    agriculteur/agricultrice écrivain/écrivaine ingénieur/ingénieure"""
    )
) | {"conducteur de bus": "conductrice de bus"}


FEMALE_ENGLISH = {"postman": "postwoman", "waiter": "waitress", "actor": "actress"}


def job_words(noun: Noun, who: Subject) -> Pair:
    """A trade for a person, without article in French: her mother is a nurse = infirmière."""
    if who.number == "p":
        return noun.english_plural, noun.french_plural
    if who.gender == "m":
        return f"{en.article(noun.english)} {noun.english}", noun.french
    english = FEMALE_ENGLISH.get(noun.english, noun.english)
    return f"{en.article(english)} {english}", FEMALE_JOBS.get(noun.french) or fr.agree(noun.french, "f", "s")


@template
def trade(rng: Chooser) -> Pair:
    """My mother is a nurse; he wants to become a pilot."""
    who = rng.pick((kin(rng), named(rng), rng.pick(PRONOUNS[:4]), rng.pick((HE, SHE))))
    if rng.chance(0.5):
        return sentence(
            be(
                who,
                job_words(rng.noun("job"), who),
                rng.pick(("present", "present", "was")),
                rng.pick((None, None, None, "not")),
            )
        )
    english, french = job_words(rng.noun("job"), who)
    if who.number == "p":
        return sentence(be(who, (english, french)))
    return sentence(
        clause(
            who, VerbPhrase("become", english, "devenir", french), rng.pick(("want", "would_like", "past", "future"))
        )
    )


@template
def works_as(rng: Chooser) -> Pair | None:
    """He works as a waiter in Nice: il travaille comme serveur à Nice."""
    who = rng.pick((kin(rng), named(rng), rng.pick((HE, SHE))))
    english, french = job_words(rng.noun("job"), who)
    city = rng.pick(CITIES)
    phrase = VerbPhrase("work", f"as {english} in {city[0]}", "travailler", f"comme {french} {city[1]}")
    return sentence(clause(who, phrase, rng.pick(("present", "used"))))
