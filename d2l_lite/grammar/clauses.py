"""Clauses: a subject, a verb with its complement, a tense, a polarity and an adverb, in both languages.

Tenses name both sides: "present" (I eat / je mange), "now" (I am eating / je mange), "past" (I ate / j'ai mangé),
"perfect" (I have eaten / j'ai mangé), "imperfect" (I was eating / je mangeais), "used" (I used to eat / je mangeais),
"future" (I will eat / je mangerai), "was" (I was hungry / j'avais faim), "going" (I am going to eat / je vais manger),
"just" (I have just eaten / je viens de manger), and the modals below with an infinitive.
"""

from dataclasses import dataclass

from . import english as en
from . import french as fr
from .conjugation import CONDITIONAL, FUTURE, IMPERFECT, PRESENT, TAKES_ETRE, conjugate, imperative, participle
from .phrases import REFLEXIVE, Pair, Subject, resolve


@dataclass(frozen=True)
class VerbPhrase:
    """A verb with its complement; reflexive verbs carry no "se" and say so; agrees: "elle s'est lavée" but "lavé
    les mains". pronoun is an object pronoun (French) that stands before the verb, object_agreement the gender
    and number that a participle with avoir takes from it."""

    english: str
    english_rest: str
    french: str
    french_rest: str
    reflexive: bool = False
    agrees: bool = True
    pronoun: str = ""
    object_agreement: tuple[str, str] | None = None


# tense: (English words before the base form, French verb, French tense)
MODALS = {
    "can": ("can", "pouvoir", PRESENT),
    "could": ("could", "pouvoir", CONDITIONAL),
    "must": ("must", "devoir", PRESENT),
    "should": ("should", "devoir", CONDITIONAL),
}
SEMI_MODALS = {
    "want": ("want to", "vouloir", PRESENT),
    "have_to": ("have to", "devoir", PRESENT),
    "would_like": ("would like to", "vouloir", CONDITIONAL),
}
NEGATIVES = {"not": "pas", "never": "jamais", "no longer": "plus"}
CONTRACTED = {
    "do": "don't",
    "does": "doesn't",
    "did": "didn't",
    "will": "won't",
    "can": "can't",
    "could": "couldn't",
    "would": "wouldn't",
    "must": "must not",
    "should": "shouldn't",
    "have": "haven't",
    "has": "hasn't",
    "are": "aren't",
    "is": "isn't",
    "was": "wasn't",
    "were": "weren't",
    "am": "am not",
}


def english_parts(subject: Subject, verb: str, tense: str, negation: str | None, question: bool) -> tuple[str, str]:
    """The auxiliary ("" where there is none) and the rest of an English verb group."""
    person, third = subject.person, subject.person == 2
    be = {True: en.BE_PRESENT, False: en.BE_PAST}
    support = question or negation == "not"
    if tense in MODALS:
        return MODALS[tense][0], verb
    if tense == "would_like":
        return "would", f"like to {verb}"
    if tense in SEMI_MODALS:
        base = SEMI_MODALS[tense][0]
        if support:
            return "does" if third else "do", f"{base} {verb}"
        return "", f"{en.third(base) if third else base} {verb}"
    if tense == "future":
        return "will", verb
    if tense in ("now", "going"):
        return be[True][person], en.ing(verb) if tense == "now" else f"going to {verb}"
    if tense == "imperfect":
        return be[False][person], en.ing(verb)
    if tense in ("perfect", "just"):
        participle_ = en.past_participle(verb)
        return "has" if third else "have", f"just {participle_}" if tense == "just" else participle_
    if tense == "used":
        return "", f"used to {verb}"
    if verb.split(" ")[0] == "be":
        return be[tense == "present"][person], verb[3:]
    if support:
        return ("did" if tense == "past" else "does" if third else "do"), verb
    if tense == "past":
        return "", en.past(verb)
    return "", en.third(verb) if third else verb


def english_clause(
    subject: Subject,
    phrase: VerbPhrase,
    tense: str,
    negation: str | None = None,
    adverb: str = "",
    question: bool = False,
) -> str:
    """The English clause, with the adverb in the middle and the question inverted."""
    auxiliary, main = english_parts(subject, phrase.english, tense, negation, question)
    rest = [phrase.english_rest] if phrase.english_rest else []
    if negation == "not":
        auxiliary = CONTRACTED[auxiliary]
    elif negation:
        adverb = negation
    middle = [adverb] if adverb else []
    group = [word for word in [*middle, main, *rest] if word]
    if question:
        return " ".join([auxiliary, subject.english, *group])
    return " ".join([subject.english, *([auxiliary] if auxiliary else []), *group])


def _infinitive(person: int, phrase: VerbPhrase) -> str:
    """The infinitive with its pronouns: me laver, le voir."""
    clitics = [REFLEXIVE[person]] if phrase.reflexive else []
    return " ".join([*clitics, *([phrase.pronoun] if phrase.pronoun else []), phrase.french])


def infinitive(phrase: VerbPhrase, person: int = 2, link: str = "") -> str:
    """The French infinitive with its complement, after a link: "de me laver les mains", "à lire le journal"."""
    return fr.apply_elision(" ".join(word for word in (link, _infinitive(person, phrase), phrase.french_rest) if word))


