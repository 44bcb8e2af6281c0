"""In the kitchen: what is left, how much of it, how it smells."""

from .. import french as fr
from ..activities import named_noun
from ..clauses import VerbPhrase, clause
from ..lexicon import NOUNS
from ..phrases import Chooser, Pair, resolve, some, subject, the, this, words
from ..registry import sentence, template
from ..tables import pairs
from .when import NOTHING


@template
def no_more(rng: Chooser) -> Pair:
    """There is no milk left in the fridge; is there any bread left?"""
    noun, number = (
        (rng.noun("food", "drink", "staple"), "s") if rng.chance(0.7) else (rng.noun("vegetable", "fruit"), "p")
    )
    english = words(noun, number)[0]
    left = fr.apply_elision(f"de {words(noun, number)[1]}")
    thing = resolve(some(noun, number), None, False)[1]
    verb = "are" if number == "p" else "is"
    return rng.pick(
        (
            (f"There {verb} no {english} left.", f"Il n'y a plus {left}."),
            (f"There {verb} no more {english} in the fridge.", f"Il n'y a plus {left} dans le frigo."),
            (f"We have no {english} left.", f"Nous n'avons plus {left}."),
            (
                f"There {verb} enough {english} for everyone.",
                fr.apply_elision(f"Il y a assez {left} pour tout le monde."),
            ),
            (f"{verb.capitalize()} there any {english} left?", f"Est-ce qu'il reste {thing} ?"),
            (f"There {verb} still some {english} in the kitchen.", f"Il y a encore {thing} dans la cuisine."),
            (f"Can you buy some {english}, please?", f"Peux-tu acheter {thing}, s'il te plaît ?"),
            (f"Don't forget to buy some {english}.", f"N'oublie pas d'acheter {thing}."),
        )
    )


DISHES = (
    ("soup", "salt pepper cream garlic"),
    ("salad", "oil salt pepper garlic vinegar mustard"),
    ("cake", "sugar flour cream"),
    ("coffee", "sugar cream"),
    ("tea", "sugar"),
    ("vegetable soup", "salt pepper garlic cream"),
    ("apple tart", "sugar"),
    ("lemonade", "sugar"),
    ("rice", "salt pepper oil"),
    ("couscous", "salt pepper"),
    ("hot chocolate", "sugar"),
)


@template
def too_much(rng: Chooser) -> Pair:
    """There is too much salt in the soup."""
    dish, things = rng.pick(DISHES)
    noun = named_noun("staple", rng.pick(things.split()))
    where = named_noun("food" if any(dish == entry.english for entry in NOUNS["food"]) else "drink", dish)
    count = rng.pick(pairs("too much = trop de; a lot of = beaucoup de; not enough = ; a little = un peu de"))
    place = rng.pick((the, this))(where)
    if not count[1]:
        return sentence(
            (f"there isn't enough {noun.english} in", fr.apply_elision(f"il n'y a pas assez de {noun.french} dans")),
            place,
        )
    be = rng.pick((("is", "a"), ("was", "avait")))
    return sentence(
        (
            f"there {be[0]} {count[0]} {noun.english} in",
            fr.apply_elision(f"il y {be[1]} {count[1]} {noun.french} dans"),
        ),
        place,
    )


@template
def add_it(rng: Chooser) -> Pair:
    """Add some salt to the soup: ajoute du sel dans la soupe."""
    dish, things = rng.pick(DISHES)
    noun = named_noun("staple", rng.pick(things.split()))
    where = named_noun("food" if any(dish == entry.english for entry in NOUNS["food"]) else "drink", dish)
    amount = rng.pick(
        (
            resolve(some(noun), None, False),
            (f"a little {noun.english}", fr.apply_elision(f"un peu de {noun.french}")),
            (f"more {noun.english}", fr.apply_elision(f"plus de {noun.french}")),
        )
    )
    verb = rng.pick((("add", "to", "ajoute"), ("put", "in", "mets")))
    negative = rng.chance(0.25)
    if negative:
        too = fr.apply_elision(f"trop de {noun.french}")
        refuse = rng.pick((("don't put", "ne mets pas"), ("don't add", "n'ajoute pas")))
        return sentence(
            (
                f"{refuse[0]} too much {noun.english} {'in' if 'put' in refuse[0] else 'to'} {the(where)[0]}",
                f"{refuse[1]} {too} dans {the(where)[1]}",
            )
        )
    return sentence((f"{verb[0]} {amount[0]} {verb[1]} {the(where)[0]}", f"{verb[2]} {amount[1]} dans {the(where)[1]}"))


