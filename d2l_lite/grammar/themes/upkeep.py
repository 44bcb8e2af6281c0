"""What is open, closed, broken or working, and exclamations."""

from .. import english as en
from .. import french as fr
from ..phrases import (
    MY,
    OWN,
    Chooser,
    Pair,
    possessed,
    the,
    this,
    words,
)
from ..registry import sentence, template
from ..tables import listed, pairs
from .things import DESCRIBED, suits

ADMIRED = listed(
    """beautiful pretty big small magnificent interesting funny strange good long elegant boring exciting sad
    moving charming noisy quiet fat impressive amusing expensive"""
)


@template
def what_a(rng: Chooser) -> Pair | None:
    """What a beautiful garden!"""
    noun_class, kind = rng.pick(DESCRIBED)
    noun, adjective = rng.noun(noun_class), rng.adjective(kind)
    if adjective.english not in ADMIRED or not suits(adjective, noun):
        return None
    english, french = words(noun, "s", adjective)
    return f"What {en.article(english)} {english}!", f"{'Quel' if noun.gender == 'm' else 'Quelle'} {french} !"


@template
def how_beautiful(rng: Chooser) -> Pair | None:
    """How beautiful your garden is! Comme ton jardin est beau !"""
    noun_class, kind = rng.pick(
        (
            ("building", "building"),
            ("nature", "nature"),
            ("animal", "animal"),
            ("garment", "garment"),
            ("vehicle", "vehicle"),
            ("town", "town"),
        )
    )
    noun, adjective = rng.noun(noun_class), rng.adjective(kind)
    if (
        adjective.english not in ADMIRED
        or not suits(adjective, noun)
        or noun.english == "office"
        or adjective.english == "long"
    ):
        return None
    owned = noun_class in ("garment", "vehicle") or noun.english in (
        "house",
        "flat",
        "garden",
        "village",
        "cat",
        "dog",
        "horse",
    )
    thing = possessed(noun, rng.pick(OWN[1:4])) if owned else this(noun)
    form = fr.agree(adjective.french, noun.gender, "s")
    return f"How {adjective.english} {thing[0]} is!", f"Comme {thing[1]} est {form} !"


@template
def not_working(rng: Chooser) -> Pair:
    """The printer isn't working any more: l'imprimante ne marche plus."""
    noun, owner = rng.noun("appliance", "repair"), rng.pick((*MY, None))
    if noun.english in ("roof", "door", "chair", "lock", "gate", "fence"):
        noun = rng.noun("appliance")
    thing = the(noun) if owner is None or noun.english == "lift" else possessed(noun, owner)
    state = pairs(
        """isn't working = ne marche pas; isn't working any more = ne marche plus; has broken down = est tombé en panne;
        isn't working very well = ne marche pas très bien; is making a strange noise = fait un bruit bizarre;
        must be repaired = doit être réparé; is still working = marche encore"""
    )
    english, french = rng.pick(state)
    if noun.gender == "f":
        french = french.replace("tombé", "tombée").replace("réparé", "réparée")
    if noun.english in ("tablet", "keyboard", "phone", "computer", "lamp", "clock", "radio") and "noise" in english:
        english, french = "isn't working", "ne marche pas"
    return sentence(thing, (english, french))


@template
def is_closed(rng: Chooser) -> Pair:
    """The window is open; the light is off."""
    noun = rng.noun("open_door")
    state = rng.pick(pairs("open = ouvert; closed = fermé"))
    thing = rng.pick((the, this))(noun)
    verb = rng.pick(
        (
            ("is", "est"),
            ("was", "était"),
            ("isn't", "n'est pas"),
            ("is already", "est déjà"),
            ("is still", "est encore"),
        )
    )
    form = fr.agree(state[1], noun.gender, "s")
    return sentence(thing, (f"{verb[0]} {state[0]}", f"{verb[1]} {form}"))
