"""Eating and drinking."""

from .. import french as fr
from ..activities import named_noun
from ..clauses import VerbPhrase, clause
from ..phrases import HE, SHE, THEY, YOU, Chooser, Pair, resolve, some, subject, the, this, words
from ..registry import sentence, template
from ..tables import listed, pairs

COLD = (
    *listed("wine beer lemonade milk jam honey butter yoghurt water ham cheese salad chocolate toast"),
    *("orange juice", "apple juice", "ice cream", "fruit salad", "goat's cheese"),
)


@template
def would_you_like(rng: Chooser) -> Pair:
    """Would you like some tea? (vous) Do you want some more bread? (tu)"""
    noun, number = (rng.noun("drink", "food"), "s") if rng.chance(0.7) else (rng.noun("fruit"), "p")
    english, french = resolve(some(noun, number), None, False)
    return rng.pick(
        (
            (f"Would you like {english}?", f"Voudriez-vous {french} ?"),
            (f"Would you like {english}, madam?", f"Voudriez-vous {french}, madame ?"),
            (f"Do you want {english}?", f"Est-ce que tu veux {french} ?"),
            (f"Do you want some more{english.removeprefix('some')}?", f"Est-ce que tu veux encore {french} ?"),
        )
    )


@template
def likes_food(rng: Chooser) -> Pair:
    """She loves cheese; he doesn't like fish; do you like onions?"""
    noun, number = (rng.noun("drink", "food"), "s") if rng.chance(0.6) else (rng.noun("fruit", "vegetable"), "p")
    english, french = words(noun, number)[0], the(noun, number)[1]
    if rng.chance(0.2):
        phrase = VerbPhrase("like", english, "aimer", french)
        return sentence(clause(rng.pick((YOU, HE, SHE, THEY)), phrase, "present", question=True), end="?")
    verb = rng.pick(pairs("like = aimer; love = adorer; hate = détester; like = aimer"))
    if verb[0] == "like" and rng.chance(0.3):
        return sentence(
            clause(subject(rng), VerbPhrase("like", f"{english} very much", "aimer", f"beaucoup {french}"), "present")
        )
    negation = "not" if verb[0] == "like" and rng.chance(0.6) else None
    return sentence(clause(subject(rng), VerbPhrase(verb[0], english, verb[1], french), "present", negation))


@template
def prefers(rng: Chooser) -> Pair | None:
    """I prefer tea to coffee."""
    noun_class, number = rng.pick((("drink", "s"), ("food", "s"), ("fruit", "p"), ("vegetable", "p")))
    first, second = rng.noun(noun_class), rng.noun(noun_class)
    if first == second:
        return None
    rest = fr.apply_elision(f"{the(first, number)[1]} {fr.with_preposition('à', the(second, number)[1])}")
    english = f"{words(first, number)[0]} to {words(second, number)[0]}"
    return sentence(clause(subject(rng), VerbPhrase("prefer", english, "préférer", rest), "present"))


MEALS = pairs("for breakfast = au petit déjeuner; for lunch = au déjeuner; for dinner = au dîner")


@template
def meal(rng: Chooser) -> Pair:
    """We eat fish for dinner; she drank tea this morning."""
    kind = rng.pick(("eat", "eat", "drink"))
    noun = rng.noun("food" if kind == "eat" else "drink")
    thing = words(noun, "s")[0], some(noun)[1]
    when = rng.pick(MEALS)
    if noun.english in ("wine", "beer") and "breakfast" in when[0]:
        when = MEALS[2]
    tense = rng.pick(("present", "past", "going"))
    negation = rng.pick((None, None, "not", "never" if tense == "present" else "not"))
    verb = {"eat": "manger", "drink": "boire"}[kind]
    return sentence(clause(subject(rng), VerbPhrase(kind, thing[0], verb, thing[1]), tense, negation), when)


@template
def two_foods(rng: Chooser) -> Pair | None:
    """They ate some chicken and some chips: du poulet et des frites."""
    first = rng.pick(
        [
            named_noun("food", name)
            for name in (
                "chicken",
                "fish",
                "meat",
                "rice",
                "ham",
                "roast chicken",
                "bread",
                "soup",
                "salad",
                "couscous",
            )
        ]
    )
    second = rng.pick(
        [
            named_noun("vegetable", name)
            for name in ("carrot", "potato", "bean", "mushroom", "pea", "leek", "tomato", "courgette")
        ]
    )
    english = f"{first.english} and {second.english_plural}"
    french = f"{some(first)[1]} et {some(second, 'p')[1]}"
    when = rng.pick(
        pairs(
            """tonight = ce soir; for lunch = au déjeuner; yesterday = hier; on Sundays = le dimanche; for dinner =
                au dîner"""
        )
    )
    tense = {"tonight": "going", "yesterday": "past", "on Sundays": "present"}.get(when[0], rng.pick(("past", "going")))
    return sentence(clause(subject(rng), VerbPhrase("eat", english, "manger", french), tense), when)


@template
def taste(rng: Chooser) -> Pair | None:
    """The soup is too hot; this cake was delicious."""
    noun, adjective = rng.noun("food", "drink"), rng.adjective("taste")
    sugary = noun.english in (
        "jam",
        "honey",
        "ice cream",
        "cake",
        "chocolate",
        "lemonade",
        "apple tart",
        "fruit salad",
        "orange juice",
        "apple juice",
        "hot chocolate",
        "tea",
        "coffee",
        "water",
        "wine",
        "beer",
        "yoghurt",
        "milk",
    )
    if noun.english in COLD and ("hot" in adjective.english or adjective.english in ("ready", "cold")):
        return None
    if (
        sugary
        and "salty" in adjective.english
        or not sugary
        and "sweet" in adjective.english
        or noun.english == "water"
        and "sweet" in adjective.english
    ):
        return None
    if noun.english == "hot chocolate" and adjective.english == "hot":
        return None
    verb = rng.pick(pairs("is = est; is = est; was = était; isn't = n'est pas"))
    if verb[0] == "isn't" and adjective.english.startswith(("delicious", "excellent", "still", "too")):
        return None
    return sentence(
        rng.pick((the, this))(noun), verb, (adjective.english, fr.agree(adjective.french, noun.gender, "s"))
    )