QUANTITIES = (
    ("a glass of", "un verre de", "milk water wine beer lemonade orange_juice apple_juice", "drink"),
    ("a bottle of", "une bouteille de", "milk water wine beer lemonade orange_juice", "drink"),
    ("a slice of", "une tranche de", "ham bread meat", "food"),
    ("a piece of", "un morceau de", "cheese bread chocolate meat cake chicken", "food"),
    ("a bowl of", "un bol de", "soup rice salad", "food"),
    ("a cup of", "une tasse de", "coffee tea hot_chocolate", "drink"),
    ("a bit of", "un peu de", "bread cheese rice jam honey salad soup", "food"),
    ("too much", "trop de", "bread cheese chocolate cake ice_cream meat", "food"),
    ("too much", "trop de", "coffee wine beer tea", "drink"),
    ("two cups of", "deux tasses de", "coffee tea", "drink"),
    ("a lot of", "beaucoup de", "bread cheese fish meat salad rice", "food"),
    ("a plate of", "une assiette de", "soup rice couscous ham", "food"),
)


@template
def quantity(rng: Chooser) -> Pair:
    """She drank two cups of coffee this morning."""
    english, french, names, noun_class = rng.pick(QUANTITIES)
    noun = named_noun(noun_class, rng.pick(names.split()).replace("_", " "))
    verb = ("drink", "boire") if noun_class == "drink" else ("eat", "manger")
    phrase = VerbPhrase(verb[0], f"{english} {noun.english}", verb[1], fr.apply_elision(f"{french} {noun.french}"))
    tense = rng.pick(("past", "past", "want", "would_like", "present"))
    if english == "too much":
        tense = rng.pick(("past", "present"))
    times = {
        "past": pairs("= ; this morning = ce matin; yesterday = hier; last night = hier soir"),
        "present": pairs(
            "every day = tous les jours; every morning = tous les matins; after lunch = après le déjeuner"
        ),
    }
    return sentence(clause(subject(rng), phrase, tense), rng.pick(times.get(tense, (NOTHING,))))


@template
def with_without(rng: Chooser) -> Pair:
    """He drinks his coffee without sugar."""
    drink = rng.pick(pairs("coffee = café; tea = thé; hot chocolate = chocolat chaud"))
    manner = rng.pick(
        pairs(
            """with milk = avec du lait; without sugar = sans sucre; without milk = sans lait; with a lot of sugar
                = avec beaucoup de sucre; with honey = avec du miel; in the garden = dans le jardin; with a little
                sugar = avec un peu de sucre; in bed = au lit; standing up = debout; in a big cup = dans une grande
                tasse"""
        )
    )
    phrase = VerbPhrase("drink", f"<my> {drink[0]} {manner[0]}", "boire", f"<mon> {drink[1]} {manner[1]}")
    adverb = rng.pick((NOTHING, ("always", "toujours"), ("often", "souvent"), ("sometimes", "parfois")))
    return sentence(
        clause(
            subject(rng),
            phrase,
            rng.pick(("present", "present", "used")) if not adverb[0] else "present",
            adverb=adverb,
        )
    )


@template
def wants_some_of_it(rng: Chooser) -> Pair:
    """This soup is delicious, do you want some? En veux-tu ?"""
    noun, adjective = (
        rng.noun("food"),
        rng.pick(pairs("delicious = délicieux; very good = très bon; excellent = excellent")),
    )
    form = fr.agree(adjective[1], noun.gender, "s")
    thing = this(noun)
    return rng.pick(
        (
            (f"{thing[0]} is {adjective[0]}, do you want some?", f"{thing[1]} est {form}, en veux-tu ?"),
            (f"{thing[0]} is {adjective[0]}, I want some more.", f"{thing[1]} est {form}, j'en veux encore."),
            (f"{thing[0]} is {adjective[0]}, have some more.", f"{thing[1]} est {form}, reprends-en."),
            (
                f"{thing[0]} is {adjective[0]}, who made it?",
                f"{thing[1]} est {form}, qui l'a fait{'e' if noun.gender == 'f' else ''} ?",
            ),
        )
    )


@template
def smells(rng: Chooser) -> Pair:
    """This soup smells good: cette soupe sent bon."""
    noun = rng.noun("food", "fruit")
    number = "p" if noun in NOUNS["fruit"] else "s"
    verb = ("smell", "sentent") if number == "p" else ("smells", "sent")
    how = rng.pick(pairs("good = bon; very good = très bon; bad = mauvais; strong = fort; really good = vraiment bon"))
    if how[0] == "strong" and noun.english not in ("cheese", "fish", "goat's cheese", "soup", "melon"):
        how = ("good", "bon")
    return sentence(rng.pick((the, this))(noun, number), (f"{verb[0]} {how[0]}", f"{verb[1]} {how[1]}"))
