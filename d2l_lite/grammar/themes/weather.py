"""Weather and seasons."""

from ..activities import ACTIVITIES
from ..clauses import clause
from ..phrases import Chooser, Pair, subject
from ..registry import sentence, template
from ..tables import pairs
from .travel import PLACES
from .when import NOTHING, SEASONS

WEATHER = pairs(
    """hot = chaud; cold = froid; very hot = très chaud; very cold = très froid; sunny = beau; windy = *du vent;
        mild = doux; too hot = trop chaud; foggy = *du brouillard; cool = frais; a bit cold = un peu froid; very
        windy = *beaucoup de vent; stormy = *de l'orage"""
)
FORMS = {
    "is": ("fait", "y a"),
    "was": ("faisait", "y avait"),
    "will be": ("fera", "y aura"),
    "is going to be": ("va faire", "va y avoir"),
}
TIMES = {
    "is": (*SEASONS, ("today", "aujourd'hui"), ("this morning", "ce matin"), ("tonight", "ce soir")),
    "was": pairs(
        "yesterday = hier; last night = hier soir; last week = la semaine dernière; last weekend = le week-end dernier"
    ),
    "will be": pairs(
        """tomorrow = demain; this weekend = ce week-end; next week = la semaine prochaine; tomorrow morning =
            demain matin"""
    ),
    "is going to be": pairs(
        "tomorrow = demain; this weekend = ce week-end; tonight = ce soir; this afternoon = cet après-midi"
    ),
}


def somewhere(rng: Chooser, probability: float = 0.6) -> Pair:
    """A place, or nothing."""
    if not rng.chance(probability):
        return rng.pick(
            (NOTHING, ("in the mountains", "à la montagne"), ("by the sea", "au bord de la mer"), ("here", "ici"))
        )
    place = rng.pick(PLACES)
    return f"in {place[0]}", place[1]


def il_fait(french: str, tense: str) -> str:
    """il fait froid, il y a du vent."""
    makes, has = FORMS[tense]
    return f"il {has} {french[1:]}" if french.startswith("*") else f"il {makes} {french}"


@template
def weather(rng: Chooser) -> Pair:
    """It is cold in Paris in winter; it will be sunny tomorrow."""
    english, french = rng.pick(WEATHER)
    tense = rng.pick(tuple(FORMS))
    return sentence((f"it {tense} {english}", il_fait(french, tense)), somewhere(rng), rng.pick(TIMES[tense]))


@template
def rain(rng: Chooser) -> Pair:
    """It is raining; it snowed all night; it often rains in Ireland."""
    verb = rng.pick(
        (("rain", "pleut", "a plu", "pleuvra", "pleuvoir"), ("snow", "neige", "a neigé", "neigera", "neiger"))
    )
    where, form = somewhere(rng), rng.below(5)
    if form == 0:
        when = rng.pick(pairs("= ; today = aujourd'hui; again = encore; a lot = beaucoup; this morning = ce matin"))
        if when[0] in ("again", "a lot"):
            return sentence((f"it is {verb[0]}ing {when[0]}", f"il {verb[1]} {when[1]}"), where)
        return sentence((f"it is {verb[0]}ing", f"il {verb[1]}"), where, when)
    if form == 1:
        times = pairs(
            """all night = toute la nuit; all day = toute la journée; yesterday = hier; all week = toute la
                semaine; last night = hier soir"""
        )
        return sentence((f"it {verb[0]}ed", f"il {verb[2]}"), where, rng.pick(times))
    if form == 2:
        return sentence((f"it is going to {verb[0]}", f"il va {verb[4]}"), where, rng.pick(TIMES["is going to be"]))
    if form == 3:
        how = rng.pick(pairs("often = souvent; never = ; rarely = rarement; sometimes = parfois"))
        if not how[1]:
            return sentence((f"it never {verb[0]}s", f"il ne {verb[1]} jamais"), where, rng.pick(SEASONS))
        return sentence((f"it {how[0]} {verb[0]}s", f"il {verb[1]} {how[1]}"), where, rng.pick(SEASONS))
    return sentence((f"it will {verb[0]}", f"il {verb[3]}"), where, rng.pick(TIMES["will be"]))


INDOORS = [
    phrase
    for phrase in (*ACTIVITIES["leisure"], *ACTIVITIES["ongoing"])
    if phrase.english in ("read", "stay", "listen", "watch")
    or "cinema" in phrase.english_rest
    or phrase.english_rest in ("cards", "chess", "to the museum")
]
OUTDOORS = [
    phrase
    for phrase in (*ACTIVITIES["sport"], *ACTIVITIES["leisure"])
    if any(
        word in phrase.english_rest
        for word in ("lake", "sea", "park", "forest", "beach", "mountains", "river", "cycling", "football", "tennis")
    )
]


