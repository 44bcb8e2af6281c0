"""Things: what they are like, where they are, whose they are, what they cost."""

from .. import french as fr
from ..lexicon import NOUNS, Adjective, Noun
from ..phrases import (
    MY,
    OWN,
    Chooser,
    Pair,
    a,
    possessed,
    the,
    this,
)
from ..registry import sentence, template

DESCRIBED = (
    ("building", "building"),
    ("town", "town"),
    ("vehicle", "vehicle"),
    ("garment", "garment"),
    ("story", "story"),
    ("nature", "nature"),
    ("animal", "animal"),
    ("furniture", "thing"),
    ("work", "work"),
)


PREDICATED = (
    ("garment", "fit"),
    ("shoes", "fit"),
    ("room", "room"),
    ("story", "story"),
    ("work", "work"),
    ("vehicle", "vehicle"),
    ("pet", "pet_mood"),
    ("furniture", "state"),
    ("appliance", "state"),
    ("town", "town"),
    ("kitchenware", "state"),
    ("carried", "state"),
)


def is_are(number: str, tense: str = "present") -> Pair:
    """is = est, are = sont, was = était, were = étaient."""
    forms = {"present": (("is", "est"), ("are", "sont")), "past": (("was", "était"), ("were", "étaient"))}
    return forms[tense][number == "p"]


MADE = ("vehicle", "garment", "furniture", "appliance", "building", "carried", "kitchenware")


def agreed(adjective: Adjective, noun: Noun, number: str) -> Pair:
    """An adjective said of a thing after "is"; something made that is new is neuf, not nouveau."""
    made = any(noun in NOUNS[name] for name in MADE)
    french = "neuf" if adjective.french == "nouveau" and made else adjective.french
    return adjective.english, fr.agree(french, noun.gender, number)


def suits(adjective: Adjective, noun: Noun) -> bool:
    """Whether the adjective may be said of the noun."""
    if noun.english in (
        "earring",
        "slipper",
        "belt",
        "cap",
        "hat",
        "scarf",
        "tie",
        "handkerchief",
    ) and adjective.english in ("a bit short", "dry"):
        return False
    if noun.english in ("heating", "lift", "doorbell", "keyboard") and adjective.english in (
        "useful",
        "clean",
        "dirty",
        "heavy",
    ):
        return False
    if noun.english in ("garden", "cellar", "garage", "attic") and adjective.english in (
        "comfortable",
        "bright",
        "dark",
    ):
        return False
    if noun in NOUNS["shoes"] and adjective.english in ("a bit short", "too long"):
        return False
    light = (
        "pen",
        "pencil",
        "key",
        "ring",
        "ticket",
        "passport",
        "credit card",
        "lipstick",
        "identity card",
        "charger",
        "diary",
        "newspaper",
        "wallet",
        "purse",
        "napkin",
        "spoon",
        "fork",
    )
    if noun.english in light and adjective.english in ("heavy", "dirty", "clean", "useful"):
        return False
    if noun in NOUNS["carried"] and adjective.english == "broken":
        return noun.english in (
            "phone",
            "umbrella",
            "pen",
            "watch",
            "camera",
            "suitcase",
            "laptop",
            "charger",
            "helmet",
            "torch",
            "key",
        )
    if adjective.english == "broken" and noun.english in ("carpet", "curtain", "pillow", "blanket", "napkin"):
        return False
    if noun.english in ("raincoat", "swimsuit", "apron", "cap", "dressing gown", "earring") and adjective.english in (
        "very elegant",
        "elegant",
    ):
        return False
    if (
        noun.english
        in ("dictation", "exam", "test", "translation", "question", "exercise", "lesson", "recipe", "meeting")
        and adjective.english == "tiring"
    ):
        return noun.english in ("exam", "meeting")
    return not (noun.english == "goldfish" and adjective.english not in ("ill", "fast", "hungry", "beautiful"))


@template
def is_adjective(rng: Chooser) -> Pair | None:
    """The kitchen is clean; these shoes are too small."""
    noun_class, kind = rng.pick(PREDICATED)
    noun, adjective = rng.noun(noun_class), rng.adjective(kind)
    plural = (
        noun_class == "shoes" or noun_class in ("garment", "kitchenware", "story", "furniture") and rng.chance(0.25)
    )
    number = "p" if plural else "s"
    if not suits(adjective, noun):
        return None
    tense = rng.pick(("present", "present", "past"))
    return sentence(rng.pick((the, this))(noun, number), is_are(number, tense), agreed(adjective, noun, number))


@template
def my_thing_is(rng: Chooser) -> Pair | None:
    """Our car is slow; her shoes were dirty."""
    noun_class, kind = rng.pick(
        (
            ("vehicle", "vehicle"),
            ("garment", "fit"),
            ("shoes", "fit"),
            ("appliance", "state"),
            ("pet", "pet_mood"),
            ("room", "room"),
            ("carried", "state"),
        )
    )
    noun, number, adjective = rng.noun(noun_class), "p" if noun_class == "shoes" else "s", rng.adjective(kind)
    owners = OWN if noun_class in ("garment", "shoes", "carried") else MY
    if not suits(adjective, noun):
        return None
    tense = rng.pick(("present", "present", "past"))
    return sentence(possessed(noun, rng.pick(owners), number), is_are(number, tense), agreed(adjective, noun, number))


@template
def it_is_a(rng: Chooser) -> Pair | None:
    """It is a beautiful house."""
    noun_class, kind = rng.pick(DESCRIBED)
    noun, adjective = rng.noun(noun_class), rng.adjective(kind)
    if not suits(adjective, noun):
        return None
    english, french = a(noun, adjective, mark=False)
    return rng.pick(
        (
            (f"It is {english}.", f"C'est {french}."),
            (f"It was {english}.", f"C'était {french}."),
            (f"It isn't {english}.", f"Ce n'est pas {french}."),
        )
    )
