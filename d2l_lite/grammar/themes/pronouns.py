"""Object pronouns: seeing somebody, losing something, the thing that one bought."""

from .. import french as fr
from ..clauses import VerbPhrase, clause
from ..lexicon import Noun
from ..phrases import (
    OBJECTS,
    STRESSED,
    WE,
    YOU,
    Chooser,
    I,
    Pair,
    my,
    possessed,
    resolve,
    subject,
    the,
    this,
)
from ..registry import sentence, template
from ..tables import pairs
from .gifts import same_person
from .things import agreed
from .when import NOTHING

ACTING_ON = (
    ("call", "", "appeler", "act"),
    ("help", "", "aider", "act"),
    ("invite", "", "inviter", "act"),
    ("wait", "for", "attendre", "act"),
    ("know", "", "connaître", "state"),
    ("understand", "", "comprendre", "state"),
    ("meet", "", "rencontrer", "past"),
    ("thank", "", "remercier", "past"),
    ("see", "", "voir", "past"),
    ("listen", "to", "écouter", "act"),
    ("recognise", "", "reconnaître", "past"),
    ("believe", "", "croire", "state"),
    ("hear", "", "entendre", "past"),
    ("look", "for", "chercher", "past"),
    ("love", "", "aimer", "state"),
    ("remember", "", None, "state"),
    ("follow", "", "suivre", "act"),
    ("find", "", "trouver", "past"),
)


AGREEMENT = {
    "I": ("m", "s"),
    "you": ("m", "s"),
    "he": ("m", "s"),
    "she": ("f", "s"),
    "we": ("m", "p"),
    "they": ("m", "p"),
}


TENSES = {
    "act": (
        ("past", ("yesterday", "hier")),
        ("future", ("tomorrow", "demain")),
        ("present", ("every day", "tous les jours")),
        ("going", ("tonight", "ce soir")),
        ("can", NOTHING),
        ("want", NOTHING),
    ),
    "state": (("present", NOTHING), ("present", NOTHING)),
    "past": (("past", ("yesterday", "hier")), ("past", NOTHING), ("past", ("this morning", "ce matin"))),
}


@template
def object_pronoun(rng: Chooser) -> Pair | None:
    """I will call you tomorrow; we saw them yesterday; she doesn't know him."""
    english, particle, french, kind = rng.pick(ACTING_ON)
    who, other = subject(rng), rng.pick(tuple(OBJECTS))
    if (
        french is None
        or same_person(who.english, other)
        or not who.is_pronoun
        and other in ("he", "she", "they")
        and kind == "state"
    ):
        return None
    him, le = OBJECTS[other]
    phrase = VerbPhrase(english, f"{particle} {him}".strip(), french, "", pronoun=le, object_agreement=AGREEMENT[other])
    tense, when = rng.pick(TENSES[kind])
    negation = "not" if rng.chance(0.3) else None
    return sentence(clause(who, phrase, tense, negation), when)


@template
def with_somebody(rng: Chooser) -> Pair | None:
    """She lives with us; I am going to the cinema with them."""
    who, other = subject(rng), rng.pick(tuple(STRESSED))
    if same_person(who.english, other):
        return None
    verb = rng.pick(
        (
            ("live", "", "habiter", "", "present"),
            ("work", "", "travailler", "", "present"),
            ("go", "to the cinema", "aller", "au cinéma", "now"),
            ("play", "cards", "jouer", "aux cartes", "past"),
            ("go", "to the beach", "aller", "à la plage", "past"),
            ("have", "lunch", "déjeuner", "", "past"),
            ("travel", "", "voyager", "", "future"),
            ("dance", "", "danser", "", "past"),
            ("come", "", "venir", "", "want"),
            ("talk", "", "parler", "", "want"),
            ("go", "out", "sortir", "", "want"),
            ("stay", "", "rester", "", "future"),
        )
    )
    english, french = STRESSED[other]
    phrase = VerbPhrase(verb[0], f"{verb[1]} with {english}".strip(), verb[2], f"{verb[3]} avec {french}".strip())
    return sentence(clause(who, phrase, verb[4], "not" if rng.chance(0.2) else None))


def _pronoun_for(noun: Noun, number: str) -> tuple[str, str]:
    """it / them for a thing, and le, la, les."""
    if number == "p":
        return "them", "les"
    return "it", "le" if noun.gender == "m" else "la"


