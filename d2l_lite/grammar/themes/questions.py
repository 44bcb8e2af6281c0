"""Questions: yes or no (est-ce que), by inversion, and with a question word."""

from .. import french as fr
from ..activities import ACTIVITIES, anything, doing, event, habit, plan
from ..clauses import VerbPhrase, clause, inverted
from ..phrases import HE, SHE, THEY, WE, YOU, YOU_ALL, Chooser, I, Pair, Subject, named, possessed, relative, this
from ..registry import sentence, template
from ..tables import pairs
from .when import NOTHING


def asked(rng: Chooser) -> Subject:
    """Somebody one asks about: mostly you."""
    return rng.pick((YOU, YOU, YOU, HE, SHE, THEY, relative(rng, (("your", 1),)), named(rng)))


def asked_pronoun(rng: Chooser) -> Subject:
    """The same, pronouns alone."""
    return rng.pick((YOU, YOU, HE, SHE, THEY))


@template
def do_you(rng: Chooser) -> Pair:
    """Do you often play tennis?"""
    adverb = rng.pick((("often", "souvent"), NOTHING, NOTHING, ("sometimes", "parfois")))
    return sentence(clause(asked(rng), habit(rng), "present", adverb=adverb, question=True), end="?")


@template
def did_you(rng: Chooser) -> Pair | None:
    """Did your brother sell his car?"""
    phrase, tense = anything(rng), rng.pick(("past", "past", "going", "future"))
    if tense == "going" and phrase.english == "go":
        tense = "now"
    when = pairs("= ; yesterday = hier; last night = hier soir") if tense == "past" else pairs("= ; tomorrow = demain")
    return sentence(clause(asked(rng), phrase, tense, question=True), rng.pick(when), end="?")


@template
def have_you(rng: Chooser) -> Pair:
    """Have you already booked a room? (by inversion)"""
    who = asked_pronoun(rng)
    english, french = inverted(who, event(rng), "perfect")
    english = english.replace(f" {who.english} ", f" {who.english} already ", 1)
    return f"{english}?", french.replace(f"-{who.french} ", f"-{who.french} déjà ", 1) + " ?"


@template
def want_to(rng: Chooser) -> Pair:
    """Do you want to go to the cinema tonight?"""
    when = pairs(
        "= ; tonight = ce soir; tomorrow = demain; this weekend = ce week-end; with me = avec moi; with us = avec nous"
    )
    phrase = doing(rng, "leisure", "sport")
    if "with" in phrase.english_rest or "alone" in phrase.english_rest:
        when = when[:4]
    return sentence(clause(YOU, phrase, "want", question=True), rng.pick(when), end="?")


@template
def can_you(rng: Chooser) -> Pair:
    """Can you close the window, please? (tu) Could you close the window, please? (vous)"""
    phrase = doing(rng, "chore")
    if "<my>" in phrase.english_rest or rng.chance(0.6):
        english, french = inverted(YOU, phrase, "can")
        return f"{english}, please?", f"{french}, s'il te plaît ?"
    english, french = inverted(YOU_ALL, phrase, "could")
    return f"{english}, please?", f"{french}, s'il vous plaît ?"


@template
def can_i(rng: Chooser) -> Pair | None:
    """Can I open the window? Est-ce que je peux ouvrir la fenêtre ?"""
    phrase = rng.pick((doing(rng, "leisure"), plan(rng), doing(rng, "chore")))
    if phrase.english in ("swim", "play", "speak", "draw", "dance", "sing", "cook", "read", "sell", "marry"):
        return None
    when = rng.pick((NOTHING, NOTHING, ("tonight", "ce soir"), ("tomorrow", "demain")))
    return sentence(clause(rng.pick((I, I, WE)), phrase, "can", question=True), when, end="?")


@template
def when_why(rng: Chooser) -> Pair | None:
    """When is he going to sell his car? Why did you open the window?"""
    word = rng.pick(pairs("when = quand; why = pourquoi"))
    phrase = plan(rng)
    tense = rng.pick(("past", "past", "going", "want"))
    if word[0] == "when" and tense == "want" or phrase.english == "go" and tense == "going":
        return None
    english, french = inverted(asked_pronoun(rng), phrase, tense)
    return sentence((f"{word[0]} {english}", f"{word[1]} {french}"), end="?")


@template
def why_not(rng: Chooser) -> Pair:
    """Why don't you take the bus?"""
    phrase = doing(rng, "leisure", "home", "work", "sport")
    if phrase.english_rest in ("late", "home late", "work late", "at night", "on Saturdays"):
        phrase = ACTIVITIES["work"][0]
    who = asked_pronoun(rng)
    english, french = clause(who, phrase, "present", "not", question=True)
    return sentence((f"why {english}", f"pourquoi {french}"), end="?")


@template
def where_did(rng: Chooser) -> Pair:
    """Where did you buy that hat?"""
    verb = rng.pick((("buy", "acheter"), ("find", "trouver")))
    noun = rng.noun(*(("garment", "furniture") if verb[0] == "buy" else ("carried", "gift")))
    thing = this(noun, that=True)
    english, french = inverted(asked_pronoun(rng), VerbPhrase(verb[0], thing[0], verb[1], thing[1]), "past")
    return sentence((f"where {english}", f"où {french}"), end="?")