def base_form(phrase: VerbPhrase) -> str:
    """The English base form with its complement: wash my hands."""
    return f"{phrase.english} {phrase.english_rest}".rstrip()


def ing_form(phrase: VerbPhrase) -> str:
    """The English form in -ing with its complement: washing my hands."""
    return f"{en.ing(phrase.english)} {phrase.english_rest}".rstrip()


def _agreed_participle(subject: Subject, phrase: VerbPhrase) -> str:
    if phrase.reflexive:
        agreement = (subject.gender, subject.number) if phrase.agrees else ("m", "s")
    elif takes_etre(phrase):
        agreement = (subject.gender, subject.number)
    else:
        agreement = phrase.object_agreement or ("m", "s")
    return participle(phrase.french, *agreement)


def takes_etre(phrase: VerbPhrase) -> bool:
    """Whether the passé composé of this phrase uses être (agrees=False marks "sortir la poubelle" and its like)."""
    return phrase.reflexive or (phrase.french in TAKES_ETRE and phrase.agrees)


def french_verb(subject: Subject, phrase: VerbPhrase, tense: str) -> tuple[list[str], str, list[str]]:
    """(pronouns before the finite verb, the finite verb, the words that follow it)."""
    person = subject.person
    clitics = [REFLEXIVE[person]] if phrase.reflexive else []
    clitics += [phrase.pronoun] if phrase.pronoun else []
    if tense in ("past", "perfect"):
        auxiliary = "être" if takes_etre(phrase) else "avoir"
        return clitics, conjugate(auxiliary, PRESENT, person), [_agreed_participle(subject, phrase)]
    if tense in MODALS or tense in SEMI_MODALS:
        _, verb, french_tense = {**MODALS, **SEMI_MODALS}[tense]
        return [], conjugate(verb, french_tense, person), [_infinitive(person, phrase)]
    if tense == "going":
        return [], conjugate("aller", PRESENT, person), [_infinitive(person, phrase)]
    if tense == "just":
        return [], conjugate("venir", PRESENT, person), ["de", _infinitive(person, phrase)]
    simple = {"now": PRESENT, "used": IMPERFECT, "was": IMPERFECT, "imperfect": IMPERFECT, "future": FUTURE}
    return clitics, conjugate(phrase.french, simple.get(tense, tense), person), []


def french_clause(
    subject: Subject, phrase: VerbPhrase, tense: str, negation: str | None = None, adverb: str = ""
) -> str:
    """The French clause in the order subject, ne, pronouns, verb, pas, adverb, participle or infinitive, complement."""
    clitics, finite, tail = french_verb(subject, phrase, tense)
    words = [subject.french, *(["ne"] if negation else []), *clitics, finite]
    words += [NEGATIVES[negation]] if negation else []
    words += [adverb] if adverb else []
    words += [*tail, *([phrase.french_rest] if phrase.french_rest else [])]
    return fr.apply_elision(" ".join(words))


def clause(
    subject: Subject,
    phrase: VerbPhrase,
    tense: str,
    negation: str | None = None,
    adverb: Pair = ("", ""),
    question: bool = False,
) -> Pair:
    """Both sides of a clause, marks resolved; a question comes as "does she eat" and "est-ce qu'elle mange"."""
    english, french = resolve(
        (
            english_clause(subject, phrase, tense, negation, adverb[0], question),
            french_clause(subject, phrase, tense, negation, adverb[1]),
        ),
        subject,
        negation is not None,
    )
    return english, fr.apply_elision(f"est-ce que {french}" if question else french)


def inverted(subject: Subject, phrase: VerbPhrase, tense: str) -> Pair:
    """A question by inversion, for pronouns: do you live = habites-tu, has she gone = est-elle allée."""
    english = english_clause(subject, phrase, tense, question=True)
    clitics, finite, tail = french_verb(subject, phrase, tense)
    link = "-t-" if finite[-1] in "aeéc" and subject.person == 2 else "-"
    rest = [phrase.french_rest] if phrase.french_rest else []
    french = " ".join([*clitics, finite + link + subject.french, *tail, *rest])
    english, french = resolve((english, french), subject, False)
    return english, fr.apply_elision(french)


def command(phrase: VerbPhrase, person: int = 1, negative: bool = False) -> Pair:
    """An imperative for tu (1), nous (3: let's) or vous (4): lave-toi, ne te lave pas, allons."""
    form = imperative(phrase.french, person)
    rest = [phrase.french_rest] if phrase.french_rest else []
    reflexive = REFLEXIVE[person]
    if negative:
        clitics = ([reflexive] if phrase.reflexive else []) + ([phrase.pronoun] if phrase.pronoun else [])
        french = " ".join(["ne", *clitics, form, "pas", *rest])
    else:
        after = {"te": "toi"}.get(reflexive, reflexive)
        french = " ".join([f"{form}-{after}" if phrase.reflexive else form, *rest])
    verb = base_form(phrase)
    start = {1: "", 3: "let's ", 4: ""}[person]
    english = ("let's not " if person == 3 else "don't ") + verb if negative else start + verb
    owner = {1: ("your", 1), 3: ("our", 3), 4: ("your", 4)}[person]
    english, french = resolve((english, french), Subject("", "", person, "m", "s", *owner), negative)
    return english, fr.apply_elision(french)
