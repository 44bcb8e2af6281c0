"""Dates, days and months."""

from ..clauses import VerbPhrase, clause
from ..phrases import Chooser, Pair, subject, the
from ..registry import sentence, template
from ..tables import pairs
from .when import DAYS, MONTHS

ORDINALS = pairs(
    """first = premier; second = deux; third = trois; fourth = quatre; fifth = cinq; sixth = six; seventh = sept;
        tenth = dix; twelfth = douze; fourteenth = quatorze; fifteenth = quinze; sixteenth = seize; eighteenth =
        dix-huit; twentieth = vingt; twenty-first = vingt et un; twenty-fifth = vingt-cinq"""
)


@template
def date(rng: Chooser) -> Pair:
    """My birthday is on the third of May: mon anniversaire est le trois mai."""
    day, month = rng.pick(ORDINALS), rng.pick(MONTHS)
    if rng.chance(0.15):
        return f"Today is the {day[0]} of {month[0]}.", f"Aujourd'hui, c'est le {day[1]} {month[1]}."
    owner = rng.pick(
        pairs(
            """my birthday = mon anniversaire; her birthday = son anniversaire; the party = la fête; the wedding =
                le mariage; the meeting = la réunion; the exam = l'examen; the concert = le concert; our wedding =
                notre mariage; Paul's birthday = l'anniversaire de Paul; the match = le match; my driving test = mon
                examen de conduite; your birthday = ton anniversaire"""
        )
    )
    return sentence(owner, (f"is on the {day[0]} of {month[0]}", f"est le {day[1]} {month[1]}"))


@template
def on_day(rng: Chooser) -> Pair:
    """The exam is on Monday morning; we have a meeting on Tuesday."""
    day = rng.pick(DAYS)
    part = rng.pick((("", ""), (" morning", " matin"), (" afternoon", " après-midi"), (" evening", " soir")))
    when = f"on {day[0]}{part[0]}", f"{day[1]}{part[1]}"
    if rng.chance(0.4):
        noun = rng.noun("event")
        return sentence(the(noun), ("is", "a lieu"), when)
    thing = rng.pick(
        pairs(
            """a meeting = <une> réunion; an exam = <un> examen; a lesson = cours; a match = <un> match; an
                appointment = rendez-vous; visitors = <des> invités; a lot of work = beaucoup de travail; guests =
                <des> invités"""
        )
    )
    thing = ("an exam", "<un> examen") if thing[1] in ("cours",) else thing
    return sentence(clause(subject(rng), VerbPhrase("have", thing[0], "avoir", thing[1]), "present", None), when)


@template
def when_present(rng: Chooser) -> Pair:
    """The post office is closed on the first of May; in May the roses are in bloom."""
    month = rng.pick(MONTHS)
    who = subject(rng)
    verb = rng.pick(
        (
            ("be", "on holiday", "être", "en vacances", "present"),
            ("go", "skiing", "faire", "du ski", "future"),
            ("start", "a new job", "commencer", "un nouveau travail", "future"),
            ("move", "house", "déménager", "", "future"),
            ("get", "married", "marier", "", "going"),
            ("buy", "a new car", "acheter", "une nouvelle voiture", "going"),
            ("be", "in Paris", "être", "à Paris", "was"),
            ("sell", "the house", "vendre", "la maison", "future"),
            ("go", "back to school", "retourner", "à l'école", "future"),
            ("be", "in hospital", "être", "à l'hôpital", "was"),
        )
    )
    phrase = VerbPhrase(verb[0], verb[1], verb[2], verb[3], verb[2] == "marier")
    return sentence(clause(who, phrase, verb[4]), (f"in {month[0]}", f"en {month[1]}"))
