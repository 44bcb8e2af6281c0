"""Wanting, having to, being able, liking, trying: a verb and an infinitive."""

from ..activities import ACTIVITIES, anything, doing, plan
from ..clauses import VerbPhrase, base_form, clause, infinitive, ing_form
from ..conjugation import gerund
from ..phrases import HE, Chooser, Pair, Subject, resolve, subject
from ..registry import sentence, template
from ..tables import pairs
from .when import NOTHING

TIMES = pairs("today = aujourd'hui; tomorrow = demain; tonight = ce soir; this weekend = ce week-end") + (
    NOTHING,
    NOTHING,
)
SKILL_WORDS = ("swim", "play", "ski", "ride", "speak", "draw", "dance", "sing", "cook", "drive", "read")


def with_infinitive(
    who: Subject, english: str, french: str, phrase: VerbPhrase, link: str = "", to: str = "to"
) -> VerbPhrase:
    """A verb that governs another: try to find a job = essayer de trouver un travail."""
    rest = ing_form(phrase) if to == "-ing" else f"{to} {base_form(phrase)}".strip()
    return VerbPhrase(english, rest, french, infinitive(phrase, who.person, link))


def whole(who: Subject, phrase: VerbPhrase, link: str = "") -> str:
    """An infinitive whose articles no negation before it changes: je n'ai pas envie de faire du ski."""
    return resolve(("", infinitive(phrase, who.person, link)), who, False)[1]


@template
def modal(rng: Chooser) -> Pair | None:
    """He can't come tonight; you must tidy your room."""
    tense = rng.pick(("can", "must", "should", "have_to", "want", "would_like", "could"))
    phrase = (
        anything(rng)
        if tense not in ("must", "should", "have_to")
        else rng.pick((plan(rng), doing(rng, "chore", "day")))
    )
    if tense in ("can", "could") and phrase.english in SKILL_WORDS:
        return None
    negation = "not" if tense in ("can", "want") and rng.chance(0.5) else None
    return sentence(clause(subject(rng), phrase, tense, negation), rng.pick(TIMES))


@template
def knows_how(rng: Chooser) -> Pair:
    """He can swim: il sait nager."""
    who, phrase = subject(rng), rng.pick(ACTIVITIES["skill"])
    negation = "not" if rng.chance(0.4) else None
    french = clause(who, VerbPhrase("know", "", "savoir", whole(who, phrase)), "present", negation)[1]
    english = clause(who, phrase, "can", negation)[0]
    if negation is None and not phrase.english_rest and rng.chance(0.5):
        return f"{english} very well.", french.replace(f" {phrase.french}", f" très bien {phrase.french}") + "."
    return f"{english}.", f"{french}."


@template
def learning(rng: Chooser) -> Pair:
    """She is learning to drive; he taught me to swim."""
    who, phrase = subject(rng), rng.pick(ACTIVITIES["skill"])
    if phrase.english == "speak" or phrase.english_rest == "a secret":
        phrase = ACTIVITIES["skill"][0]
    verb = with_infinitive(who, "learn", "apprendre", phrase, "à")
    return sentence(clause(who, verb, rng.pick(("now", "past", "want", "would_like"))))


LIKINGS = pairs("like = aimer; love = adorer; hate = détester; like = aimer")


@template
def like_doing(rng: Chooser) -> Pair | None:
    """She loves reading in bed; he doesn't like getting up early."""
    who, phrase = subject(rng), doing(rng, "sport", "leisure", "home", "day")
    if phrase.english_rest.endswith("o'clock"):
        return None
    english, french = rng.pick(LIKINGS)
    negation = "not" if english == "like" and rng.chance(0.4) else None
    english_rest, french_rest = resolve((ing_form(phrase), infinitive(phrase, who.person)), who, False)
    return sentence(clause(who, VerbPhrase(english, english_rest, french, french_rest), "present", negation))


@template
def prefer_doing(rng: Chooser) -> Pair | None:
    """I prefer walking to taking the bus."""
    who, phrase = subject(rng), doing(rng, "sport", "leisure")
    verb = with_infinitive(who, "prefer", "préférer", phrase)
    return sentence(
        clause(who, verb, "present"), rng.pick((NOTHING, ("in winter", "en hiver"), ("in summer", "en été")))
    )


GOVERNING = (
    ("decide", "décider", "de", ("past",)),
    ("try", "essayer", "de", ("past", "future")),
    ("hope", "espérer", "", ("present",)),
    ("promise", "promettre", "de", ("past",)),
    ("forget", "oublier", "de", ("past",)),
    ("agree", "accepter", "de", ("past",)),
    ("refuse", "refuser", "de", ("past", "present")),
    ("manage", "réussir", "à", ("past",)),
)


@template
def governs(rng: Chooser) -> Pair | None:
    """He forgot to close the window; they decided to buy a house."""
    english, french, link, tenses = rng.pick(GOVERNING)
    who, phrase = subject(rng), doing(rng, "chore") if english == "forget" else plan(rng)
    if phrase.english in ("eat", "drink"):
        return None
    return sentence(clause(who, with_infinitive(who, english, french, phrase, link), rng.pick(tenses)))


