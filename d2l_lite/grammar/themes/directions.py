"""Asking and showing the way, meeting somewhere."""

from .. import french as fr
from ..clauses import VerbPhrase, clause, command
from ..lexicon import NOUNS
from ..phrases import Chooser, Pair, a, preposition, resolve, subject, the
from ..registry import sentence, template
from ..tables import pairs
from .places import AROUND
from .travel import TRANSPORT


@template
def how_to_get(rng: Chooser) -> Pair:
    """Could you tell me where the station is, please? (polite: vous)"""
    noun = rng.noun("place", "shop")
    place, one = the(noun), resolve(a(noun), None, False)
    to = preposition("to", "à", place)
    choices = (
        (
            f"Could you tell me where {place[0]} is, please?",
            f"Pourriez-vous me dire où est {place[1]}, s'il vous plaît ?",
        ),
        (
            f"Could you show me the way to {place[0]}?",
            f"Pourriez-vous me montrer le chemin {fr.with_preposition('de', place[1])} ?",
        ),
        (f"How do I get {to[0]}?", f"Comment est-ce que je peux aller {to[1]} ?"),
        (f"Excuse me, sir, where is {place[0]}?", f"Excusez-moi, monsieur, où est {place[1]} ?"),
        (f"Excuse me, madam, where is {place[0]}?", f"Excusez-moi, madame, où est {place[1]} ?"),
        (f"Is there {one[0]} near here?", f"Est-ce qu'il y a {one[1]} près d'ici ?"),
        (f"Is {place[0]} far from here?", f"Est-ce que {place[1]} est loin d'ici ?"),
        (f"I am looking for {place[0]}, please, sir.", f"Je cherche {place[1]}, s'il vous plaît, monsieur."),
        (f"Do you know where {place[0]} is?", f"Sais-tu où est {place[1]} ?"),
        (f"I don't know where {place[0]} is.", f"Je ne sais pas où est {place[1]}."),
    )
    return rng.pick(choices)


TURNS = (
    ("turn", "left", "tourner", "à gauche"),
    ("turn", "right", "tourner", "à droite"),
    ("cross", "the street", "traverser", "la rue"),
    ("stop", "", "s'arrêter", ""),
    ("wait", "", "attendre", ""),
    ("park", "the car", "garer", "la voiture"),
    ("take", "the second street on the left", "prendre", "la deuxième rue à gauche"),
    ("get", "off", "descendre", ""),
    ("take", "the first street on the right", "prendre", "la première rue à droite"),
    ("go", "straight on", "continuer", "tout droit"),
)


@template
def directions(rng: Chooser) -> Pair | None:
    """Turn left after the church."""
    way, place = rng.pick(TURNS), the(rng.noun("place", "shop"))
    ways = {
        "go": "as far as = jusqu'à",
        "stop": "in front of = devant; opposite = en face de; near = près de; after = après",
        "take": "after = après; before = avant; opposite = en face de",
    }
    usual = "after = après; before = avant; opposite = en face de; in front of = devant; near = près de"
    where = rng.pick(pairs(ways.get(way[0], usual)))
    if (
        way[0] in ("turn", "cross")
        and where[0] == "near"
        or way[0] in ("wait", "park")
        and where[0] in ("after", "before")
    ):
        return None
    spot = (
        f"{where[0]} {place[0]}",
        f"jusque {fr.with_preposition('à', place[1])}" if way[0] == "go" else fr.with_preposition(where[1], place[1]),
    )
    phrase = VerbPhrase(way[0], way[1], way[2].removeprefix("s'"), way[3], way[2].startswith("s'"))
    return sentence(command(phrase), spot)


@template
def it_takes(rng: Chooser) -> Pair:
    """It takes twenty minutes to get to the station by bus."""
    time = rng.pick(
        pairs(
            """ten minutes = dix minutes; twenty minutes = vingt minutes; half an hour = une demi-heure; an hour =
                une heure; five minutes = cinq minutes; a quarter of an hour = un quart d'heure"""
        )
    )
    to = preposition("to", "à", the(rng.noun("place", "shop")))
    return sentence(
        (f"it takes {time[0]} to get {to[0]}", f"il faut {time[1]} pour aller {to[1]}"),
        rng.pick((*TRANSPORT, ("", ""), ("", ""))),
    )


@template
def meets_at(rng: Chooser) -> Pair:
    """I will wait for you in front of the cinema; let's meet near the station at noon."""
    place = preposition(*rng.pick(AROUND[1:5]), the(rng.noun("place", "shop")))
    when = rng.pick(
        pairs(
            """= ; tomorrow = demain; at noon = à midi; on Saturday = samedi; tonight = ce soir; at six o'clock = à
                six heures"""
        )
    )
    start = rng.pick(
        pairs(
            """let's meet = retrouvons-nous; I will wait for you = je t'attendrai; wait for me = attends-moi; we
                will wait for you = nous t'attendrons; let's have lunch = déjeunons; I saw you = je t'ai vu; we will
                meet = nous nous retrouverons"""
        )
    )
    if start[0] == "I saw you":
        when = rng.pick(pairs("yesterday = hier; last night = hier soir; on Saturday = samedi"))
    if start[0] == "let's have lunch" and when[0] in ("tonight", "at six o'clock"):
        when = ("at noon", "à midi")
    return sentence(start, place, when)


@template
def lives_near(rng: Chooser) -> Pair:
    """My uncle lives near the harbour; we live in a small house."""
    who = subject(rng)
    if rng.chance(0.5):
        place = preposition(*rng.pick(AROUND), the(rng.noun("place")))
    else:
        home = rng.pick(
            pairs(
                """in a small house = dans une petite maison; in a big flat = dans un grand appartement; in a quiet
                    street = dans une rue tranquille; in the country = à la campagne; in a small village = dans un
                    petit village; in the town centre = en centre-ville; on the second floor = au deuxième étage; by
                    the sea = au bord de la mer; in an old house = dans une vieille maison"""
            )
        )
        place = home
    return sentence(
        clause(
            who,
            VerbPhrase("live", place[0], "habiter", place[1]),
            rng.pick(("present", "present", "used", "would_like")),
        )
    )


@template
def can_see(rng: Chooser) -> Pair:
    """You can see the castle from here: on voit le château d'ici."""
    noun = rng.noun("sight", "nature", "place")
    if noun.english in (
        "sky",
        "hill",
        "sunset",
        "landscape",
        "exhibition",
        "bus stop",
        "market",
        "oak",
        "old town",
        "garden",
        "field",
        "rose",
        "flower",
        "tree",
        "valley",
        "car park",
    ):
        noun = NOUNS["sight"][0]
    spot = rng.pick(
        pairs(
            """from here = d'ici; from the window = depuis la fenêtre; from my room = depuis ma chambre; from the
                hotel = depuis l'hôtel; from the train = depuis le train; from the bridge = depuis le pont"""
        )
    )
    return sentence((f"you can see {the(noun)[0]}", f"on voit {the(noun)[1]}"), spot)
