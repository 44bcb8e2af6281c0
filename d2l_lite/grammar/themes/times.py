"""Clock, calendar and weather."""

from .. import english as en
from .. import french as fr
from ..clauses import VerbPhrase, clause
from ..lexicon import NOUNS, pairs
from ..phrases import Chooser, Pair, possessed, relative, subject, the
from ..registry import sentence, template
from .when import DAYS, FUTURE_TIMES, MONTHS, NOMBRES, NUMBERS, SEASONS


def clock(rng: Chooser) -> Pair:
    """A time of day: half past three = trois heures et demie."""
    hour = 1 + rng.below(11)
    french = "une heure" if hour == 1 else f"{NOMBRES[hour]} heures"
    after = 1 + hour if hour < 11 else 11
    later = f"{NOMBRES[after]} heures"
    return rng.pick((
        (f"{NUMBERS[hour]} o'clock", french),
        (f"half past {NUMBERS[hour]}", f"{french} et demie"),
        (f"quarter past {NUMBERS[hour]}", f"{french} et quart"),
        (f"quarter to {NUMBERS[after]}", f"{later} moins le quart"),
        (f"ten past {NUMBERS[hour]}", f"{french} dix"),
        (f"twenty past {NUMBERS[hour]}", f"{french} vingt"),
        (f"{NUMBERS[hour]} o'clock in the morning", f"{french} du matin"),
    ))  # fmt: skip


@template
def it_is_time(rng: Chooser) -> Pair:
    """It is half past three."""
    hour = clock(rng)
    return f"{rng.pick(('It is', 'It is already')) if False else 'It is'} {hour[0]}.", f"Il est {hour[1]}."


@template
def starts(rng: Chooser) -> Pair:
    """The film starts at quarter past eight; the concert starts in ten minutes."""
    noun = rng.noun("event")
    if noun.english == "sale":
        return None
    verb = rng.pick(pairs("starts = commence; ends = finit; will start = commencera; started = a commencé"))
    if verb[0] == "starts" and rng.chance(0.4):
        wait = rng.pick(pairs("in ten minutes = dans dix minutes; in an hour = dans une heure; in two hours = dans deux heures; in half an hour = dans une demi-heure; in five minutes = dans cinq minutes; tomorrow morning = demain matin; tonight = ce soir"))
        return sentence(the(noun), verb, wait)
    hour = clock(rng)
    return sentence(the(noun), verb, (f"at {hour[0]}", f"à {hour[1]}"))


@template
def opens(rng: Chooser) -> Pair:
    """The bakery opens at seven o'clock."""
    hour, place = clock(rng), the(rng.noun("shop", "place"))
    if place[0] in ("the bridge", "the harbour", "the beach"):
        return None
    if rng.chance(0.4):
        day = rng.pick(DAYS)
        return rng.pick((sentence(place, (f"is closed on {day[0]}s", f"est fermé{'e' if place[1].startswith('la ') else ''} le {day[1]}")), sentence(("what time does", "à quelle heure ouvre"), (place[0] + " open", place[1]), end="?"))) if not place[1].startswith("l'") else None
    verb = rng.pick(pairs("opens = ouvre; closes = ferme"))
    return sentence(place, verb, (f"at {hour[0]}", f"à {hour[1]}"))


@template
def birthday(rng: Chooser) -> Pair:
    """My birthday is on the third of May."""
    ordinals = pairs("first = premier; second = deux; third = trois; fourth = quatre; fifth = cinq; sixth = six; seventh = sept; tenth = dix; twelfth = douze; fifteenth = quinze; twentieth = vingt; thirtieth = trente")
    day, month = rng.pick(ordinals), rng.pick(MONTHS)
    if month[0] == "February" and day[0] == "thirtieth":
        return None
    owner = rng.pick(pairs("my birthday = mon anniversaire; her birthday = son anniversaire; the party = la fête; the wedding = le mariage; the meeting = la réunion; the exam = l'examen; the concert = le concert; our wedding = notre mariage"))
    if rng.chance(0.2):
        return f"Today is the {day[0]} of {month[0]}.", f"Aujourd'hui, c'est le {day[1]} {month[1]}."
    return sentence(owner, (f"is on the {day[0]} of {month[0]}", f"est le {day[1]} {month[1]}"))


