"""Places: where they are, what is in them, how to get there."""

from .. import french as fr
from ..phrases import Chooser, Pair, a, preposition, resolve, the, words
from ..registry import sentence, template
from ..tables import pairs
from .when import DAYS

AROUND = pairs(
    """next to = à côté de; in front of = devant; behind = derrière; near = près de; opposite = en face de; far
        from = loin de"""
)


FORMS = (
    ("there is", "il y a", False),
    ("there is", "il y a", False),
    ("there isn't", "il n'y a pas", True),
    ("there was", "il y avait", False),
    ("is there", "est-ce qu'il y a", False),
    ("there will be", "il y aura", False),
)


@template
def place_is(rng: Chooser) -> Pair | None:
    """The bank is opposite the station."""
    first, second = rng.noun("place", "shop"), rng.noun("place", "shop")
    if first.french == second.french or first.english in ("bridge", "roundabout", "beach"):
        return None
    verb = rng.pick((("is", "est"), ("is", "est"), ("isn't", "n'est pas")))
    return sentence(the(first), verb, preposition(*rng.pick(AROUND), the(second)))


@template
def there_is(rng: Chooser) -> Pair | None:
    """There is a cat in the garden; is there a bank near the station?"""
    kind, form = rng.below(4), rng.pick(FORMS[:5])
    if kind == 0:
        animal = rng.noun("outside")
        thing = a(animal, rng.adjective("animal") if rng.chance(0.5) else None)
        place = rng.pick(
            pairs(
                """in the garden = dans le jardin; under the tree = sous l'arbre; behind the house = derrière la
                    maison; in the garage = dans le garage; in the street = dans la rue; near the river = près de la
                    rivière"""
            )
        )
    elif kind == 1:
        thing, place = a(rng.noun("furniture", "appliance")), preposition("in", "dans", the(rng.noun("room")))
        if any(word in thing[0] for word in ("heating", "lift", "doorbell", "phone", "curtain", "keyboard")) or place[
            0
        ] in ("in the garden", "in the garage", "in the cellar"):
            return None
    elif kind == 2:
        thing, place = a(rng.noun("kitchenware", "carried")), preposition("on", "sur", the(rng.noun("surface")))
        if "bag" in thing[0] and "bed" not in place[0]:
            return None
    else:
        thing, place = a(rng.noun("shop", "place")), preposition(*rng.pick(AROUND), the(rng.noun("place")))
        if thing[0].split(" ", 1)[1] in place[0] or "bridge" in thing[0] or "far" in place[0]:
            return None
    english, french = resolve(thing, None, form[2])
    return sentence((form[0], form[1]), (english, french), place, end="?" if form[0] == "is there" else ".")


COUNTS = pairs(
    """two = deux; three = trois; four = quatre; five = cinq; six = six; ten = dix; many = beaucoup de; several =
        plusieurs; a lot of = beaucoup de; a few = quelques"""
)


@template
def there_are(rng: Chooser) -> Pair | None:
    """There are three chairs in the kitchen; how many chairs are there in the kitchen?"""
    kind = rng.pick(("furniture", "wild", "shop", "kitchenware", "nature"))
    noun = rng.noun(kind)
    if kind == "furniture":
        place = preposition("in", "dans", the(rng.noun("room")))
        if place[0] in ("in the garden", "in the garage", "in the cellar", "in the corridor"):
            return None
    elif kind == "kitchenware":
        place = rng.pick(
            pairs("on the table = sur la table; in the cupboard = dans le placard; in the kitchen = dans la cuisine")
        )
    elif kind == "nature":
        if noun.english not in ("tree", "flower", "rose", "oak"):
            return None
        place = rng.pick(
            pairs("in the garden = dans le jardin; in the park = dans le parc; behind the house = derrière la maison")
        )
    elif kind == "wild":
        place = rng.pick(
            pairs(
                """in the field = dans le champ; on the farm = à la ferme; behind the barn = derrière la grange; by
                    the river = au bord de la rivière"""
            )
        )
    else:
        place = rng.pick(
            pairs(
                """in this street = dans cette rue; in the town = dans la ville; near the station = près de la
                    gare; in the village = dans le village"""
            )
        )
        if noun.english in (
            "grocer's shop",
            "chemist's",
            "butcher's shop",
            "florist's",
            "hairdresser's",
            "fishmonger's",
        ):
            return None
    english, french = words(noun, "p")
    if rng.chance(0.3):
        return sentence(
            (f"how many {english} are there", fr.apply_elision(f"combien de {french} y a-t-il")), place, end="?"
        )
    verb = rng.pick((("are", "a"), ("were", "avait")))
    count = rng.pick(COUNTS)
    return sentence(
        (f"there {verb[0]} {count[0]} {english}", fr.apply_elision(f"il y {verb[1]} {count[1]} {french}")), place
    )


@template
def closed_on(rng: Chooser) -> Pair:
    """The museum is closed on Tuesdays; the library was open yesterday."""
    noun = rng.noun("opening")
    state = rng.pick(pairs("closed = fermé; open = ouvert"))
    day = rng.pick(DAYS)
    when = rng.pick(
        (
            (f"on {day[0]}s", f"le {day[1]}"),
            ("today", "aujourd'hui"),
            ("this morning", "ce matin"),
            ("at the weekend", "le week-end"),
            ("in August", "en août"),
        )
    )
    verb = rng.pick((("is", "est"), ("isn't", "n'est pas")))
    return sentence(the(noun), (f"{verb[0]} {state[0]}", f"{verb[1]} {fr.agree(state[1], noun.gender, 's')}"), when)
