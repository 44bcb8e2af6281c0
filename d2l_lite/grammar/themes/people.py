"""People: moods, character, looks, work, family."""

from .. import english as en
from .. import french as fr
from ..clauses import VerbPhrase, clause
from ..conjugation import PRESENT, conjugate
from ..lexicon import ADJECTIVES, Adjective
from ..phrases import (
    HE,
    SHE,
    THEY,
    YOU,
    Chooser,
    Pair,
    Subject,
    named,
    relative,
    resolve,
    single,
    subject,
)
from ..registry import sentence, template
from ..tables import pairs
from .when import NOTHING

WOMENSWEAR = ("dress", "skirt", "blouse", "necklace", "doll")


DEGREES = {
    "happy": "very really",
    "sad": "very a_bit really too",
    "tired": "very a_bit too really",
    "worried": "very a_bit really",
    "busy": "very too really",
    "surprised": "very a_bit really",
    "disappointed": "very a_bit really",
    "proud": "very really",
    "jealous": "very a_bit really too",
    "nervous": "very a_bit too really",
    "ill": "very really",
    "pleased": "very really",
}


DEGREE_WORDS = {"very": "très", "really": "vraiment", "a bit": "un peu", "too": "trop", "quite": "assez", "": ""}


def agreed(adjective: Adjective, who: Subject) -> Pair:
    """An adjective for a person."""
    return adjective.english, fr.agree(adjective.french, who.gender, who.number)


def be(who: Subject, rest: Pair, tense: str = "present", negation: str | None = None, question: bool = False) -> Pair:
    """A clause with be and être."""
    return clause(who, VerbPhrase("be", rest[0], "être", rest[1]), tense, negation, question=question)


def with_degree(degree: str, adjective: Pair) -> Pair:
    """very tired = très fatigué."""
    return f"{degree} {adjective[0]}".strip(), f"{DEGREE_WORDS[degree]} {adjective[1]}".strip()


@template
def mood(rng: Chooser) -> Pair:
    """My sister is very tired today; he wasn't happy yesterday."""
    who, adjective = subject(rng), rng.adjective("mood")
    degree = rng.pick(("", "", *(word.replace("_", " ") for word in DEGREES.get(adjective.english, "").split())))
    tense = rng.pick(("present", "present", "was"))
    now, then = (
        pairs("= ; today = aujourd'hui; this morning = ce matin; tonight = ce soir"),
        pairs("= ; yesterday = hier; last night = hier soir"),
    )
    negation = "not" if degree in ("", "very") and rng.chance(0.25) else None
    return sentence(
        be(who, with_degree(degree, agreed(adjective, who)), tense, negation),
        rng.pick(now if tense == "present" else then),
    )


@template
def character(rng: Chooser) -> Pair:
    """Our neighbours are very nice."""
    who, adjective = subject(rng), rng.adjective("person")
    degree = rng.pick(("very", "really", "", "quite"))
    return sentence(be(who, with_degree(degree, agreed(adjective, who))))


@template
def both_qualities(rng: Chooser) -> Pair | None:
    """He is shy but funny; she is tall and strong."""
    who, first, second = subject(rng), rng.adjective("person"), rng.adjective("person")
    good = {
        "nice",
        "intelligent",
        "funny",
        "patient",
        "polite",
        "honest",
        "brave",
        "generous",
        "optimistic",
        "friendly",
        "creative",
        "charming",
    }
    bad = {"shy", "lazy", "stubborn", "clumsy", "talkative", "strict", "serious"}
    if first.english == second.english or first.english not in good | bad or second.english not in good | bad:
        return None
    link = ("and", "et") if (first.english in good) == (second.english in good) else ("but", "mais")
    one, two = agreed(first, who), agreed(second, who)
    return sentence(be(who, (f"{one[0]} {link[0]} {two[0]}", f"{one[1]} {link[1]} {two[1]}")))


@template
def looks(rng: Chooser) -> Pair | None:
    """Your sister seems worried: ta sœur semble inquiète."""
    who, adjective = rng.pick((subject(rng), subject(rng, (YOU, HE, SHE, THEY)))), rng.adjective("mood")
    if adjective.english in ("late", "alone", "ready", "in a good mood", "calm") or who.english in ("I", "we"):
        return None
    rest = agreed(adjective, who)
    when = rng.pick((NOTHING, ("today", "aujourd'hui"), ("this morning", "ce matin")))
    return sentence(clause(who, VerbPhrase("seem", rest[0], "sembler", rest[1]), "present"), when)