@template
def stop_doing(rng: Chooser) -> Pair:
    """She stopped working at night; he has started to learn Spanish."""
    who = subject(rng)
    if rng.chance(0.5):
        return sentence(
            clause(who, with_infinitive(who, "stop", "arrêter", doing(rng, "ongoing"), "de", "-ing"), "past")
        )
    return sentence(clause(who, with_infinitive(who, "start", "commencer", doing(rng, "ongoing"), "à"), "past"))


@template
def feels_like(rng: Chooser) -> Pair:
    """I feel like dancing: j'ai envie de danser."""
    who, phrase = subject(rng), doing(rng, "sport", "leisure")
    verb = VerbPhrase("feel", f"like {ing_form(phrase)}", "avoir", whole(who, phrase, "envie de"))
    return sentence(
        clause(who, verb, "present", rng.pick((None, None, "not"))), rng.pick((NOTHING, ("today", "aujourd'hui")))
    )


@template
def needs_to(rng: Chooser) -> Pair:
    """He needs to find a job; I don't have time to do the ironing."""
    who = subject(rng)
    if rng.chance(0.5):
        phrase = plan(rng)
        if phrase.english in ("eat", "drink", "draw", "photograph"):
            phrase = doing(rng, "chore")
        return sentence(
            clause(
                who,
                VerbPhrase("need", f"to {base_form(phrase)}", "avoir", infinitive(phrase, who.person, "besoin de")),
                "present",
            )
        )
    phrase = doing(rng, "chore", "leisure")
    verb = VerbPhrase("have", f"time to {base_form(phrase)}", "avoir", whole(who, phrase, "le temps de"))
    return sentence(clause(who, verb, "present", "not"))


@template
def is_in_the_middle(rng: Chooser) -> Pair:
    """He is in the middle of writing a letter: en train d'écrire une lettre."""
    who, phrase = subject(rng), doing(rng, "ongoing")
    french = clause(who, VerbPhrase("", "", "être", infinitive(phrase, who.person, "en train de")), "present")[1]
    english = clause(who, VerbPhrase("be", f"in the middle of {ing_form(phrase)}", "être", ""), "present")[0]
    return f"{english}.", f"{french}."


@template
def somebody_wants(rng: Chooser) -> Pair:
    """Who wants to play cards? Nobody wants to do the dishes."""
    phrase = doing(rng, "leisure", "sport", "chore")
    english, french = clause(HE, phrase, "want")
    if "his" in english.split():
        phrase = rng.pick(ACTIVITIES["sport"][:8])
        english, french = clause(HE, phrase, "want")
    kind = rng.below(3)
    english, french = english.removeprefix("he "), french.removeprefix("il ")
    if kind == 0:
        return f"Who {english}?", f"Qui {french} ?"
    if kind == 1:
        return f"Everyone {english}.", f"Tout le monde {french}."
    rest = clause(HE, phrase, "want", "not")[1].removeprefix("il ").replace(" pas", "", 1)
    return f"Nobody {english.replace('some ', 'any ')}.", f"Personne {rest}."


JUDGEMENTS = pairs(
    """important = important; difficult = difficile; easy = facile; nice = agréable; impossible = impossible;
    dangerous = dangereux; useful = utile; pleasant = agréable; tiring = fatigant; good = bon"""
)


@template
def it_is_good_to(rng: Chooser) -> Pair | None:
    """It is pleasant to walk in the forest: il est agréable de marcher dans la forêt."""
    phrase, judgement = doing(rng, "sport", "leisure", "day", "chore"), rng.pick(JUDGEMENTS)
    if (
        "<my>" in phrase.english_rest
        or judgement[0] in ("dangerous", "impossible")
        and phrase.english not in ("swim", "run", "walk")
    ):
        return None
    if (judgement[0] in ("nice", "pleasant")) == (phrase in ACTIVITIES["chore"]):
        return None
    english, french = resolve((base_form(phrase), infinitive(phrase, 2, "de")), None, False)
    return sentence((f"it is {judgement[0]} to {english}", f"il est {judgement[1]} {french}"))


@template
def while_doing(rng: Chooser) -> Pair | None:
    """He listens to music while doing the ironing: en faisant le repassage."""
    who = subject(rng)
    first = rng.pick(
        pairs(
            """sing = chanter; listen to music = écouter de la musique; listen to the radio = écouter la radio;
            think about the holidays = penser aux vacances; talk to the cat = parler au chat; whistle = siffler"""
        )
    )
    phrase = doing(rng, "chore")
    if phrase.reflexive or phrase.english in (
        "turn off",
        "close",
        "open",
        "lock",
        "call",
        "answer",
        "go",
        "put",
        "help",
    ):
        return None
    verb, _, rest = first[1].partition(" ")
    base, _, english_rest = first[0].partition(" ")
    doing_it = resolve((f"while {ing_form(phrase)}", f"en {gerund(phrase.french)} {phrase.french_rest}"), who, False)
    adverb = rng.pick((("often", "souvent"), ("always", "toujours")))
    return sentence(clause(who, VerbPhrase(base, english_rest, verb, rest), "present", adverb=adverb), doing_it)
