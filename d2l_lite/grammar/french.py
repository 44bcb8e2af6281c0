"""French forms: elision, contraction, agreement and conjugation.

Persons are counted from 0 to 5: je, tu, il/elle, nous, vous, ils/elles. Apostrophes are plain ASCII, and a plain space
stands before ``!`` and ``?``.
"""

import re

from .tables import listed

VOWELS = "aàâæeéèêëiîïoôœuùûü"
# An aspirated h, and a few vowels that behave as consonants, stop elision: le héros, le onze, le yaourt.
NO_ELISION = listed(
    """hamac hamster hanche handball hangar haricot harpe hérisson hasard hausse haut héros hibou hockey homard
    honte huit huitième hollande hongrie oui onze onzième"""
)
ELIDED = "je|me|te|se|le|la|de|ne|que|jusque|lorsque|puisque"
# The pronoun after a hyphen keeps its vowel (puis-je aller, prends-le encore), hence the hyphen in the look-behind.
_ELISION = re.compile(rf"(?<![\w'-])({ELIDED}) (?=(\w+))", re.IGNORECASE)
_IF_HE = re.compile(r"(?<![\w'-])(s)i (?=ils?\b)", re.IGNORECASE)


_COMPLEMENT = re.compile(r" (de|d'|à|au|aux|en|pour)\b")


def elides(word: str) -> bool:
    """Whether a word makes the word before it drop its vowel: école, homme and y do; héros, onze and yaourt do not."""
    word = word.lower()
    if word == "y":
        return True
    stems = (word, word.removesuffix("s"), word.removesuffix("s").removesuffix("e"))
    return (word[0] in VOWELS or word[0] == "h") and not any(stem in NO_ELISION for stem in stems)


def apply_elision(text: str) -> str:
    """Elide through a whole sentence: "je ai", "que elle", "si il" become "j'ai", "qu'elle", "s'il"."""
    text = _IF_HE.sub(r"\1'", text)
    return _ELISION.sub(lambda match: match[1][:-1] + "'" if elides(match[2]) else match[0], text)


def with_preposition(preposition: str, phrase: str) -> str:
    """Put à or de (or a longer preposition that ends in one) before a noun phrase, contracting the article.

    Only for phrases that start with an article or a name; a pronoun "le" never contracts ("avant de le voir").
    """
    for last, articles in (("à", {"le ": "au ", "les ": "aux "}), ("de", {"le ": "du ", "les ": "des "})):
        if preposition.split(" ")[-1] == last:
            for article, contracted in articles.items():
                first, rest = phrase[: len(article)], phrase[len(article) :]
                if first == article and not (article == "le " and elides(rest)):
                    return preposition[: -len(last)] + contracted + rest
    return f"{preposition} {phrase}"


def plural(noun: str) -> str:
    """The regular plural of a noun or a masculine adjective.

    Of a compound the head alone changes before a preposition (machines à laver), else every word (cartes postales).
    """
    if match := _COMPLEMENT.search(noun):
        return plural(noun[: match.start()]) + noun[match.start() :]
    if " " in noun:
        return " ".join(map(plural, noun.split(" ")))
    if noun.endswith(("s", "x", "z")):
        return noun
    if noun.endswith(("eau", "eu")) and noun != "bleu":
        return noun + "x"
    return noun[:-2] + "aux" if noun.endswith("al") and noun not in ("festival", "final", "fatal") else noun + "s"


FEMININES = dict(
    pair.split("/")
    for pair in listed(
        """beau/belle nouveau/nouvelle vieux/vieille fou/folle blanc/blanche sec/sèche frais/fraîche long/longue
    doux/douce roux/rousse faux/fausse gros/grosse gras/grasse bas/basse épais/épaisse gentil/gentille
    public/publique turc/turque grec/grecque favori/favorite inquiet/inquiète complet/complète secret/secrète
    marron/marron orange/orange discret/discrète nul/nulle chic/chic sympa/sympa frisé/frisée"""
    )
)
FEMININE_ENDINGS = (
    ("eux", "euse"),
    ("oux", "ouse"),
    ("eur", "euse"),
    ("f", "ve"),
    ("er", "ère"),
    ("en", "enne"),
    ("on", "onne"),
    ("el", "elle"),
    ("et", "ette"),
    ("e", "e"),
)
BEFORE_VOWEL = {"beau": "bel", "nouveau": "nouvel", "vieux": "vieil", "fou": "fol"}
INVARIABLE = (
    "marron",
    "orange",
    "chic",
    "en colère",
    "en retard",
    "en forme",
    "en panne",
    "de bonne humeur",
    "à l'heure",
    "en désordre",
)
DEGREES = ("très", "trop", "peu", "encore", "vraiment", "assez", "plus", "moins", "aussi", "si")


def agree(adjective: str, gender: str, number: str) -> str:
    """Agree a masculine singular adjective or participle with a gender ("m" or "f") and a number ("s" or "p")."""
    if adjective in INVARIABLE:
        return adjective
    degree, _, last = adjective.rpartition(" ")
    if degree.split(" ")[-1] in DEGREES:
        return f"{degree} {agree(last, gender, number)}"
    form = adjective
    if gender == "f":
        form = _feminine(adjective)
        return form + "s" if number == "p" and not form.endswith("s") else form
    if number == "s":
        return form
    return form + "s" if adjective == "sympa" else plural(form)


def _feminine(adjective: str) -> str:
    if adjective in FEMININES:
        return FEMININES[adjective]
    for ending, feminine in FEMININE_ENDINGS:
        if adjective.endswith(ending):
            return adjective[: -len(ending)] + feminine
    return adjective + "e"


def before_noun(adjective: str, gender: str, number: str, following: str) -> str:
    """Agree an adjective that stands before its noun: un bel arbre, un nouvel ami, un vieil homme."""
    if gender == "m" and number == "s" and elides(following):
        return BEFORE_VOWEL.get(adjective, adjective)
    return agree(adjective, gender, number)


def definite(gender: str, number: str) -> str:
    """le, la or les (elision comes later, for the whole sentence)."""
    return "les" if number == "p" else {"m": "le", "f": "la"}[gender]


def demonstrative(gender: str, number: str, following: str) -> str:
    """ce, cet, cette or ces, by the word that follows."""
    if number == "p":
        return "ces"
    return "cette" if gender == "f" else ("cet" if elides(following) else "ce")


POSSESSIVES = (
    ("mon", "ma", "mes"),
    ("ton", "ta", "tes"),
    ("son", "sa", "ses"),
    ("notre", "notre", "nos"),
    ("votre", "votre", "vos"),
    ("leur", "leur", "leurs"),
)


def possessive(person: int, gender: str, number: str, following: str) -> str:
    """The possessive of an owner's person for a thing's gender and number: mon amie, ma sœur, leurs clés."""
    masculine, feminine, many = POSSESSIVES[person]
    if number == "p":
        return many
    return masculine if gender == "m" or elides(following) else feminine


def partitive(gender: str, number: str, following: str) -> str:
    """du, de la, de l' or des."""
    if number == "p":
        return "des"
    return "de l'" if elides(following) else {"m": "du", "f": "de la"}[gender]