@template
def why_so(rng: Chooser) -> Pair | None:
    """Why are you so sad?"""
    who = rng.pick((YOU, HE, SHE, THEY))
    adjective = rng.adjective(rng.pick(("mood", "person")))
    if adjective.english in ("alone", "ready", "late", "in a good mood", "angry", "young", "tall"):
        return None
    form = agreed(adjective, who)[1]
    verb = conjugate("être", PRESENT, who.person)
    return (
        f"Why {en.BE_PRESENT[who.person]} {who.english} so {adjective.english}?",
        f"Pourquoi {verb}-{who.french} si {form} ?",
    )


@template
def is_he(rng: Chooser) -> Pair:
    """Is your sister ill?"""
    who = rng.pick((YOU, HE, SHE, relative(rng, (("your", 1),)), named(rng)))
    return sentence(be(who, agreed(rng.adjective("mood"), who), question=True), end="?")


@template
def because(rng: Chooser) -> Pair | None:
    """She is happy because she has found a job."""
    who = single(rng)
    reason = rng.pick(
        pairs(
            """found a job = trouver | un travail; won the match = gagner | le match; passed the exam = réussir |
                l'examen; slept well = dormir | bien | H; missed the train = rater | le train; lost <my> phone =
                perdre | <mon> téléphone; failed the exam = rater | l'examen; broke <my> watch = casser | <ma>
                montre; forgot <my> bag = oublier | <mon> sac; received a nice present = recevoir | un beau cadeau;
                worked all night = travailler | toute la nuit; bought a new bike = acheter | un nouveau vélo; lost
                <my> wallet = perdre | <mon> portefeuille; missed the last bus = rater | le dernier bus; slept badly
                = dormir | mal; got a good mark = avoir | une bonne note"""
        )
    )
    english, (verb, rest) = reason[0], [part.strip() for part in reason[1].split("|")[:2]]
    happy = english.split()[0] in ("found", "won", "passed", "received", "bought", "got") or english == "slept well"
    kinds = (
        ("happy", "pleased")
        if happy
        else (("tired",) if english in ("worked all night", "slept badly") else ("sad", "angry", "furious", "worried"))
    )
    adjective = next(
        entry for entry in ADJECTIVES["mood"] if entry.english == rng.pick(kinds) or entry.english == kinds[0]
    )
    he = who if who.is_pronoun else (SHE if who.gender == "f" else HE)
    if verb == "dormir":
        rest_words = rest
        french = clause(he, VerbPhrase("", "", verb, rest_words), "past", adverb=NOTHING)[1].replace(
            f"dormi {rest}", f"{rest} dormi"
        )
    else:
        french = clause(he, VerbPhrase("", "", verb, rest), "past")[1]
    english = resolve((english, ""), he, False)[0]
    main = be(who, agreed(adjective, who))
    return f"{main[0]} because {he.english} {english}.", f"{main[1]} parce que {french}."


STATES = pairs(
    """hungry = faim; thirsty = soif; cold = froid; hot = chaud; afraid = peur; right = raison; wrong = tort;
        sleepy = sommeil; lucky = <de la> chance; ashamed = honte"""
)


@template
def having(rng: Chooser) -> Pair:
    """I am hungry: j'ai faim. They were very cold: ils avaient très froid."""
    who, (english, french) = subject(rng), rng.pick(STATES)
    tense, negation = rng.pick(("present", "present", "was")), rng.pick((None, None, "not"))
    if english not in ("right", "wrong", "lucky", "ashamed") and negation is None and rng.chance(0.4):
        english, french = f"very {english}", f"très {french}"
    times = (
        pairs("= ; today = aujourd'hui; this morning = ce matin")
        if tense == "present"
        else pairs("= ; yesterday = hier; last night = hier soir")
    )
    when = rng.pick(times) if english not in ("right", "wrong") else NOTHING
    return sentence(clause(who, VerbPhrase("be", english, "avoir", french), tense, negation), when)


@template
def are_you_hungry(rng: Chooser) -> Pair:
    """Are you hungry? Est-ce que tu as faim ?"""
    who, (english, french) = rng.pick((YOU, HE, SHE, THEY, named(rng), relative(rng, (("your", 1),)))), rng.pick(STATES)
    french = french.replace("<de la> chance", "de la chance")
    return sentence(clause(who, VerbPhrase("be", english, "avoir", french), "present", question=True), end="?")
