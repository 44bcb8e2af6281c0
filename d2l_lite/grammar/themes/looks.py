"""Looks, clothes, fears and interests."""

from .. import french as fr
from ..activities import ACTIVITIES
from ..clauses import VerbPhrase, base_form, clause, infinitive
from ..phrases import (
    Chooser,
    Pair,
    a,
    single,
    subject,
    the,
)
from ..registry import sentence, template
from ..tables import pairs
from .people import WOMENSWEAR, be


@template
def eyes(rng: Chooser) -> Pair:
    """He has blue eyes and short hair."""
    eye = rng.pick(
        pairs(
            """blue eyes = les yeux bleus; green eyes = les yeux verts; brown eyes = les yeux marron; big dark
                eyes = de grands yeux noirs"""
        )
    )
    hair = rng.pick(
        pairs(
            """long hair = les cheveux longs; short hair = les cheveux courts; curly hair = les cheveux bouclés;
                grey hair = les cheveux gris; fair hair = les cheveux blonds; dark hair = les cheveux bruns; red
                hair = les cheveux roux; white hair = les cheveux blancs"""
        )
    )
    both = f"{eye[1]} et {hair[1]}"
    if eye[1].startswith("de "):
        both = both.replace("les cheveux", "des cheveux")
    look = rng.pick((eye, hair, hair, (f"{eye[0]} and {hair[0]}", both)))
    tense = rng.pick(("present", "used")) if look is hair else "present"
    return sentence(clause(subject(rng), VerbPhrase("have", look[0], "avoir", look[1]), tense))


@template
def wearing(rng: Chooser) -> Pair | None:
    """She is wearing a red dress today."""
    who, noun = single(rng), rng.noun("garment")
    if noun.english in WOMENSWEAR and who.gender == "m":
        return None
    phrase = a(noun, rng.adjective("garment"))
    tense = rng.pick(("now", "imperfect"))
    when = (
        pairs("= ; today = aujourd'hui; tonight = ce soir")
        if tense == "now"
        else pairs("= ; yesterday = hier; at the party = à la fête")
    )
    return sentence(clause(who, VerbPhrase("wear", phrase[0], "porter", phrase[1]), tense), rng.pick(when))


@template
def afraid_of(rng: Chooser) -> Pair:
    """My sister is afraid of spiders."""
    noun, who = rng.noun("fear"), subject(rng)
    feared = fr.with_preposition("peur de", the(noun, "p")[1])
    phrase = VerbPhrase("be", f"afraid of {noun.english_plural}", "avoir", feared)
    return sentence(clause(who, phrase, rng.pick(("present", "present", "was")), rng.pick((None, None, "not"))))


@template
def interested(rng: Chooser) -> Pair:
    """He is interested in history."""
    noun, who = rng.noun("subject"), subject(rng)
    topic = fr.with_preposition("à", the(noun)[1])
    english = "fashion" if noun.english == "fashion" else noun.english
    phrase = VerbPhrase("be", f"interested in {english}", "intéresser", topic, True)
    return sentence(clause(who, phrase, "present", rng.pick((None, None, "not"))))


@template
def too_to(rng: Chooser) -> Pair:
    """He is too young to drive; she is old enough to travel alone."""
    who = subject(rng)
    phrase = rng.pick([*ACTIVITIES["sport"][:7], *ACTIVITIES["chore"][:20], *ACTIVITIES["skill"][2:3]])
    degree = rng.pick((("tired", "fatigué"), ("lazy", "paresseux"), ("busy", "occupé"), ("ill", "malade")))
    if phrase.english == "drive":
        degree = ("young", "jeune")
    form = fr.agree(degree[1], who.gender, who.number)
    doing = base_form(phrase), infinitive(phrase, who.person, "pour")
    return sentence(
        be(who, (f"too {degree[0]} to {doing[0]}", f"trop {form} {doing[1]}"), rng.pick(("present", "present", "was")))
    )
