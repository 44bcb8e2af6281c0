"""Things and places: what they are like, where they are, whose they are."""

from .. import english as en
from .. import french as fr
from ..lexicon import NOUNS, Noun, pairs
from ..phrases import MY, Chooser, Pair, a, my, possessed, preposition, resolve, some, the, this, words
from ..registry import sentence, template

DESCRIBED = (  # noun class and the adjectives that may describe it
    ("building", "building"), ("town", "town"), ("vehicle", "vehicle"), ("garment", "garment"), ("story", "story"), ("nature", "nature"), ("animal", "animal"), ("furniture", "thing"),
)  # fmt: skip
PREDICATED = (
    ("garment", "fit"), ("shoes", "fit"), ("room", "room"), ("story", "story"), ("work", "work"), ("vehicle", "vehicle"), ("animal", "pet_mood"), ("furniture", "state"), ("appliance", "state"), ("town", "town"), ("kitchenware", "state"),
)  # fmt: skip


def be(number: str, tense: str = "present") -> Pair:
    """is = est, are = sont, was = était, were = étaient."""
    column = {"present": (("is", "est"), ("are", "sont")), "past": (("was", "était"), ("were", "étaient"))}
    return column[tense][number == "p"]


def described(rng: Chooser) -> tuple[Noun, Pair, str]:
    """A noun that can be pointed at, with a phrase for it and its number."""
    noun_class, kind = rng.pick(PREDICATED)
    noun = rng.noun(noun_class)
    number = "p" if noun_class == "shoes" or (noun_class in ("garment", "kitchenware", "story") and rng.chance(0.25)) else "s"
    adjective = rng.adjective(kind)
    return noun, (adjective.english, fr.agree(adjective.french, noun.gender, number)), number


@template
def is_adjective(rng: Chooser) -> Pair:
    """The kitchen is clean; these shoes are too small."""
    noun, adjective, number = described(rng)
    if noun.english == "country":
        return None
    phrase = rng.pick((the, this))(noun, number)
    return sentence(phrase, be(number, rng.pick(("present", "present", "past"))), adjective)


@template
def my_thing_is(rng: Chooser) -> Pair:
    """Our car is slow."""
    noun_class, kind = rng.pick((("vehicle", "vehicle"), ("garment", "fit"), ("shoes", "fit"), ("appliance", "state"), ("animal", "pet_mood"), ("room", "room")))
    noun, number = rng.noun(noun_class), "p" if noun_class == "shoes" else "s"
    adjective = rng.adjective(kind)
    return sentence(possessed(noun, rng.pick(MY), number), be(number, rng.pick(("present", "present", "past"))), (adjective.english, fr.agree(adjective.french, noun.gender, number)))


@template
def it_is_a(rng: Chooser) -> Pair:
    """It is a beautiful house."""
    noun_class, kind = rng.pick(DESCRIBED)
    english, french = a(rng.noun(noun_class), rng.adjective(kind), mark=False)
    return rng.pick(((f"It is {english}.", f"C'est {french}."), (f"It was {english}.", f"C'était {french}.")))


@template
def what_a(rng: Chooser) -> Pair:
    """What a beautiful garden!"""
    noun_class, kind = rng.pick(DESCRIBED[:7])
    noun, adjective = rng.noun(noun_class), rng.adjective(kind)
    if adjective.english in ("new", "old", "red", "blue", "green", "black", "white", "yellow", "grey", "brown", "pink", "young", "dangerous", "modern", "empty", "famous", "short", "solid"):
        return None
    english, french = words(noun, "s", adjective)
    return f"What {en.article(english)} {english}!", f"{'Quel' if noun.gender == 'm' else 'Quelle'} {french} !"


@template
def comparison(rng: Chooser) -> Pair:
    """My car is faster than yours: with more and less."""
    noun_class, adjectives = rng.pick((
        ("vehicle", "more expensive = cher; more comfortable = confortable; faster = rapide; older = vieux; slower = lent"),
        ("building", "bigger = grand; more modern = moderne; older = vieux; smaller = petit; quieter = tranquille"),
        ("garment", "more expensive = cher; more elegant = élégant; prettier = joli; longer = long"),
        ("story", "more interesting = intéressant; longer = long; funnier = drôle; sadder = triste; shorter = court"),
        ("town", "quieter = tranquille; bigger = grand; more beautiful = beau; noisier = bruyant; smaller = petit"),
    ))  # fmt: skip
    noun, (english, french) = rng.noun(noun_class), rng.pick(pairs(adjectives))
    form = fr.agree(french, noun.gender, "s")
    first = this(noun)
    if noun_class in ("vehicle", "building", "garment") and rng.chance(0.5):
        owner, mine = rng.pick((("mine", ("le mien", "la mienne")), ("yours", ("le tien", "la tienne")), ("ours", ("le nôtre", "la nôtre")), ("his", ("le sien", "la sienne"))))
        return f"{first[0]} is {english} than {owner}.", f"{first[1]} est plus {form} que {mine[noun.gender == 'f']}."
    other = rng.pick(NOUNS[noun_class])
    if other == noun:
        return None
    return f"{first[0]} is {english} than the {other.english}.", f"{first[1]} est plus {form} que {the(other)[1]}."


PLACES_IN = pairs("in = dans; next to = à côté de; in front of = devant; behind = derrière; near = près de; opposite = en face de")


