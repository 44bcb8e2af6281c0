"""Comparing things: more, as much, the most."""

from .. import french as fr
from ..lexicon import NOUNS
from ..phrases import (
    Chooser,
    Pair,
    the,
    this,
)
from ..registry import sentence, template
from ..tables import pairs
from .things import suits

COMPARED = (
    ("vehicle", "more expensive = cher; more comfortable = confortable; faster = rapide; older = vieux; slower = lent"),
    ("building", "bigger = grand; more modern = moderne; older = vieux; smaller = petit; brighter = lumineux"),
    ("garment", "more expensive = cher; more elegant = élégant; prettier = joli; longer = long; lighter = léger"),
    ("story", "more interesting = intéressant; longer = long; funnier = drôle; sadder = triste; shorter = court"),
    ("town", "quieter = tranquille; bigger = grand; more beautiful = beau; noisier = bruyant; smaller = petit"),
    (
        "work",
        "easier = facile; more difficult = difficile; longer = long; more important = important; more useful = utile",
    ),
    ("furniture", "heavier = lourd; older = vieux; more solid = solide; more expensive = cher; bigger = grand"),
    ("fruit", "bigger = gros; riper = mûr; sweeter = sucré; smaller = petit"),
)


OWNED_BUILDINGS = ("house", "flat", "office", "school", "hotel")


MINE = (
    ("mine", ("le mien", "la mienne")),
    ("yours", ("le tien", "la tienne")),
    ("ours", ("le nôtre", "la nôtre")),
    ("his", ("le sien", "la sienne")),
    ("theirs", ("le leur", "la leur")),
)


@template
def comparison(rng: Chooser) -> Pair:
    """This car is faster than yours; this exercise is easier than the other one."""
    noun_class, adjectives = rng.pick(COMPARED)
    noun, (english, french) = rng.noun(noun_class), rng.pick(pairs(adjectives))
    form, first = fr.agree(french, noun.gender, "s"), this(noun)
    other = ("the other one", "l'autre")
    owned = noun_class in ("vehicle", "garment", "furniture") or noun.english in OWNED_BUILDINGS
    if owned and rng.chance(0.6):
        other = (mine := rng.pick(MINE))[0], mine[1][noun.gender == "f"]
    elif noun_class == "story" and rng.chance(0.3):
        other = ("the first one", "le premier" if noun.gender == "m" else "la première")
    return sentence(first, (f"is {english} than {other[0]}", f"est plus {form} que {other[1]}"))


@template
def as_as(rng: Chooser) -> Pair | None:
    """Your car is as old as mine; this book isn't as long as the other one."""
    noun_class, kind = rng.pick(
        (
            ("vehicle", "vehicle"),
            ("garment", "garment"),
            ("building", "building"),
            ("story", "story"),
            ("work", "work"),
            ("town", "town"),
        )
    )
    noun, adjective = rng.noun(noun_class), rng.adjective(kind)
    graded = (
        "expensive",
        "fast",
        "old",
        "big",
        "small",
        "beautiful",
        "pretty",
        "long",
        "interesting",
        "funny",
        "difficult",
        "easy",
        "modern",
        "comfortable",
        "noisy",
        "quiet",
        "warm",
        "elegant",
        "boring",
        "sad",
        "useful",
        "important",
    )
    if adjective.english not in graded or not suits(adjective, noun):
        return None
    form, first = fr.agree(adjective.french, noun.gender, "s"), this(noun)
    other = ("the other one", "l'autre")
    if (noun_class in ("vehicle", "garment") or noun.english in OWNED_BUILDINGS) and rng.chance(0.6):
        other = (mine := rng.pick(MINE))[0], mine[1][noun.gender == "f"]
    verb = rng.pick((("is", "est aussi"), ("isn't", "n'est pas aussi")))
    return sentence(first, (f"{verb[0]} as {adjective.english} as {other[0]}", f"{verb[1]} {form} que {other[1]}"))


SUPERLATIVES = pairs(
    """most beautiful = <beau; oldest = <vieux; biggest = <grand; smallest = <petit; prettiest = <joli; quietest =
        tranquille; most famous = célèbre; most expensive = cher; noisiest = bruyant; most modern = moderne"""
)


@template
def superlative(rng: Chooser) -> Pair | None:
    """It is the oldest church in the town: c'est la plus vieille église de la ville."""
    noun, (english, french) = rng.noun("building", "place", "shop"), rng.pick(SUPERLATIVES)
    if noun.english in (
        "police station",
        "petrol station",
        "bus stop",
        "car park",
        "roundabout",
        "factory",
        "office",
        "hospital",
    ):
        return None
    if (
        english in ("most expensive",)
        and noun not in NOUNS["shop"]
        or english in ("noisiest", "quietest")
        and noun.english not in ("restaurant", "café", "hotel", "park", "beach", "library")
    ):
        return None
    if english == "most famous" and noun.english == "flat":
        return None
    article = fr.definite(noun.gender, "s")
    if french.startswith("<"):
        form = fr.before_noun(french[1:], noun.gender, "s", noun.french)
        phrase = f"{article} plus {form} {noun.french}"
    else:
        phrase = f"{the(noun)[1]} {article} plus {fr.agree(french, noun.gender, 's')}"
    where = rng.pick(
        pairs(
            """in the town = de la ville; in the village = du village; in the country = du pays; in the region = de
                la région; in the world = du monde; in Paris = de Paris; in Lyon = de Lyon"""
        )
    )
    verb = rng.pick(pairs("it is = c'est; it was = c'était"))
    return sentence((f"{verb[0]} the {english} {noun.english}", f"{verb[1]} {phrase}"), where)
