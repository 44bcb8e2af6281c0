"""What people do, did and will do: activities in every tense."""

from ..activities import ACTIVITIES, doing, event, habit, plan, unwanted
from ..clauses import VerbPhrase, clause, infinitive, ing_form
from ..phrases import Chooser, Pair, resolve, single, some, subject
from ..registry import sentence, template
from ..tables import pairs
from .when import DAILY, FAR_TIMES, FUTURE_TIMES, NOTHING, PAST_TIMES, WEEKLY

SOON_TIMES, LATE_TIMES = FUTURE_TIMES[:5], (*PAST_TIMES[:3], PAST_TIMES[5])
RARE = (
    "the lawn",
    "<my> suitcase",
    "the car",
    "the windows",
    "<my> coat on",
    "the potatoes",
    "the bathroom",
    "the laundry",
)
ROUTINE = tuple(phrase for phrase in ACTIVITIES["chore"] if phrase.english_rest not in RARE)


def dated(rng: Chooser, near: tuple[Pair, ...], far: tuple[Pair, ...]) -> tuple[VerbPhrase, Pair]:
    """Something done with a time that suits it: chores belong to the day, plans to any time."""
    if rng.chance(0.3):
        phrase = doing(rng, "home")
        meal = any(word in phrase.english_rest for word in ("dinner", "lunch", "breakfast"))
        return phrase, near[0] if meal else rng.pick(near)
    return (plan(rng) if rng.chance(0.6) else doing(rng, "sport", "leisure")), rng.pick(far)


FREQUENCY = pairs("often = souvent; always = toujours; sometimes = parfois; rarely = rarement")


@template
def frequency(rng: Chooser) -> Pair:
    """He often plays tennis."""
    return sentence(clause(subject(rng), habit(rng), "present", adverb=rng.pick(FREQUENCY)))


@template
def weekly(rng: Chooser) -> Pair:
    """We go to the market on Saturdays."""
    phrase = doing(rng, "sport", "leisure")
    return sentence(clause(subject(rng), phrase, "present"), rng.pick(WEEKLY))


@template
def daily(rng: Chooser) -> Pair:
    """He waters the flowers every evening."""
    return sentence(clause(subject(rng), rng.pick(ROUTINE), "present"), rng.pick(DAILY))


@template
def never(rng: Chooser) -> Pair:
    """She never drinks coffee; they no longer play rugby."""
    return sentence(clause(subject(rng), habit(rng), "present", rng.pick(("never", "not", "no longer"))))


@template
def hobby(rng: Chooser) -> Pair:
    """My uncle collects stamps."""
    phrase = doing(rng, "hobby")
    tenses = (
        ("now", "past", "want", "would_like")
        if phrase.english == "learn"
        else ("present", "used", "want", "would_like")
    )
    return sentence(clause(subject(rng), phrase, rng.pick(tenses)))


@template
def past_with_time(rng: Chooser) -> Pair:
    """I lost my umbrella yesterday."""
    if rng.chance(0.3):
        return sentence(clause(subject(rng), event(rng), "past"), rng.pick(PAST_TIMES))
    phrase, when = dated(rng, LATE_TIMES, PAST_TIMES)
    return sentence(clause(subject(rng), phrase, "past"), when)


@template
def past(rng: Chooser) -> Pair:
    """My sister broke a glass."""
    return sentence(clause(subject(rng), event(rng), "past"))


@template
def not_past(rng: Chooser) -> Pair:
    """They didn't buy any bread yesterday."""
    phrase, when = dated(rng, LATE_TIMES, (*PAST_TIMES[:5], NOTHING))
    return sentence(clause(subject(rng), phrase, "past", "not"), when)


@template
def already(rng: Chooser) -> Pair | None:
    """She has already watered the plants; she hasn't watered the plants yet."""
    phrase = doing(rng, "chore", "event")
    if phrase.english in ("fall", "stay", "look"):
        return None
    if rng.chance(0.35) and not unwanted(phrase):
        english, french = clause(subject(rng), phrase, "perfect", "not")
        return english + " yet.", french.replace(" pas ", " pas encore ", 1) + "."
    adverb = ("already", "déjà") if unwanted(phrase) or rng.chance(0.5) else ("finally", "enfin")
    return sentence(clause(subject(rng), phrase, "perfect", adverb=adverb))


@template
def just(rng: Chooser) -> Pair:
    """He has just missed the bus."""
    return sentence(clause(subject(rng), event(rng), "just"))


@template
def future(rng: Chooser) -> Pair:
    """We will visit the castle tomorrow."""
    negation = "not" if rng.chance(0.25) else None
    phrase, when = dated(rng, SOON_TIMES, FUTURE_TIMES)
    return sentence(clause(subject(rng), phrase, "future", negation), when)


@template
def soon(rng: Chooser) -> Pair:
    """You will soon sell your car."""
    return sentence(clause(subject(rng), plan(rng), "future", adverb=("soon", "bientôt")))