@template
def where_thing_is(rng: Chooser) -> Pair:
    """The keys are on the table."""
    noun, number = rng.noun("carried"), rng.pick("ssp")
    place = preposition("on", "sur", the(rng.noun("surface"))) if rng.chance(0.5) else preposition("in", "dans", rng.pick((the, my))(rng.noun("container")))
    owner = rng.pick(MY)
    if "<my>" in place[0]:
        place = place[0].replace("<my>", "the"), preposition("in", "dans", the(rng.noun("container")))[1]
        return None
    thing = rng.pick((the(noun, number), possessed(noun, owner, number)))
    return sentence(thing, be(number, rng.pick(("present", "present", "past"))), place)


@template
def where_is(rng: Chooser) -> Pair:
    """Where are my glasses?"""
    noun, number = rng.noun("carried", "shoes", "garment"), "s"
    if noun in NOUNS["shoes"]:
        number = "p"
    thing = possessed(noun, rng.pick(MY[:3]), number)
    if rng.chance(0.5):
        return sentence(("where", "où"), be(number), thing, end="?")
    return sentence(rng.pick(pairs("where did you put = où as-tu mis; where did you find = où as-tu trouvé; where did you leave = où as-tu laissé")), thing, end="?")


@template
def place_is(rng: Chooser) -> Pair:
    """The bank is opposite the station."""
    first, second = rng.noun("place", "shop"), rng.noun("place", "shop")
    if first == second:
        return None
    return sentence(the(first), be("s"), preposition(*rng.pick(PLACES_IN[1:]), the(second)))


@template
def there_is(rng: Chooser) -> Pair:
    """There is a cat in the garden."""
    kind = rng.below(3)
    if kind == 0:
        thing, place = a(rng.noun("animal"), rng.adjective("animal") if rng.chance(0.5) else None), preposition("in", "dans", the(rng.noun("room")))
    elif kind == 1:
        thing, place = a(rng.noun("furniture")), preposition("in", "dans", the(rng.noun("room")))
    else:
        thing, place = a(rng.noun("shop", "place")), preposition(*rng.pick(PLACES_IN[1:]), the(rng.noun("place")))
        if thing[0].split(" ", 1)[1] in place[0]:
            return None
    form = rng.pick((("there is", "il y a", False), ("there is", "il y a", False), ("there isn't", "il n'y a pas", True), ("there was", "il y avait", False), ("is there", "est-ce qu'il y a", False)))
    english, french = resolve(thing, None, form[2])
    return sentence((form[0], form[1]), (english, french), place, end="?" if form[0] == "is there" else ".")


@template
def there_are(rng: Chooser) -> Pair:
    """There are three chairs in the kitchen; how many chairs are there in the kitchen?"""
    noun, place = rng.noun("furniture", "wild", "nature"), None
    if noun in NOUNS["furniture"]:
        place = preposition("in", "dans", the(rng.noun("room")))
    elif noun in NOUNS["nature"] and noun.english in ("tree", "flower", "rose"):
        place = ("in the garden", "dans le jardin")
    elif noun in NOUNS["wild"]:
        place = ("in the field", "dans le champ")
    else:
        return None
    english, french = words(noun, "p")
    if rng.chance(0.3):
        return sentence((f"how many {english} are there", fr.apply_elision(f"combien de {french} y a-t-il")), place, end="?")
    count = rng.pick(pairs("two = deux; three = trois; four = quatre; five = cinq; six = six; ten = dix; many = beaucoup de; several = plusieurs"))
    return sentence((f"there are {count[0]} {english}", fr.apply_elision(f"il y a {count[1]} {french}")), place)


@template
def cost(rng: Chooser) -> Pair:
    """How much does this jacket cost?"""
    thing = this(rng.noun("cost", "garment"), "s")
    if rng.chance(0.4):
        return sentence(("how much does", "combien coûte"), (thing[0] + " cost", thing[1]), end="?")
    price = rng.pick(pairs("ten = dix; twelve = douze; fifteen = quinze; twenty = vingt; thirty = trente; forty = quarante; fifty = cinquante; sixty = soixante; eighty = quatre-vingts; a hundred = cent; two hundred = deux cents"))
    return sentence(thing, (f"costs {price[0]} euros", f"coûte {price[1]} euros"))


@template
def need(rng: Chooser) -> Pair:
    """I need a new coat."""
    from ..clauses import VerbPhrase, clause
    from ..phrases import subject

    noun_class, kind = rng.pick((("garment", "garment"), ("furniture", "thing"), ("carried", None), ("appliance", None)))
    noun = rng.noun(noun_class)
    thing = a(noun, rng.adjective(kind) if kind else None, mark=False)
    return sentence(clause(subject(rng), VerbPhrase("need", thing[0], "avoir", fr.apply_elision(f"besoin de {thing[1]}")), "present"))


@template
def new_old(rng: Chooser) -> Pair:
    """Whose book is this? It belongs to my sister."""
    from ..phrases import relative, named

    noun = rng.noun("carried", "vehicle", "garment")
    owner = rng.pick((relative, named))(rng)
    thing = this(noun)
    return rng.pick((
        (f"{thing[0]} belongs to {owner.english}.", f"{thing[1]} appartient à {owner.french}."),
        (f"Whose {noun.english} is this?", f"À qui est {thing[1]} ?"),
        (f"{thing[0]} isn't {rng.pick(('mine', 'yours'))}.", ""),
    )[:2])  # fmt: skip
