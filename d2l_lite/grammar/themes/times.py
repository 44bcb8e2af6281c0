"""Clock, calendar, duration."""

from .. import french as fr
from ..activities import doing
from ..clauses import VerbPhrase, base_form, clause, french_clause, infinitive
from ..phrases import Chooser, Pair, resolve, subject, the
from ..registry import sentence, template
from ..tables import pairs
from .when import NOMBRES, NUMBERS


def clock(rng: Chooser, first: int = 1, last: int = 11) -> Pair:
    """A time of day: half past three = trois heures et demie."""
    hour = first + rng.below(last - first + 1)
    french = "une heure" if hour == 1 else f"{NOMBRES[hour]} heures"
    after = min(hour + 1, 11)
    later = f"{NOMBRES[after]} heures"
    return rng.pick(
        (
            (f"{NUMBERS[hour]} o'clock", french),
            (f"half past {NUMBERS[hour]}", f"{french} et demie"),
            (f"quarter past {NUMBERS[hour]}", f"{french} et quart"),
            (f"quarter to {NUMBERS[after]}", f"{later} moins le quart"),
            (f"ten past {NUMBERS[hour]}", f"{french} dix"),
            (f"twenty past {NUMBERS[hour]}", f"{french} vingt"),
            (f"ten to {NUMBERS[after]}", f"{later} moins dix"),
        )
    )


@template
def it_is_time(rng: Chooser) -> Pair:
    """It is half past three."""
    hour = clock(rng)
    start = rng.pick(
        pairs(
            """it is = il est; it is already = il est déjà; it was = il était; it is almost = il est presque; it is
                only = il n'est que"""
        )
    )
    return sentence(start, hour)


@template
def starts(rng: Chooser) -> Pair:
    """The film starts at quarter past eight; the concert starts in ten minutes."""
    noun = rng.noun("event")
    verb = rng.pick(
        pairs("starts = commence; ends = finit; will start = commencera; started = a commencé; will end = finira")
    )
    if verb[0] in ("starts", "will start") and rng.chance(0.4):
        wait = rng.pick(
            pairs(
                """in ten minutes = dans dix minutes; in an hour = dans une heure; in two hours = dans deux heures;
                    in half an hour = dans une demi-heure; in five minutes = dans cinq minutes; tomorrow morning =
                    demain matin; tonight = ce soir; on Monday = lundi; next week = la semaine prochaine"""
            )
        )
        return sentence(the(noun), verb, wait)
    hour = clock(rng)
    return sentence(the(noun), verb, (f"at {hour[0]}", f"à {hour[1]}"))


@template
def lasts(rng: Chooser) -> Pair:
    """The film lasts two hours: le film dure deux heures."""
    noun = rng.noun("event")
    verb = rng.pick(pairs("lasts = dure; lasted = a duré; will last = durera"))
    span = pairs(
        """an hour = une heure; two hours = deux heures; half an hour = une demi-heure; three hours = trois heures;
            twenty minutes = vingt minutes; all afternoon = tout l'après-midi; all day = toute la journée; a long
            time = longtemps; too long = trop longtemps"""
    )
    if rng.chance(0.25):
        return sentence(("how long does", "combien de temps dure"), (f"{the(noun)[0]} last", the(noun)[1]), end="?")
    return sentence(the(noun), verb, rng.pick(span))


@template
def opens(rng: Chooser) -> Pair:
    """The bakery opens at seven o'clock; what time does the museum open?"""
    place = the(rng.noun("opening"))
    verb = rng.pick((("opens", "ouvre", "open", 7, 10), ("closes", "ferme", "close", 5, 8)))
    if rng.chance(0.3):
        return sentence((f"what time does {place[0]} {verb[2]}", f"à quelle heure {verb[1]} {place[1]}"), end="?")
    hour = clock(rng, verb[3], verb[4])
    return sentence(place, (f"{verb[0]} at {hour[0]}", f"{verb[1]} à {hour[1]}"))