@template
def if_weather(rng: Chooser) -> Pair:
    """If it rains, we will stay at home; if it is sunny, I will play tennis."""
    english, french, choices = rng.pick(
        (
            ("it rains", "il pleut", INDOORS),
            ("it is cold", "il fait froid", INDOORS),
            ("it is sunny", "il fait beau", OUTDOORS),
            ("it is hot", "il fait chaud", OUTDOORS),
            ("it snows", "il neige", INDOORS),
            ("it doesn't rain", "il ne pleut pas", OUTDOORS),
            ("it rains tomorrow", "il pleut demain", INDOORS),
            ("it is sunny on Sunday", "il fait beau dimanche", OUTDOORS),
        )
    )
    then = clause(subject(rng), rng.pick(choices), "future")
    return f"If {english}, {then[0]}.", f"Si {french}, {then[1]}."


@template
def when_hot(rng: Chooser) -> Pair:
    """When it is cold, she stays at home: quand il fait froid, elle reste à la maison."""
    english, french, choices = rng.pick(
        (
            ("it rains", "il pleut", INDOORS),
            ("it is cold", "il fait froid", INDOORS),
            ("it is sunny", "il fait beau", OUTDOORS),
            ("it is hot", "il fait chaud", OUTDOORS),
        )
    )
    then = clause(subject(rng), rng.pick(choices), "present", adverb=rng.pick((NOTHING, ("often", "souvent"))))
    return f"When {english}, {then[0]}.", f"Quand {french}, {then[1]}."


@template
def take_umbrella(rng: Chooser) -> Pair | None:
    """It is raining, take your umbrella."""
    weather, things = rng.pick(
        (
            (
                ("it is raining", "il pleut"),
                "umbrella = parapluie; raincoat = imperméable; coat = manteau; boots = bottes",
            ),
            (
                ("it is cold", "il fait froid"),
                "coat = manteau; scarf = écharpe; gloves = gants; hat = bonnet; jumper = pull",
            ),
            (("it is snowing", "il neige"), "boots = bottes; gloves = gants; scarf = écharpe; coat = manteau"),
            (
                ("it is sunny", "il fait beau"),
                "hat = chapeau; sunglasses = lunettes de soleil; cap = casquette; swimsuit = maillot de bain",
            ),
            (("it is windy", "il y a du vent"), "jacket = veste; scarf = écharpe; hat = bonnet; coat = manteau"),
            (("it is going to rain", "il va pleuvoir"), "umbrella = parapluie; raincoat = imperméable; boots = bottes"),
        )
    )
    english, french = rng.pick(pairs(things))
    form = (
        "tes"
        if english.endswith("s") and english not in ("dress",)
        else ("ta" if french in ("veste", "casquette") else "ton")
    )
    verb = rng.pick((("take", "prends"), ("don't forget", "n'oublie pas"), ("put on", "mets")))
    if verb[0] == "put on" and english == "umbrella" or english == "hat":
        return None
    return f"{weather[0]}, {verb[0]} your {english}.", f"{weather[1]}, {verb[1]} {form} {french}."


@template
def hope_weather(rng: Chooser) -> Pair:
    """I hope that it will be sunny tomorrow: j'espère qu'il fera beau demain."""
    english, french = rng.pick(
        [pair for pair in WEATHER if pair[0] in ("sunny", "hot", "mild", "cool", "windy", "cold", "foggy")]
    )
    start = rng.pick(
        pairs(
            "I hope = j'espère; I think = je pense; they say = on dit; we hope = nous espérons; I'm sure = je suis sûr"
        )
    )
    times = TIMES["will be"]
    if rng.chance(0.3):
        not_rain = rng.pick(
            pairs("won't rain = ne pleuvra pas; will snow = neigera; will rain = pleuvra; won't snow = ne neigera pas")
        )
        return sentence(
            (f"{start[0]} it {not_rain[0]}", f"{start[1]} qu'il {not_rain[1]}"), somewhere(rng, 0.3), rng.pick(times)
        )
    return sentence(
        (f"{start[0]} it will be {english}", f"{start[1]} qu{chr(39)}{il_fait(french, 'will be')}"),
        somewhere(rng, 0.4),
        rng.pick(times),
    )
