"""Age, birth, family and friends, comparisons between people."""

from .. import english as en
from .. import french as fr
from ..clauses import VerbPhrase, clause
from ..conjugation import PRESENT, conjugate, participle
from ..lexicon import ADJECTIVES, NOUNS, Noun
from ..phrases import (
    MEN,
    MY,
    PRONOUNS,
    STRESSED,
    WOMEN,
    Chooser,
    Pair,
    a,
    kin,
    named,
    noun_subject,
    possessed,
    resolve,
    single,
    subject,
)
from ..registry import sentence, template
from ..tables import pairs
from .people import agreed, be
from .travel import CITIES, PLACES
from .when import MONTHS

YEARS = {
    "young": """three = trois; six = six; seven = sept; ten = dix; eleven = onze; twelve = douze; thirteen = treize;
        fourteen = quatorze; fifteen = quinze; sixteen = seize; eighteen = dix-huit""",
    "adult": """
        twenty = vingt; twenty-two = vingt-deux; twenty-five = vingt-cinq; thirty = trente; thirty-six = trente-six;
        forty = quarante; forty-two = quarante-deux; fifty = cinquante
        """,
    "parent": """
        thirty-two = trente-deux; thirty-six = trente-six; forty = quarante; forty-two = quarante-deux; fifty =
        cinquante; fifty-five = cinquante-cinq
        """,
    "old": """sixty = soixante; sixty-five = soixante-cinq; seventy = soixante-dix; eighty = quatre-vingts; ninety =
        quatre-vingt-dix; seventy-two = soixante-douze""",
}


@template
def age(rng: Chooser) -> Pair:
    """My grandmother is seventy years old."""
    who = rng.pick((kin(rng), named(rng), rng.pick(PRONOUNS)))
    old = "grandm" in who.english or "grandf" in who.english
    young = any(word in who.english for word in ("son", "daughter", "brother", "sister", "cousin"))
    group = "old" if old else ("young" if young else "parent")
    if who.is_pronoun or " " not in who.english:
        group = rng.pick(("young", "adult"))
    number = rng.pick(pairs(YEARS[group]))
    return sentence(
        clause(
            who,
            VerbPhrase("be", f"{number[0]} years old", "avoir", f"{number[1]} ans"),
            rng.pick(("present", "present", "future")),
        )
    )


@template
def born(rng: Chooser) -> Pair:
    """My daughter was born in May; she was born in Lyon."""
    who = subject(rng)
    place = rng.pick((("month", rng.pick(MONTHS)), ("city", rng.pick(CITIES))))
    where = (f"in {place[1][0]}", f"en {place[1][1]}" if place[0] == "month" else place[1][1])
    verb = conjugate("être", PRESENT, who.person)
    return (
        f"{who.english} {en.BE_PAST[who.person]} born {where[0]}.",
        f"{who.french} {verb} {participle('naître', who.gender, who.number)} {where[1]}.",
    )


@template
def relatives(rng: Chooser) -> Pair:
    """She has two brothers and a sister; they don't have any children."""
    noun, who = rng.noun("children"), subject(rng)
    if rng.chance(0.3):
        phrase = VerbPhrase("have", f"<some> {noun.english_plural}", "avoir", f"<des> {noun.french_plural}")
        return sentence(clause(who, phrase, "present", "not"))
    count = rng.pick(pairs("two = deux; three = trois; four = quatre"))
    english, french = f"{count[0]} {noun.english_plural}", f"{count[1]} {noun.french_plural}"
    partner = {"son": "daughter", "daughter": "son", "brother": "sister", "sister": "brother"}.get(noun.english)
    if partner and rng.chance(0.6):
        other = next(entry for entry in _children() if entry.english == partner)
        one = resolve(a(other), None, False)
        english, french = f"{english} and {one[0]}", f"{french} et {one[1]}"
    return sentence(clause(who, VerbPhrase("have", english, "avoir", french), "present"))


def _children() -> tuple[Noun, ...]:
    return NOUNS["children"]


@template
def introduce(rng: Chooser) -> Pair:
    """This is my brother Paul: voici mon frère Paul."""
    noun = rng.noun("mother", "father", "acquaintance")
    alone = noun.english in ("mother", "father", "grandmother", "grandfather", "wife", "husband", "doctor")
    name = "" if alone else " " + rng.pick(WOMEN if noun.gender == "f" else MEN)
    owner = ("my", 0) if noun.english in ("wife", "husband") else rng.pick((MY[0], MY[4]))
    english, french = possessed(noun, owner)
    return f"This is {english}{name}.", f"Voici {french}{name}."


@template
def female_friend(rng: Chooser) -> Pair:
    """My friend Julie lives in Paris: mon amie Julie habite à Paris."""
    if rng.chance(0.5):
        who = rng.pick(WOMEN)
        person = noun_subject((f"my friend {who}", f"mon amie {who}"), "f")
    else:
        who = rng.pick(MEN)
        person = noun_subject((f"my friend {who}", f"mon ami {who}"), "m")
    place = rng.pick(PLACES)
    verb = rng.pick((("live", "habiter"), ("work", "travailler")))
    return sentence(
        clause(person, VerbPhrase(verb[0], f"in {place[0]}", verb[1], place[1]), rng.pick(("present", "used")))
    )


@template
def taller(rng: Chooser) -> Pair | None:
    """My brother is taller than me; she is as tall as her father."""
    who, other = single(rng), rng.pick(tuple(STRESSED))
    than = STRESSED[other]
    if (
        not (who.is_pronoun or other in ("I", "you", "we"))
        or who.english == other
        or {who.english, other} == {"I", "we"}
    ):
        return None
    if who.is_pronoun and other in ("I", "you", "we") and who.person in (0, 1, 3) and other == who.english:
        return None
    words = rng.pick(
        pairs(
            """taller = grand; smaller = petit; older = âgé; younger = jeune; stronger = fort; more patient =
                patient; more serious = sérieux; more careful = prudent; funnier = drôle; shyer = timide; nicer =
                gentil; lazier = paresseux; more generous = généreux; more sporty = sportif"""
        )
    )
    if rng.chance(0.3):
        base = rng.pick(
            [
                adjective
                for adjective in ADJECTIVES["person"]
                if adjective.english not in ("famous", "discreet", "charming")
            ]
        )
        form = agreed(base, who)
        return sentence(be(who, (f"as {form[0]} as {than[0]}", fr.apply_elision(f"aussi {form[1]} que {than[1]}"))))
    form = fr.agree(words[1], who.gender, who.number)
    return sentence(be(who, (f"{words[0]} than {than[0]}", fr.apply_elision(f"plus {form} que {than[1]}"))))