WHERE = (
    ("live", "habiter", "present"),
    ("work", "travailler", "present"),
    ("go", "aller", "now"),
    ("go", "aller", "past"),
    ("study", "étudier", "present"),
    ("wait", "attendre", "now"),
    ("come from", "venir", None),
    ("sleep", "dormir", "past"),
)


@template
def where_do(rng: Chooser) -> Pair | None:
    """Where does your sister live? Où habite ta sœur ?"""
    english, french, tense = rng.pick(WHERE)
    if tense is None:
        return None
    who = rng.pick((YOU, HE, SHE, THEY, relative(rng, (("your", 1),))))
    tail = (
        rng.pick(pairs("= ; in summer = en été; in winter = en hiver; this year = cette année"))
        if tense == "present"
        else NOTHING
    )
    phrase = VerbPhrase(english, tail[0], french, tail[1])
    if who.is_pronoun:
        asks = inverted(who, phrase, tense)
        return f"Where {asks[0]}?", f"Où {asks[1]} ?"
    asks = clause(who, phrase, tense, question=True)
    return f"Where {asks[0]}?", f"Où {asks[1]} ?"


@template
def what_do(rng: Chooser) -> Pair:
    """What are you doing tonight? Qu'est-ce que tu fais ce soir ?"""
    verb = rng.pick(
        (
            ("do", "faire"),
            ("eat", "manger"),
            ("buy", "acheter"),
            ("read", "lire"),
            ("drink", "boire"),
            ("cook", "préparer"),
            ("watch", "regarder"),
        )
    )
    tense, times = rng.pick(
        (
            ("now", pairs("= ; tonight = ce soir")),
            (
                "past",
                pairs("yesterday = hier; this morning = ce matin; last night = hier soir; = ; on Sunday = dimanche"),
            ),
            (
                "going",
                pairs("tomorrow = demain; this afternoon = cet après-midi; on Saturday = samedi; tonight = ce soir"),
            ),
            ("want", pairs("= ; tonight = ce soir; this weekend = ce week-end")),
        )
    )
    who = rng.pick((YOU, YOU, HE, SHE, THEY, relative(rng, (("your", 1),)), named(rng)))
    english, french = clause(who, VerbPhrase(*(verb[0], "", verb[1], "")), tense, question=True)
    french = french.replace("est-ce", "qu'est-ce", 1)
    return sentence((f"what {english}", french), rng.pick(times), end="?")


@template
def who_did(rng: Chooser) -> Pair | None:
    """Who took my umbrella? Who broke the lamp?"""
    phrase = rng.pick((event(rng), doing(rng, "chore")))
    if "<my>" in phrase.english_rest or phrase.english in ("fall", "go", "arrive"):
        return None
    english, french = clause(HE, phrase, "past")
    french = french.removeprefix("il ")
    return f"Who {english.removeprefix('he ')}?", fr.apply_elision(f"Qui {french} ?")


@template
def how_many(rng: Chooser) -> Pair:
    """How many brothers do you have? Combien de frères as-tu ?"""
    noun = rng.noun("children", "pet", "shoes", "garment", "lent")
    who = asked_pronoun(rng)
    english, french = inverted(who, VerbPhrase("have", "", "avoir", ""), "present")
    return f"How many {noun.english_plural} {english}?", fr.apply_elision(f"Combien de {noun.french_plural} {french} ?")


@template
def which(rng: Chooser) -> Pair:
    """Which dress do you prefer? What colour is your car?"""
    noun = rng.noun("garment", "vehicle", "fruit", "viewing", "furniture", "instrument")
    what = fr.agree("quel", noun.gender, "s")
    if rng.chance(0.5):
        return f"Which {noun.english} do you prefer?", f"{what} {noun.french} préfères-tu ?".capitalize()
    noun = rng.noun("garment", "vehicle", "furniture")
    owner = rng.pick((("your", 1), ("his", 2), ("her", 2)))
    thing = possessed(noun, owner)
    return f"What colour is {thing[0]}?", f"De quelle couleur est {thing[1]} ?"


@template
def how_long(rng: Chooser) -> Pair:
    """How long have you been learning French? Depuis combien de temps apprends-tu le français ?"""
    frame = rng.pick(
        (
            ("living here", "habiter", "ici"),
            ("learning French", "apprendre", "le français"),
            ("waiting", "attendre", ""),
            ("working here", "travailler", "ici"),
            ("playing the piano", "jouer", "du piano"),
            ("living in Lyon", "habiter", "à Lyon"),
            ("playing tennis", "jouer", "au tennis"),
            ("driving", "conduire", ""),
            ("looking for a flat", "chercher", "un appartement"),
            ("studying law", "étudier", "le droit"),
            ("wearing glasses", "porter", "des lunettes"),
            ("feeling ill", "se sentir", "malade"),
        )
    )
    who = rng.pick((YOU, HE, SHE))
    if frame[1].startswith("se"):
        return _how_long(who, "feeling tired", VerbPhrase("", "", "sentir", fr.agree("fatigué", who.gender, "s"), True))
    return _how_long(who, frame[0], VerbPhrase("", "", frame[1], frame[2]))


def _how_long(who: Subject, english: str, phrase: VerbPhrase) -> Pair:
    has = "has" if who.person == 2 else "have"
    french = inverted(who, phrase, "present")[1]
    return f"How long {has} {who.english} been {english}?", f"Depuis combien de temps {french} ?"
