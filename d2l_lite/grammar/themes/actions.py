"""What people do, did, will do, like to do: activities in every tense."""

from .. import english as en
from ..activities import ACTIVITIES, anything, event, habit
from ..clauses import VerbPhrase, clause, command, english_clause, inverted
from ..conjugation import PRESENT, conjugate
from ..french import apply_elision
from ..lexicon import pairs
from ..phrases import HE, I, PRONOUNS, SHE, WE, YOU, Chooser, Pair, relative, resolve, subject, third_person
from ..registry import sentence, template
from .when import FUTURE_TIMES, HABIT_TIMES, PAST_TIMES

FREQUENCY = pairs("often = souvent; always = toujours; sometimes = parfois; rarely = rarement")


@template
def frequency(rng: Chooser) -> Pair:
    """He often plays tennis."""
    return sentence(clause(subject(rng), habit(rng), "present", adverb=rng.pick(FREQUENCY)))


@template
def habits(rng: Chooser) -> Pair:
    """We go to the market on Saturdays."""
    return sentence(clause(subject(rng), rng.pick(ACTIVITIES[rng.pick(("sport", "leisure", "home"))]), "present"), rng.pick(HABIT_TIMES))


@template
def never(rng: Chooser) -> Pair:
    """She never drinks coffee."""
    return sentence(clause(subject(rng), habit(rng), "present", rng.pick(("never", "not", "no longer"))))


@template
def yesterday(rng: Chooser) -> Pair:
    """I lost my umbrella yesterday."""
    return sentence(clause(subject(rng), anything(rng), "past"), rng.pick(PAST_TIMES))


@template
def event_past(rng: Chooser) -> Pair:
    """My sister broke a glass."""
    return sentence(clause(subject(rng), event(rng), "past"))


@template
def not_past(rng: Chooser) -> Pair:
    """They did not buy any bread yesterday."""
    return sentence(clause(subject(rng), anything(rng), "past", "not"), rng.pick((*PAST_TIMES, ("", ""))))


@template
def already(rng: Chooser) -> Pair:
    """She has already watered the plants; she has not watered the plants yet."""
    kind = rng.pick(("home", "event"))
    who, phrase = subject(rng), rng.pick(ACTIVITIES[kind])
    if rng.chance(0.3):
        english, french = clause(who, phrase, "perfect", "not")
        return english + " yet.", french.replace(" pas ", " pas encore ", 1) + "."
    return sentence(clause(who, phrase, "perfect", adverb=rng.pick((("already", "déjà"), ("finally", "enfin")))))


@template
def just(rng: Chooser) -> Pair:
    """He has just missed the bus."""
    return sentence(clause(subject(rng), event(rng), "just"))


@template
def future(rng: Chooser) -> Pair:
    """We will visit the castle tomorrow."""
    return sentence(clause(subject(rng), anything(rng), "future", rng.pick((None, None, None, "not"))), rng.pick(FUTURE_TIMES))


@template
def going_to(rng: Chooser) -> Pair:
    """They are going to sell their car next month."""
    return sentence(clause(subject(rng), anything(rng), "going"), rng.pick(FUTURE_TIMES))


@template
def now(rng: Chooser) -> Pair:
    """She is watering the flowers."""
    kind = rng.pick(("home", "leisure"))
    phrase = rng.pick([entry for entry in ACTIVITIES[kind] if ongoing(entry)])
    return sentence(clause(subject(rng), phrase, "now"), rng.pick((("", ""), ("at the moment", "en ce moment"))))


def ongoing(phrase: VerbPhrase) -> bool:
    """Whether one can be in the middle of it."""
    return phrase.english not in ("get up", "wake up", "go", "stay", "invite", "collect", "wake")


@template
def used_to(rng: Chooser) -> Pair:
    """My father used to play rugby."""
    return sentence(clause(subject(rng), habit(rng), "used"), rng.pick((("", ""), ("at the weekend", "le week-end"), ("every day", "tous les jours"))))


@template
def can_must(rng: Chooser) -> Pair:
    """He can't find his keys; you must tidy your room."""
    tense = rng.pick(("can", "must", "should", "have_to", "want", "would_like"))
    negation = "not" if tense in ("can", "want") and rng.chance(0.5) else None
    return sentence(clause(subject(rng), anything(rng), tense, negation), rng.pick((("", ""), ("", ""), ("today", "aujourd'hui"), ("tomorrow", "demain"), ("tonight", "ce soir"))))


LIKINGS = pairs("like = aimer; love = adorer; hate = détester; prefer = préférer")


@template
def like_doing(rng: Chooser) -> Pair:
    """She loves reading in bed."""
    who, phrase = subject(rng), rng.pick(ACTIVITIES[rng.pick(("sport", "leisure", "home"))])
    english, french = rng.pick(LIKINGS[:3])
    rest = " ".join(word for word in (en.ing(phrase.english), phrase.english_rest) if word)
    return sentence(clause(who, liked(english, rest, french, infinitive(who, phrase)), "present"))


def liked(english: str, english_rest: str, french: str, french_rest: str) -> VerbPhrase:
    """A verb of liking with what is liked."""
    return VerbPhrase(english, english_rest, french, french_rest)


def infinitive(who, phrase: VerbPhrase) -> str:
    """The French infinitive with its complement, reflexive pronoun of the subject."""
    from ..clauses import _infinitive

    return " ".join(word for word in (_infinitive(who, phrase), phrase.french_rest) if word)


