"""Giving, lending, telling, seeing: objects and pronouns."""

from .. import french as fr
from ..clauses import VerbPhrase, clause
from ..phrases import (
    HE,
    INDIRECT,
    SHE,
    STRESSED,
    THEY,
    WE,
    YOU,
    Chooser,
    I,
    Pair,
    a,
    kin,
    my,
    subject,
    this,
)
from ..registry import sentence, template
from ..tables import pairs
from .people import WOMENSWEAR

OWNERS = {
    "I": ("my", 0),
    "you": ("your", 1),
    "he": ("his", 2),
    "she": ("her", 2),
    "we": ("our", 3),
    "they": ("their", 5),
}


@template
def give(rng: Chooser) -> Pair:
    """I gave my brother a book: j'ai offert un livre à mon frère."""
    verb = rng.pick(pairs("give = offrir; lend = prêter; send = envoyer; show = montrer; give = offrir"))
    noun = rng.noun({"send": "message", "lend": "lent", "show": "message"}.get(verb[0], "gift"))
    thing = my(noun) if verb[0] == "lend" else a(noun)
    who = rng.pick((I, I, HE, SHE, WE, THEY, YOU))
    to = kin(rng, (OWNERS[who.english],))
    while to.english.startswith(("his wife", "her husband")) and who.english not in ("he", "she"):
        to = kin(rng, (OWNERS[who.english],))
    if who.english in ("he", "she"):
        to = kin(rng, (("my", 0), ("your", 1)))
    if noun.english in WOMENSWEAR and to.gender == "m" or noun.english == "invitation" and verb[0] == "show":
        return None
    phrase = VerbPhrase(
        verb[0], f"{to.english} {thing[0]}", verb[1], f"{thing[1]} {fr.with_preposition('à', to.french)}"
    )
    return sentence(clause(who, phrase, rng.pick(("past", "past", "going", "future", "want"))))


GIVING = (
    ("give", "offrir", "gift", a),
    ("send", "envoyer", "message", a),
    ("bring", "apporter", "gift", a),
    ("lend", "prêter", "lent", my),
    ("buy", "acheter", "gift", a),
    ("show", "montrer", "lent", my),
    ("write", "écrire", "written", a),
)


@template
def give_pronoun(rng: Chooser) -> Pair | None:
    """She lent me her car: elle m'a prêté sa voiture."""
    who, receiver = subject(rng), rng.pick(("I", "you", "we", "he", "she", "they"))
    english, french = INDIRECT[receiver]
    if same_person(who.english, receiver) or not who.is_pronoun and receiver in ("he", "she", "they"):
        return None
    verb, from_french, noun_class, determiner = rng.pick(GIVING)
    noun = rng.noun(noun_class)
    if verb == "write" and noun.english not in ("letter", "postcard", "message", "poem", "email"):
        return None
    thing = determiner(noun)
    phrase = VerbPhrase(verb, f"{english} {thing[0]}", from_french, thing[1], pronoun=french)
    return sentence(clause(who, phrase, rng.pick(("past", "past", "future", "going"))))


def same_person(who: str, other: str) -> bool:
    """Whether subject and object would be the same, or overlap."""
    overlapping = ({"I", "we"}, {"he"}, {"she"}, {"they"}, {"you"})
    return who == other or any(who in group and other in group for group in overlapping)


@template
def tell(rng: Chooser) -> Pair | None:
    """I told her the truth: je lui ai dit la vérité."""
    verb = rng.pick(
        (
            ("tell", "the truth", "dire", "la vérité"),
            ("tell", "a secret", "dire", "un secret"),
            ("ask", "a question", "poser", "une question"),
            ("tell", "a story", "raconter", "une histoire"),
            ("tell", "everything", "dire", "tout"),
            ("ask", "for help", "demander", "de l'aide"),
            ("show", "the way", "montrer", "le chemin"),
            ("tell", "the news", "annoncer", "la nouvelle"),
            ("teach", "French", "apprendre", "le français"),
        )
    )
    who, receiver = subject(rng, (I, HE, SHE, WE, THEY)), rng.pick(tuple(INDIRECT))
    english, french = INDIRECT[receiver]
    if same_person(who.english, receiver):
        return None
    phrase = VerbPhrase(verb[0], f"{english} {verb[1]}", verb[2], verb[3], pronoun=french)
    if verb[1] == "everything":
        tense = "future"
    else:
        tense = rng.pick(("past", "past", "going", "future", "want"))
    return sentence(clause(who, phrase, tense))


@template
def talk_to(rng: Chooser) -> Pair | None:
    """I talk to him every day: je lui parle tous les jours."""
    verb = rng.pick((("talk", "to", "parler"), ("write", "to", "écrire"), ("answer", "", "répondre")))
    who, receiver = subject(rng), rng.pick(tuple(INDIRECT))
    english, french = INDIRECT[receiver]
    if same_person(who.english, receiver):
        return None
    phrase = VerbPhrase(verb[0], f"{verb[1]} {english}".strip(), verb[2], "", pronoun=french)
    tense, when = rng.pick(
        (
            ("present", ("often", "souvent")),
            ("past", ("yesterday", "hier")),
            ("future", ("tomorrow", "demain")),
            ("present", ("never", "")),
            ("present", ("every week", "toutes les semaines")),
        )
    )
    if when[0] == "never":
        return sentence(clause(who, phrase, "present", "never"))
    if when[0] == "often":
        return sentence(clause(who, phrase, "present", adverb=when))
    return sentence(clause(who, phrase, tense), when)


@template
def for_somebody(rng: Chooser) -> Pair:
    """This present is for you; these flowers are for her mother."""
    noun = rng.noun("gift", "message")
    who = STRESSED[rng.pick(tuple(STRESSED))] if rng.chance(0.5) else kin(rng)
    other = who if isinstance(who, tuple) else (who.english, who.french)
    verb = rng.pick(pairs("is for = est pour; isn't for = n'est pas pour; was for = était pour"))
    return sentence(this(noun), verb, other)
