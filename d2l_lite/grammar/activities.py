"""What people do: fixed verb phrases by kind, and verbs that take any object of a noun class."""

from .clauses import VerbPhrase
from .doings import ACTIVITY_TEXT
from .lexicon import NOUNS, Noun
from .phrases import Chooser, Pair, a, my, some, the, words
from .tables import sections


def verb_phrase(entry: str) -> VerbPhrase:
    """Read one entry of the table of doings."""
    left, right = (side.strip() for side in entry.split("="))
    verb, rest = (part.strip() for part in left.split("|"))
    french, french_rest = (part.strip() for part in right.split("|"))
    agrees = not french_rest.endswith("!")
    reflexive = french.startswith(("se ", "s'"))
    if reflexive:
        french = french.removeprefix("se ").removeprefix("s'")
    if french == "rendre visite":
        french, french_rest = "rendre", "visite " + french_rest
    return VerbPhrase(verb, rest, french, french_rest.rstrip("!"), reflexive, agrees)


ACTIVITIES = {name: tuple(map(verb_phrase, entries)) for name, entries in sections(ACTIVITY_TEXT).items()}

# English verb = French verb: noun class and determiner. z: bread / du pain, zp: apples / des pommes, s: some bread,
# p: some apples, a: an apple, t: the apple, m: my apple.
FRAME_TEXT = """
[habit] eat = manger: food z, fruit zp, vegetable zp; drink = boire: drink z; buy = acheter: food z, fruit zp,
vegetable zp; wear = porter: garment a, shoes zp; read = lire: periodical zp; watch = regarder: viewing zp
[event] eat = manger: food s, fruit a; drink = boire: drink s; buy = acheter: food s, fruit p, vegetable p, garment a,
shoes p, gift a, furniture a, vehicle a; sell = vendre: vehicle m, sold t, sold m; read = lire: readable a;
watch = regarder: viewing a; lose = perdre: carried m; forget = oublier: carried m; find = trouver: carried m;
look for = chercher: carried m; open = ouvrir: open_door t; close = fermer: open_door t; write = écrire: written a;
send = envoyer: message a; receive = recevoir: message a; break = casser: kitchenware a, fragile t;
wash = laver: washable t; clean = nettoyer: washable t; repair = réparer: repair t; choose = choisir: gift a, garment a;
turn off = éteindre: light t; turn on = allumer: light t; prepare = préparer: dish s; visit = visiter: sight t;
photograph = photographier: nature t; draw = dessiner: nature a, animal a; see = voir: wild a, animal a, viewing a
"""
DETERMINERS = {
    "a": a,
    "s": some,
    "p": lambda noun: some(noun, "p"),
    "t": the,
    "m": my,
    "z": lambda noun: (words(noun, "s")[0], some(noun)[1]),
    "zp": lambda noun: (words(noun, "p")[0], some(noun, "p")[1]),
}


def _frames() -> dict[str, tuple[tuple[str, str, str, str], ...]]:
    frames: dict[str, tuple[tuple[str, str, str, str], ...]] = {}
    for name, entries in sections(FRAME_TEXT).items():
        rows: list[tuple[str, str, str, str]] = []
        for entry in entries:
            verbs, objects = entry.split(":")
            english, french = (side.strip() for side in verbs.split("="))
            for thing in objects.split(","):
                noun_class, determiner = thing.split()
                rows.append((english, french, noun_class, determiner))
        frames[name] = tuple(rows)
    return frames


FRAMES = _frames()


def transitive(rng: Chooser, kind: str) -> VerbPhrase:
    """A verb with an object of its class: buy some bread, lose my keys, repair the roof."""
    english, french, noun_class, determiner = rng.pick(FRAMES[kind])
    thing: Pair = DETERMINERS[determiner](rng.noun(noun_class))
    return VerbPhrase(english, thing[0], french, thing[1])


def doing(rng: Chooser, *kinds: str) -> VerbPhrase:
    """A fixed verb phrase of one of the kinds."""
    return rng.pick(ACTIVITIES[rng.pick(kinds)])


def habit(rng: Chooser) -> VerbPhrase:
    """Something done again and again."""
    return transitive(rng, "habit") if rng.chance(0.3) else doing(rng, "sport", "leisure", "home", "work", "day")


UNWANTED = (
    "lose",
    "forget",
    "miss",
    "fail",
    "break",
    "fall",
    "hear",
    "receive",
    "burn",
    "catch",
    "see",
    "find",
    "win",
    "sleep",
)


def unwanted(phrase: VerbPhrase) -> bool:
    """Whether it only happens to people: nobody plans to lose his keys."""
    return phrase.english in UNWANTED or phrase.english_rest in (
        "lost in the forest",
        "a mistake",
        "asleep on the sofa",
    )


def event(rng: Chooser) -> VerbPhrase:
    """Something that happened once, wanted or not."""
    return transitive(rng, "event") if rng.chance(0.5) else doing(rng, "event")


def plan(rng: Chooser) -> VerbPhrase:
    """Something done once on purpose."""
    while unwanted(phrase := event(rng)):
        continue
    return phrase


def anything(rng: Chooser) -> VerbPhrase:
    """A leisure, a chore or a plan."""
    return plan(rng) if rng.chance(0.5) else doing(rng, "sport", "leisure", "home")


def named_noun(noun_class: str, english: str) -> Noun:
    """The noun of a class with this English name."""
    return next(noun for noun in NOUNS[noun_class] if noun.english == english)