@template
def since(rng: Chooser) -> Pair:
    """I have been living here for three years: j'habite ici depuis trois ans."""
    who = subject(rng)
    verb = rng.pick((("living here", "habiter", "ici"), ("working here", "travailler", "ici"), ("learning French", "apprendre", "le français"), ("playing the piano", "jouer", "du piano"), ("waiting for the bus", "attendre", "le bus"), ("waiting for you", "attendre", ""), ("studying law", "étudier", "le droit"), ("living in Paris", "habiter", "à Paris"), ("looking for a flat", "chercher", "un appartement"), ("looking for a job", "chercher", "du travail")))
    if verb[0] == "waiting for you":
        if who.english == "you" or "your" in who.english:
            return None
        verb = (verb[0], verb[1], "")
    short = verb[0].startswith("waiting")
    span = rng.pick(pairs("ten minutes = dix minutes; an hour = une heure; twenty minutes = vingt minutes; half an hour = une demi-heure; two hours = deux heures") if short else pairs("two years = deux ans; three years = trois ans; six months = six mois; a long time = longtemps; ten years = dix ans; a few weeks = quelques semaines; a year = un an; several months = plusieurs mois"))
    phrase = VerbPhrase("", "", verb[1], f"{verb[2]} depuis {span[1]}".strip(), pronoun="te" if verb[0] == "waiting for you" else "")
    from ..clauses import french_clause

    has = "has" if who.person == 2 else "have"
    return f"{who.english} {has} been {verb[0]} for {span[0]}.", french_clause(who, phrase, "present") + "."


WEATHER = (
    ("hot", "chaud"), ("cold", "froid"), ("very hot", "très chaud"), ("very cold", "très froid"), ("sunny", "beau"), ("windy", None), ("mild", "doux"), ("too hot", "trop chaud"), ("foggy", None),
)  # fmt: skip


@template
def weather(rng: Chooser) -> Pair:
    """It is cold in Paris in winter; it will be sunny tomorrow."""
    from .travel import COUNTRIES

    english, french = rng.pick(WEATHER)
    have = {"windy": "du vent", "foggy": "du brouillard"}.get(english)
    forms = {"is": ("fait", "y a"), "was": ("faisait", "y avait"), "will be": ("fera", "y aura")}
    tense = rng.pick(tuple(forms))
    verb = f"il {forms[tense][1]} {have}" if have else f"il {forms[tense][0]} {french}"
    times = {"is": (*SEASONS, ("today", "aujourd'hui"), ("this morning", "ce matin")), "was": pairs("yesterday = hier; last night = hier soir; last week = la semaine dernière"), "will be": pairs("tomorrow = demain; this weekend = ce week-end; next week = la semaine prochaine; tomorrow morning = demain matin")}[tense]
    place = rng.pick(COUNTRIES) if rng.chance(0.6) else None
    return sentence((f"it {tense} {english}", verb), (f"in {place[0]}", place[1]) if place else ("", ""), rng.pick(times))


@template
def rain(rng: Chooser) -> Pair:
    """It is raining; it snowed all night; if it rains tomorrow, we will stay at home."""
    from .travel import COUNTRIES

    verb = rng.pick((("rain", "pleut", "a plu", "pleuvra", "pleuvoir"), ("snow", "neige", "a neigé", "neigera", "neiger")))
    place = rng.pick(COUNTRIES)
    where = (f"in {place[0]}", place[1]) if rng.chance(0.6) else ("", "")
    form = rng.below(5)
    if form == 0:
        return sentence((f"it is {verb[0]}ing", f"il {verb[1]}"), where, rng.pick(pairs("= ; today = aujourd'hui; again = encore; a lot = beaucoup")))
    if form == 1:
        return sentence((f"it {verb[0]}ed", f"il {verb[2]}"), where, rng.pick(pairs("all night = toute la nuit; all day = toute la journée; yesterday = hier; a lot this week = beaucoup cette semaine")))
    if form == 2:
        return sentence((f"it is going to {verb[0]}", f"il va {verb[4]}"), where, rng.pick(FUTURE_TIMES[:8]))
    if form == 3:
        return sentence((f"it often {verb[0]}s", f"il {verb[1]} souvent"), where, rng.pick(SEASONS))
    then = clause(subject(rng), rng.pick([entry for entry in _indoors()]), "future")
    return f"If it {verb[0]}s, {then[0]}.", f"S'il {verb[1]}, {then[1]}."


def _indoors():
    from ..activities import ACTIVITIES

    return [entry for entry in ACTIVITIES["leisure"] if entry.english in ("read", "stay", "listen", "watch", "play", "draw", "tell") or "cinema" in entry.english_rest or "museum" in entry.english_rest]
