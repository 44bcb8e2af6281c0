"""Having, needing, owning and looking for things."""

from .. import french as fr
from ..clauses import VerbPhrase, clause
from ..lexicon import ADJECTIVES, NOUNS, Adjective
from ..phrases import (
    OWN,
    Chooser,
    Pair,
    a,
    named,
    possessed,
    preposition,
    relative,
    subject,
    the,
    this,
)
from ..registry import sentence, template
from ..tables import pairs
from .people import WOMENSWEAR
from .things import is_are, suits


@template
def where_thing_is(rng: Chooser) -> Pair | None:
    """The keys are on the table."""
    noun, number = rng.noun("carried", "kitchenware", "garment"), rng.pick("ssp")
    prepositions = {
        "surface": (("on", "sur"), ("on", "sur"), ("under", "sous"), ("next to", "à côté de")),
        "container": (("in", "dans"),),
    }
    kind = rng.pick(("surface", "container"))
    holder = rng.noun(kind)
    if holder.english in (noun.english, "pocket") or holder.english == "floor":
        return None
    if (
        noun in NOUNS["kitchenware"]
        and holder.english not in ("table", "cupboard", "drawer", "box", "shelf", "floor")
        or holder.english in ("suitcase", "bag", "drawer")
        and noun.english in ("suitcase", "bag", "rucksack", "umbrella")
    ):
        return None
    place = preposition(*rng.pick(prepositions[kind]), the(holder))
    thing = (
        the(noun, number) if noun in NOUNS["kitchenware"] or rng.chance(0.4) else possessed(noun, rng.pick(OWN), number)
    )
    return sentence(thing, is_are(number, rng.pick(("present", "present", "past"))), place)


@template
def where_is(rng: Chooser) -> Pair:
    """Where are my shoes? Where did you put my keys?"""
    noun = rng.noun("carried", "shoes", "garment")
    number = "p" if noun in NOUNS["shoes"] else rng.pick("ssp")
    thing = possessed(noun, rng.pick(OWN), number)
    if rng.chance(0.4):
        return sentence(("where", "où"), is_are(number), thing, end="?")
    asks = pairs(
        """where did you put = où as-tu mis; where did you find = où as-tu trouvé; where did you leave = où as-tu
            laissé; where did he put = où a-t-il mis; where did she leave = où a-t-elle laissé; have you seen =
            as-tu vu"""
    )
    return sentence(rng.pick(asks), thing, end="?")


@template
def needs(rng: Chooser) -> Pair | None:
    """I need a new coat: j'ai besoin d'un nouveau manteau."""
    noun_class, kind = rng.pick(
        (("garment", "garment"), ("furniture", "thing"), ("carried", None), ("appliance", None), ("kitchenware", None))
    )
    noun, who = rng.noun(noun_class), subject(rng)
    if noun.english in WOMENSWEAR and who.gender == "m":
        return None
    adjective = rng.adjective(kind) if kind else rng.pick((None, _adjective("thing", "new")))
    if adjective and (
        adjective.english in ("old", "expensive", "useful", "pretty", "beautiful") or not suits(adjective, noun)
    ):
        return None
    thing = a(noun, adjective, mark=False)
    phrase = VerbPhrase("need", thing[0], "avoir", fr.apply_elision(f"besoin de {thing[1]}"))
    return sentence(clause(who, phrase, "present"))


def _adjective(kind: str, english: str) -> Adjective:
    return next(entry for entry in ADJECTIVES[kind] if entry.english == english)


@template
def has_a(rng: Chooser) -> Pair | None:
    """They have a small white dog; she doesn't have a car."""
    noun_class, kind = rng.pick(
        (
            ("vehicle", "vehicle"),
            ("pet", "animal"),
            ("instrument", None),
            ("appliance", None),
            ("building", "building"),
            ("garment", "garment"),
        )
    )
    noun = rng.noun(noun_class)
    if (
        noun_class == "building"
        and noun.english not in ("house", "flat", "office", "restaurant")
        or noun.english == "drums"
    ):
        return None
    if noun_class == "appliance" and noun.english in ("lift", "heating", "keyboard", "doorbell"):
        return None
    who = subject(rng)
    if noun.english in WOMENSWEAR and who.gender == "m":
        return None
    adjective = rng.adjective(kind) if kind and rng.chance(0.7) else None
    if adjective and (not suits(adjective, noun) or adjective.english == "empty"):
        return None
    thing = a(noun, adjective)
    negation = "not" if adjective is None and rng.chance(0.4) else None
    tense = "used" if negation is None and rng.chance(0.3) else "present"
    return sentence(clause(who, VerbPhrase("have", thing[0], "avoir", thing[1]), tense, negation))


@template
def belongs(rng: Chooser) -> Pair:
    """Whose book is this? It belongs to my sister."""
    noun = rng.noun("carried", "vehicle", "garment", "lent")
    thing = this(noun)
    kind = rng.below(4)
    if kind == 0:
        return f"Whose {noun.english} is this?", f"À qui est {thing[1]} ?"
    if kind == 1:
        whose, mien = rng.pick(
            (("mine", "à moi"), ("yours", "à toi"), ("his", "à lui"), ("hers", "à elle"), ("ours", "à nous"))
        )
        verb = rng.pick((("is", "est"), ("isn't", "n'est pas")))
        return f"{thing[0]} {verb[0]} {whose}.", f"{thing[1]} {verb[1]} {mien}."
    owner = relative(rng) if kind == 2 else named(rng)
    return f"{thing[0]} belongs to {owner.english}.", f"{thing[1]} appartient {fr.with_preposition('à', owner.french)}."
