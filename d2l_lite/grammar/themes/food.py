"""Eating, drinking, ordering and shopping for food."""

from .. import french as fr
from ..clauses import VerbPhrase, clause
from ..lexicon import pairs
from ..phrases import Chooser, Pair, a, preposition, resolve, some, subject, the, this, words
from ..registry import sentence, template


@template
def order(rng: Chooser) -> Pair:
    """I would like a coffee, please. (In a shop or a café: vous.)"""
    thing = resolve(a(rng.noun("order")), None, False)
    start = rng.pick(pairs("I would like = je voudrais; could I have = est-ce que je pourrais avoir; = "))
    if start[0] == "could I have":
        return f"{start[0]} {thing[0]}, please?", f"{start[1]} {thing[1]}, s'il vous plaît ?"
    return f"{start[0]} {thing[0]}, please.".strip(), f"{start[1]} {thing[1]}, s'il vous plaît.".strip()


@template
def would_you_like(rng: Chooser) -> Pair:
    """Would you like some tea? Do you want some more bread?"""
    noun, number = (rng.noun("drink", "food"), "s") if rng.chance(0.7) else (rng.noun("fruit"), "p")
    english, french = resolve(some(noun, number), None, False)
    return rng.pick((
        (f"Would you like {english}?", f"Voudriez-vous {french} ?"),
        (f"Do you want {english}?", f"Est-ce que tu veux {french} ?"),
        (f"Do you want some more{english.removeprefix('some')}?", f"Est-ce que tu veux encore {french} ?"),
    ))  # fmt: skip


@template
def likes_food(rng: Chooser) -> Pair:
    """She loves cheese; he does not like fish."""
    noun, number = (rng.noun("drink", "food"), "s") if rng.chance(0.6) else (rng.noun("fruit", "vegetable"), "p")
    english, french = words(noun, number)[0], the(noun, number)[1]
    verb = rng.pick(pairs("like = aimer; love = adorer; hate = détester; like = aimer"))
    negation = "not" if verb[0] == "like" and rng.chance(0.5) else None
    tail = rng.pick((("", ""), ("very much", "beaucoup"))) if verb[0] == "like" and negation is None else ("", "")
    if tail[0]:
        return sentence(clause(subject(rng), VerbPhrase("like", f"{english} very much", "aimer", f"beaucoup {french}"), "present"))
    return sentence(clause(subject(rng), VerbPhrase(verb[0], english, verb[1], french), "present", negation))


@template
def prefers(rng: Chooser) -> Pair:
    """I prefer tea to coffee."""
    noun_class = rng.pick(("drink", "food"))
    first, second = rng.noun(noun_class), rng.noun(noun_class)
    if first == second:
        return None
    rest = fr.apply_elision(f"{the(first)[1]} {fr.with_preposition('à', the(second)[1])}")
    return sentence(clause(subject(rng), VerbPhrase("prefer", f"{first.english} to {second.english}", "préférer", rest), "present"))


@template
def meal(rng: Chooser) -> Pair:
    """We eat fish on Fridays; she drank tea this morning."""
    kind = rng.pick(("eat", "drink"))
    thing = some(rng.noun("food"), "s") if kind == "eat" else some(rng.noun("drink"))
    thing = (thing[0].removeprefix("<some> "), thing[1])
    tense = rng.pick(("present", "past"))
    when = rng.pick(pairs("for breakfast = au petit déjeuner; for lunch = au déjeuner; for dinner = au dîner; with dinner = avec le dîner")[: 3 if kind == "eat" else 1])
    phrase = VerbPhrase(kind, thing[0], {"eat": "manger", "drink": "boire"}[kind], thing[1])
    return sentence(clause(subject(rng), phrase, tense, rng.pick((None, None, "not", "never" if tense == "present" else "not"))), when)


@template
def taste(rng: Chooser) -> Pair:
    """The soup is too hot; this cake was delicious."""
    noun, adjective = rng.noun("food", "drink"), rng.adjective("taste")
    cold = noun.english in ("wine", "beer", "lemonade", "orange juice", "apple juice", "milk", "jam", "honey", "butter", "yoghurt", "water", "ice cream", "ham", "cheese", "salad", "chocolate")
    if cold and "hot" in adjective.english or adjective.english == "ready" and cold:
        return None
    phrase, verb = rng.pick((the, this))(noun), rng.pick((("is", "est"), ("is", "est"), ("was", "était")))
    return sentence(phrase, verb, (adjective.english, fr.agree(adjective.french, noun.gender, "s")))