@template
def lost_it(rng: Chooser) -> Pair:
    """Where is my key? I can't find it: où est ma clé ? Je ne la trouve pas."""
    noun, number = rng.noun("carried", "garment"), rng.pick("ssp")
    thing = possessed(noun, ("my", 0), number)
    english, french = _pronoun_for(noun, number)
    verb = ("are", "sont") if number == "p" else ("is", "est")
    who = rng.pick((I, I, WE))
    if rng.chance(0.5):
        lost = clause(who, VerbPhrase("find", english, "trouver", "", pronoun=french), "can", "not")
        found = clause(who, VerbPhrase("find", "", "trouver", "", pronoun=french), "present", "not")
        return (
            f"Where {verb[0]} {thing[0]}? {lost[0][0].upper() + lost[0][1:]}.",
            f"Où {verb[1]} {thing[1]} ? {found[1][0].upper() + found[1][1:]}.",
        )
    seen = VerbPhrase("see", english, "voir", "", pronoun=french, object_agreement=(noun.gender, number))
    asked = clause(YOU, seen, "perfect", question=True)
    return (
        f"Where {verb[0]} {thing[0]}? {asked[0].capitalize()}?",
        f"Où {verb[1]} {thing[1]} ? {asked[1].capitalize()} ?",
    )


@template
def likes_it(rng: Chooser) -> Pair:
    """I like this dress, I am buying it: j'aime bien cette robe, je l'achète."""
    noun = rng.noun("garment", "furniture", "vehicle", "gift")
    english, french = _pronoun_for(noun, "s")
    thing = this(noun)
    follow = rng.pick(
        (
            (I, "buy", "acheter", "going", None),
            (I, "buy", "acheter", "want", None),
            (I, "sell", "vendre", "going", "not"),
            (WE, "keep", "garder", "going", None),
            (I, "find", "trouver", "past", None),
            (I, "want", "vouloir", "present", None),
            (WE, "buy", "acheter", "future", None),
        )
    )
    who, verb, verbe, tense, negation = follow
    when = ("in Paris", "à Paris") if tense == "past" else NOTHING
    phrase = VerbPhrase(
        verb, f"{english} {when[0]}".strip(), verbe, when[1], pronoun=french, object_agreement=(noun.gender, "s")
    )
    rest = clause(who, phrase, tense, negation)
    return f"I like {thing[0]}, {rest[0]}.", f"J'aime {thing[1]}, {rest[1]}."


@template
def that_i_bought(rng: Chooser) -> Pair | None:
    """The dress that I bought is too long: la robe que j'ai achetée est trop longue."""
    verb, noun_class, kind = rng.pick(
        (
            (("buy", "acheter"), "garment", "fit"),
            (("buy", "acheter"), "vehicle", "vehicle"),
            (("read", "lire"), "readable", "story"),
            (("watch", "regarder"), "viewing", "story"),
            (("sell", "vendre"), "vehicle", "vehicle"),
            (("choose", "choisir"), "garment", "fit"),
            (("find", "trouver"), "building", "building"),
            (("visit", "visiter"), "building", "building"),
        )
    )
    noun, adjective = rng.noun(noun_class), rng.adjective(kind)
    fitting = {"find": ("house", "flat", "hotel", "restaurant"), "visit": ("castle", "museum", "church", "house")}
    if noun.english in ("recipe", "letter") or noun.english not in fitting.get(verb[0], (noun.english,)):
        return None
    who = subject(rng)
    phrase = VerbPhrase(verb[0], "", verb[1], "", object_agreement=(noun.gender, "s"))
    relative = clause(who, phrase, "past")
    thing = the(noun)
    form = agreed(adjective, noun, "s")[1]
    verb_be = rng.pick(pairs("is = est; was = était"))
    return (
        f"{thing[0]} that {relative[0]} {verb_be[0]} {adjective.english}.",
        fr.apply_elision(f"{thing[1]} que {relative[1]} {verb_be[1]} {form}."),
    )


@template
def need_of_it(rng: Chooser) -> Pair:
    """Do you have a pen? I need it: as-tu un stylo ? J'en ai besoin."""
    noun = rng.noun("lent")
    thing = resolve(my(noun), YOU, False)
    for_what = rng.pick(
        pairs(
            """= ; today = aujourd'hui; tomorrow = demain; tonight = ce soir; for work = pour le travail; this
                weekend = ce week-end"""
        )
    )
    return sentence((f"lend me {thing[0]}, I need it", f"prête-moi {thing[1]}, j'en ai besoin"), for_what)