DURING = (
    ("living here", "habiter", "ici"),
    ("working here", "travailler", "ici"),
    ("learning French", "apprendre", "le français"),
    ("learning Spanish", "apprendre", "l'espagnol"),
    ("playing the piano", "jouer", "du piano"),
    ("studying law", "étudier", "le droit"),
    ("living in Paris", "habiter", "à Paris"),
    ("looking for a flat", "chercher", "un appartement"),
    ("looking for a job", "chercher", "un travail"),
    ("playing tennis", "jouer", "au tennis"),
    ("working in London", "travailler", "à Londres"),
    ("playing the guitar", "jouer", "de la guitare"),
    ("singing in a choir", "chanter", "dans une chorale"),
    ("collecting stamps", "collectionner", "les timbres"),
    ("living alone", "vivre", "seul"),
)


WAITING = (
    ("waiting for the bus", "attendre", "le bus"),
    ("waiting here", "attendre", "ici"),
    ("sleeping", "dormir", ""),
    ("watching television", "regarder", "la télévision"),
    ("reading in bed", "lire", "au lit"),
    ("cooking", "cuisiner", ""),
    ("playing in the garden", "jouer", "dans le jardin"),
    ("waiting for a taxi", "attendre", "un taxi"),
    ("working in the garden", "travailler", "dans le jardin"),
    ("talking on the phone", "parler", "au téléphone"),
    ("walking in the rain", "marcher", "sous la pluie"),
)


@template
def since(rng: Chooser) -> Pair:
    """I have been living here for three years: j'habite ici depuis trois ans."""
    who = subject(rng)
    if rng.chance(0.5):
        verb = rng.pick(DURING)
        span = rng.pick(
            pairs(
                """for two years = depuis deux ans; for three years = depuis trois ans; for six months = depuis six
                    mois; for a long time = depuis longtemps; for ten years = depuis dix ans; for a few weeks =
                    depuis quelques semaines; for a year = depuis un an; since January = depuis janvier; since last
                    year = depuis l'année dernière"""
            )
        )
    else:
        verb = rng.pick(WAITING)
        span = rng.pick(
            pairs(
                """for ten minutes = depuis dix minutes; for an hour = depuis une heure; for twenty minutes =
                    depuis vingt minutes; for half an hour = depuis une demi-heure; for two hours = depuis deux
                    heures; since this morning = depuis ce matin; since noon = depuis midi"""
            )
        )
    rest = fr.agree(verb[2], who.gender, who.number) if verb[2] == "seul" else verb[2]
    phrase = VerbPhrase("", "", verb[1], f"{rest} {span[1]}".strip())
    has = "has" if who.person == 2 else "have"
    return f"{who.english} {has} been {verb[0]} {span[0]}.", french_clause(who, phrase, "present") + "."


@template
def time_to(rng: Chooser) -> Pair | None:
    """It is time to go to bed: il est l'heure d'aller au lit. It is too late to go out."""
    phrase = doing(rng, "chore", "leisure")
    if "<my>" in phrase.english_rest or phrase.reflexive:
        return None
    start = rng.pick(
        pairs(
            """it is time = il est temps de; it is too late = il est trop tard pour; it is too early = il est trop
                tôt pour; there is still time = il est encore temps de"""
        )
    )
    if "late" in phrase.english_rest or "early" in phrase.english_rest or "on Saturdays" in phrase.english_rest:
        return None
    english, french = resolve((f"{start[0]} to {base_form(phrase)}", infinitive(phrase, 2, start[1])), None, False)
    return sentence((english, french))


@template
def ago(rng: Chooser) -> Pair:
    """My cousin left two hours ago: mon cousin est parti il y a deux heures."""
    who = subject(rng)
    verb = rng.pick(
        (
            ("leave", "", "partir", ""),
            ("arrive", "", "arriver", ""),
            ("come", "back", "revenir", ""),
            ("go", "out", "sortir", ""),
            ("call", "", "appeler", ""),
            ("get", "up", "lever", ""),
            ("go", "to bed", "coucher", ""),
            ("go", "home", "rentrer", "à la maison"),
        )
    )
    span = rng.pick(
        pairs(
            """an hour ago = il y a une heure; ten minutes ago = il y a dix minutes; two hours ago = il y a deux
                heures; five minutes ago = il y a cinq minutes; a long time ago = il y a longtemps; half an hour ago
                = il y a une demi-heure"""
        )
    )
    phrase = VerbPhrase(verb[0], verb[1], verb[2], verb[3], verb[2] in ("lever", "coucher"))
    return sentence(clause(who, phrase, "past"), span)
