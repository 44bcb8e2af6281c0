"""Imperatives: orders, advice, suggestions."""

from .. import french as fr
from ..activities import ACTIVITIES, doing, event
from ..clauses import VerbPhrase, base_form, command, infinitive
from ..lexicon import NOUNS
from ..phrases import STRESSED, YOU, Chooser, Pair, my, resolve, the
from ..registry import sentence, template
from ..tables import listed, pairs
from .when import NOTHING


@template
def do_it(rng: Chooser) -> Pair:
    """Tidy your room, please."""
    english, french = command(doing(rng, "chore"))
    kind = rng.below(3)
    if kind == 0:
        return f"{english}, please.", f"{french}, s'il te plaît."
    if kind == 1:
        return f"{english}!", f"{french} !"
    when = rng.pick(
        pairs(
            """before leaving = avant de partir; before dinner = avant le dîner; after school = après l'école;
                before going to bed = avant de te coucher; right away = tout de suite; when you come home = quand tu
                rentres; this morning = ce matin; tonight = ce soir"""
        )
    )
    return sentence((english, french), when)


@template
def polite_order(rng: Chooser) -> Pair | None:
    """Close the door, please, sir. (vous)"""
    phrase = doing(rng, "chore", "work", "event")
    if phrase.english not in (
        "close",
        "open",
        "lock",
        "wait",
        "sign",
        "take",
        "ask",
        "call",
        "answer",
        "book",
        "turn off",
    ):
        return None
    english, french = command(phrase, 4)
    title = rng.pick(pairs("sir = monsieur; madam = madame"))
    return f"{english}, please, {title[0]}.", f"{french}, s'il vous plaît, {title[1]}."


@template
def do_not(rng: Chooser) -> Pair | None:
    """Don't forget your umbrella."""
    phrase = event(rng)
    possible = listed("""forget lose break sell open close buy miss eat drink read fall send burn cancel call watch""")
    if phrase.english not in possible or "turn" in phrase.english:
        return None
    return sentence(command(phrase, negative=True), end=rng.pick((".", "!")))


@template
def forget_to(rng: Chooser) -> Pair:
    """Don't forget to feed the cat."""
    phrase = doing(rng, "chore")
    english = f"to {base_form(phrase)}"
    french = infinitive(phrase, 1, "de")
    when = rng.pick((NOTHING, ("tonight", "ce soir"), ("tomorrow", "demain"), ("this morning", "ce matin")))
    return sentence(command(VerbPhrase("forget", english, "oublier", french), negative=True), when)


@template
def lets(rng: Chooser) -> Pair:
    """Let's go to the beach tomorrow."""
    phrase = doing(rng, "sport", "leisure", "chore")
    if "coat" in phrase.english_rest or "suitcase" in phrase.english_rest:
        return None
    apart = "with" in phrase.english_rest or "alone" in phrase.english_rest
    when = pairs(
        """= ; tomorrow = demain; tonight = ce soir; this afternoon = cet après-midi; on Sunday = dimanche;
        together = ensemble; after lunch = après le déjeuner"""
    )
    if phrase in ACTIVITIES["chore"] and phrase.english in (
        "close",
        "open",
        "lock",
        "turn off",
        "set",
        "clear",
        "answer",
        "wash",
        "brush",
    ):
        when = when[:1]
    when = when[:5] if apart else when
    return sentence(command(phrase, 3), rng.pick(when), end=rng.pick(("!", ".")))


@template
def bring(rng: Chooser) -> Pair:
    """Give me your bag, please: donne-moi ton sac. Show us the photos."""
    verb = rng.pick(pairs("give = donne; bring = apporte; show = montre; lend = prête; pass = passe"))
    person = rng.pick(("I", "I", "we", "he", "she"))
    english = STRESSED[person][0]
    french = {"I": "moi", "we": "nous", "he": "lui", "she": "lui"}[person]
    noun = rng.noun(
        *{"pass": ("kitchenware",), "lend": ("lent",), "show": ("message", "carried")}.get(
            verb[0], ("carried", "kitchenware")
        )
    )
    thing = the(noun) if verb[0] == "pass" or rng.chance(0.3) else resolve(my(noun), YOU, False)
    if rng.chance(0.5):
        return f"{verb[0]} {english} {thing[0]}, please.", f"{verb[1]}-{french} {thing[1]}, s'il te plaît."
    return f"{verb[0]} {english} {thing[0]}.", f"{verb[1]}-{french} {thing[1]}."


@template
def put_it(rng: Chooser) -> Pair:
    """Put the knives in the drawer."""
    noun, number = rng.noun("kitchenware", "carried", "garment"), "s"
    where = (
        ("in", "dans", "container")
        if noun in NOUNS["kitchenware"]
        else rng.pick(
            (
                ("on", "sur", "surface"),
                ("in", "dans", "container"),
                ("under", "sous", "surface"),
                ("next to", "à côté de", "surface"),
            )
        )
    )
    place = the(rng.noun(where[2]))
    if (
        noun in NOUNS["kitchenware"]
        and place[0] not in ("the cupboard", "the drawer", "the box")
        or place[0] == "the floor"
        and where[0] != "on"
        or place[0] == "the pocket"
        or place[0].removeprefix("the ") == noun.english
    ):
        return None
    verb = rng.pick((("put", "mettre"), ("put", "mettre"), ("leave", "laisser")))
    number = rng.pick("sp")
    thing = the(noun, number) if rng.chance(0.5) else my(noun, number)
    spot = f"{where[0]} {place[0]}", fr.with_preposition(where[1], place[1])
    phrase = VerbPhrase(verb[0], f"{thing[0]} {spot[0]}", verb[1], f"{thing[1]} {spot[1]}")
    return sentence(command(phrase, negative=verb[0] == "leave"))


@template
def be_good(rng: Chooser) -> Pair:
    """Be careful! Don't be sad."""
    good = rng.pick(
        pairs(
            """patient = patient; careful = prudent; polite = poli; brave = courageux; serious = sérieux; generous
                = généreux; quiet = sage; calm = calme; honest = honnête"""
        )
    )
    bad = rng.pick(
        pairs(
            """sad = triste; jealous = jaloux; late = en retard; angry = en colère; nervous = nerveux; worried =
                inquiet; shy = timide; lazy = paresseux; rude = impoli"""
        )
    )
    tail = rng.pick(
        pairs(
            """= ; with your brother = avec ton frère; with your sister = avec ta sœur; at school = à l'école;
                tonight = ce soir; this time = cette fois; tomorrow = demain"""
        )
    )
    if rng.chance(0.5):
        return sentence((f"be {good[0]}", f"sois {good[1]}"), tail, end=rng.pick((".", "!")))
    tail = tail if tail[0] in ("", "this time") or bad[0] == "late" and tail[0] == "tomorrow" else NOTHING
    return sentence((f"don't be {bad[0]}", f"ne sois pas {bad[1]}"), tail)