@template
def no_more(rng: Chooser) -> Pair:
    """There is no milk left in the fridge; we have no bread left."""
    noun, number = (rng.noun("food", "drink", "staple"), "s") if rng.chance(0.7) else (rng.noun("vegetable", "fruit"), "p")
    english, french = words(noun, number)
    left = fr.apply_elision(f"de {french}")
    verb = "are" if number == "p" else "is"
    return rng.pick((
        (f"There {verb} no {english} left.", f"Il n'y a plus {left}."),
        (f"There {verb} no {english} left in the fridge.", f"Il n'y a plus {left} dans le frigo."),
        (f"We have no {english} left.", f"Nous n'avons plus {left}."),
        (f"We need to buy some {english}.", f"Nous devons acheter {resolve(some(noun, number), None, False)[1]}."),
        (f"Is there any {english} left?" if number == "s" else f"Are there any {english} left?", f"Est-ce qu'il reste {resolve(some(noun, number), None, False)[1]} ?"),
    ))  # fmt: skip


@template
def too_much(rng: Chooser) -> Pair:
    """There is too much salt in the soup."""
    what = rng.pick(("salt", "sugar", "oil", "cream", "pepper", "garlic"))
    from ..lexicon import NOUNS

    noun = next(entry for entry in NOUNS["staple"] if entry.english == what)
    dish = rng.pick([entry for entry in NOUNS["food"] if entry.english in ("soup", "salad", "rice", "cake", "meat", "fish", "chicken")])
    count = rng.pick(pairs("too much = trop de; a lot of = beaucoup de; not enough = "))
    if not count[1]:
        return sentence((f"there isn't enough {what} in", fr.apply_elision(f"il n'y a pas assez de {noun.french} dans")), the(dish))
    return sentence((f"there is {count[0]} {what} in", fr.apply_elision(f"il y a {count[1]} {noun.french} dans")), the(dish))


QUANTITIES = (
    ("a kilo of", "un kilo de", "fruit vegetable", "p"), ("a bottle of", "une bouteille de", "drink", "s"), ("a glass of", "un verre de", "drink", "s"),
    ("a slice of", "une tranche de", "ham bread meat cake", "s"), ("a lot of", "beaucoup de", "fruit vegetable", "p"), ("a bit of", "un peu de", "food", "s"), ("a cup of", "une tasse de", "coffee tea", "s"),
)  # fmt: skip


@template
def quantity(rng: Chooser) -> Pair:
    """She bought a kilo of apples at the market."""
    from ..lexicon import NOUNS

    english, french, kinds, number = rng.pick(QUANTITIES)
    kind = rng.pick(kinds.split())
    noun = rng.noun(kind) if kind in NOUNS else next(entry for entry in (*NOUNS["food"], *NOUNS["drink"]) if entry.english == kind)
    if english == "a bottle of" and noun.english in ("coffee", "tea", "hot chocolate") or english == "a glass of" and noun.english in ("coffee", "tea", "hot chocolate"):
        return None
    thing = words(noun, number)
    phrase = (f"{english} {thing[0]}", fr.apply_elision(f"{french} {thing[1]}"))
    if english in ("a kilo of", "a lot of") or (english == "a bottle of" and rng.chance(0.5)):
        where = rng.pick((("", ""), ("at the market", "au marché"), ("at the supermarket", "au supermarché")))
        return sentence(clause(subject(rng), VerbPhrase("buy", phrase[0], "acheter", phrase[1]), rng.pick(("past", "past", "future", "must"))), where)
    verb = ("drink", "boire") if noun in NOUNS["drink"] else ("eat", "manger")
    return sentence(clause(subject(rng), VerbPhrase(verb[0], phrase[0], verb[1], phrase[1]), rng.pick(("past", "want", "would_like"))))


@template
def with_without(rng: Chooser) -> Pair:
    """He drinks his coffee without sugar."""
    drink = rng.pick(pairs("coffee = café; tea = thé; hot chocolate = chocolat chaud"))
    manner = rng.pick(pairs("with milk = avec du lait; without sugar = sans sucre; without milk = sans lait; with a lot of sugar = avec beaucoup de sucre; with honey = avec du miel; in the garden = dans le jardin; very hot = très chaud"))
    phrase = VerbPhrase("drink", f"<my> {drink[0]} {manner[0]}", "boire", f"<mon> {drink[1]} {manner[1]}")
    return sentence(clause(subject(rng), phrase, "present", adverb=rng.pick((("", ""), ("always", "toujours"), ("often", "souvent")))))


@template
def thanks(rng: Chooser) -> Pair:
    """Thank you for the beautiful flowers."""
    noun = rng.noun("gift")
    thing = preposition("for", "pour", rng.pick((the, this))(noun))
    return sentence(rng.pick(pairs("thank you = merci; thank you very much = merci beaucoup; thanks = merci")), thing, end=rng.pick(("!", ".")))