@template
def going_to(rng: Chooser) -> Pair | None:
    """They are going to sell their car next month."""
    phrase, when = dated(rng, SOON_TIMES, FUTURE_TIMES)
    if phrase.english == "go" and phrase.english_rest.startswith("to "):
        return sentence(clause(subject(rng), phrase, "now"), when)
    negation = "not" if rng.chance(0.2) else None
    return sentence(clause(subject(rng), phrase, "going", negation), when)


@template
def now(rng: Chooser) -> Pair:
    """She is watering the flowers."""
    negation = "not" if rng.chance(0.15) else None
    when = rng.pick((NOTHING, ("at the moment", "en ce moment"))) if negation is None else NOTHING
    return sentence(clause(subject(rng), doing(rng, "ongoing"), "now", negation), when)


@template
def used_to(rng: Chooser) -> Pair:
    """My father used to play rugby."""
    times = (NOTHING, ("at the weekend", "le week-end"), ("in summer", "en été"), ("on Sundays", "le dimanche"))
    phrase = doing(rng, "sport", "leisure", "work")
    return sentence(clause(subject(rng), phrase, "used"), NOTHING if phrase in ACTIVITIES["work"] else rng.pick(times))


INTERRUPTIONS = pairs(
    """when the phone rang = quand le téléphone a sonné; when the neighbour arrived = quand le voisin est arrivé;
        when I called = quand j'ai appelé; when you came in = quand tu es entré; when it started to rain = quand il
        a commencé à pleuvoir; when the lights went out = quand la lumière s'est éteinte; when the doorbell rang =
        quand on a sonné; when the accident happened = quand l'accident est arrivé; when we left = quand nous sommes
        partis"""
)


@template
def interrupted(rng: Chooser) -> Pair | None:
    """I was watching television when the phone rang."""
    who, happened = subject(rng), rng.pick(INTERRUPTIONS)
    if who.english in happened[0].split() or who.english == "you":
        return None
    return sentence(clause(who, doing(rng, "ongoing"), "imperfect"), happened)


@template
def while_other(rng: Chooser) -> Pair | None:
    """She was reading while he was cooking."""
    first, second = rng.pick(ACTIVITIES["ongoing"]), rng.pick(ACTIVITIES["ongoing"])
    one, two = single(rng), single(rng)
    if first.english == second.english or one.english == two.english:
        return None
    return sentence(clause(one, first, "imperfect"), ("while", "pendant que"), clause(two, second, "imperfect"))


@template
def before_doing(rng: Chooser) -> Pair | None:
    """I did the dishes before watching the film."""
    first, second = rng.pick(ACTIVITIES["chore"]), rng.pick((*ACTIVITIES["chore"], *ACTIVITIES["ongoing"]))
    if first.english_rest == second.english_rest or second.english in ("sleep", "wait", "look"):
        return None
    who = subject(rng)
    then = resolve((f"before {ing_form(second)}", infinitive(second, who.person, "avant de")), who, False)
    return sentence(clause(who, first, rng.pick(("present", "past", "future"))), then)


@template
def all_time(rng: Chooser) -> Pair:
    """We played cards all evening."""
    span = rng.pick(
        pairs(
            """all evening = toute la soirée; all day = toute la journée; all afternoon = tout l'après-midi;
            for an hour = pendant une heure; for two hours = pendant deux heures; all morning = toute la matinée;
            for twenty minutes = pendant vingt minutes"""
        )
    )
    phrases = [
        phrase
        for phrase in ACTIVITIES["ongoing"]
        if phrase.english in ("listen", "work", "play", "read", "walk", "sleep", "rest", "talk", "wait", "watch", "run")
        and not phrase.english_rest.startswith("a ")
    ]
    return sentence(clause(subject(rng), rng.pick(phrases), "past"), span)


@template
def move_far(rng: Chooser) -> Pair:
    """He will start a new job next month."""
    choices = [
        phrase
        for phrase in ACTIVITIES["event"]
        if phrase.english
        in ("start", "move", "change", "leave", "build", "open", "adopt", "organise", "rent", "sell", "paint")
    ]
    return sentence(clause(subject(rng), rng.pick(choices), rng.pick(("future", "going"))), rng.pick(FAR_TIMES))


@template
def only(rng: Chooser) -> Pair:
    """She only drinks tea: elle ne boit que du thé."""
    verb = rng.pick((("eat", "manger", "food"), ("drink", "boire", "drink")))
    noun, who = rng.noun(verb[2]), subject(rng)
    thing = resolve(some(noun), None, False)[1]
    english, french = clause(
        who, VerbPhrase(verb[0], noun.english, verb[1], f"que {thing}"), "present", adverb=("only", "")
    )
    return english + ".", french.replace(who.french, f"{who.french} ne", 1).replace("j'", "je ne ") + "."