@template
def orders(rng: Chooser) -> Pair:
    """Tidy your room, please."""
    english, french = command(rng.pick((*ACTIVITIES["home"], *ACTIVITIES["work"])))
    if rng.chance(0.5):
        return f"{english}, please.", f"{french}, s'il te plaît."
    return f"{english}!", f"{french} !"


@template
def do_not(rng: Chooser) -> Pair:
    """Don't forget your umbrella."""
    phrase = event(rng)
    if phrase.english not in ("forget", "lose", "break", "sell", "open", "close", "buy", "miss", "eat", "drink", "wait", "take", "fall"):
        return None
    return sentence(command(phrase, negative=True))


@template
def lets(rng: Chooser) -> Pair:
    """Let's go to the beach tomorrow."""
    phrase = rng.pick(ACTIVITIES[rng.pick(("sport", "leisure", "home"))])
    return sentence(command(phrase, 3), rng.pick((("", ""), ("tomorrow", "demain"), ("tonight", "ce soir"), ("this afternoon", "cet après-midi"), ("on Sunday", "dimanche"))), end=rng.pick(("!", ".")))


@template
def do_you(rng: Chooser) -> Pair:
    """Do you often play tennis?"""
    who = rng.pick((YOU, YOU, HE, SHE, relative(rng, (("your", 1),))))
    return sentence(clause(who, habit(rng), "present", adverb=rng.pick((("often", "souvent"), ("", ""), ("sometimes", "parfois"))), question=True), end="?")


@template
def did_you(rng: Chooser) -> Pair:
    """Did your brother lose his phone?"""
    who = rng.pick((YOU, YOU, HE, SHE, relative(rng, (("your", 1),))))
    return sentence(clause(who, anything(rng), rng.pick(("past", "going", "future")), question=True), end="?")


@template
def have_you(rng: Chooser) -> Pair:
    """Have you already booked a room? (by inversion)"""
    who = rng.pick((YOU, HE, SHE, YOU))
    english, french = inverted(who, event(rng), "perfect")
    return sentence((english.replace(f" {who.english} ", f" {who.english} already ", 1), french.replace(f"-{who.french} ", f"-{who.french} déjà ", 1)), end="?")


@template
def want_to(rng: Chooser) -> Pair:
    """Do you want to go to the cinema tonight?"""
    return sentence(clause(YOU, rng.pick(ACTIVITIES[rng.pick(("leisure", "sport"))]), "want", question=True), rng.pick((("", ""), ("tonight", "ce soir"), ("tomorrow", "demain"), ("this weekend", "ce week-end"), ("with me", "avec moi"))), end="?")


@template
def who_wants(rng: Chooser) -> Pair:
    """Who wants to play cards?"""
    phrase = rng.pick(ACTIVITIES[rng.pick(("leisure", "sport"))])
    if "<my>" in phrase.english_rest:
        return None
    english, french = clause(HE, phrase, "want")
    return sentence(("who" + english.removeprefix("he"), "qui" + french.removeprefix("il")), end="?")


@template
def when_are_you(rng: Chooser) -> Pair:
    """When are you going to sell your car?"""
    word = rng.pick(pairs("when = quand; why = pourquoi; where = où"))
    phrase = event(rng)
    if word[0] == "where" and phrase.english not in ("buy", "lose", "find", "book"):
        return None
    tense = rng.pick(("past", "going")) if word[0] != "where" else "past"
    english, french = inverted(rng.pick((YOU, YOU, HE, SHE)), phrase, tense)
    return sentence((f"{word[0]} {english}", f"{word[1]} {french}"), end="?")


@template
def interrupted(rng: Chooser) -> Pair:
    """I was watching television when the phone rang."""
    happened = rng.pick(pairs("when the phone rang = quand le téléphone a sonné; when he arrived = quand il est arrivé; when I called = quand j'ai appelé; when you came in = quand tu es entré; when it started to rain = quand il a commencé à pleuvoir"))
    phrase = rng.pick([entry for entry in ACTIVITIES[rng.pick(("home", "leisure"))] if ongoing(entry)])
    return sentence(clause(subject(rng), phrase, "imperfect"), happened)


@template
def before_doing(rng: Chooser) -> Pair:
    """Wash your hands before setting the table."""
    first, second = rng.pick(ACTIVITIES["home"]), rng.pick((*ACTIVITIES["home"], *ACTIVITIES["leisure"]))
    if first.english == second.english:
        return None
    who = subject(rng)
    then = resolve((f"before {en.ing(second.english)} {second.english_rest}".rstrip(), f"avant de {infinitive(who, second)}"), who, False)
    return sentence(clause(who, first, rng.pick(("present", "past", "future"))), then)


@template
def learn_to(rng: Chooser) -> Pair:
    """She is learning to swim; he forgot to close the window."""
    frame = rng.pick((("forget", "past", "oublier", "de"), ("start", "past", "commencer", "à"), ("decide", "past", "décider", "de"), ("try", "past", "essayer", "de"), ("stop", "past", "arrêter", "de"), ("hope", "present", "espérer", "")))
    english, tense, french, link = frame
    who = subject(rng)
    phrase = anything(rng) if english != "start" else habit(rng)
    second = infinitive(who, phrase)
    base = en.ing(phrase.english) if english in ("stop",) else "to " + phrase.english
    whole = VerbPhrase(english, f"{base} {phrase.english_rest}".rstrip(), french, f"{link} {second}".strip())
    return sentence(clause(who, whole, tense))
