"""Going places: countries, cities, transport, directions."""

from .. import french as fr
from ..clauses import VerbPhrase, clause, command
from ..lexicon import pairs
from ..phrases import PRONOUNS, YOU, Chooser, Pair, preposition, subject, the
from ..registry import sentence, template
from .when import FUTURE_TIMES, PAST_TIMES

# English = French with "in / to", French with "from"
COUNTRIES = tuple(
    tuple(part.strip() for part in entry.split("="))
    for entry in (
        "France = en France = de France; Italy = en Italie = d'Italie; Spain = en Espagne = d'Espagne; Germany = en Allemagne = d'Allemagne; Belgium = en Belgique = de Belgique; "
        "Switzerland = en Suisse = de Suisse; England = en Angleterre = d'Angleterre; Ireland = en Irlande = d'Irlande; Greece = en Grèce = de Grèce; Poland = en Pologne = de Pologne; "
        "Portugal = au Portugal = du Portugal; Canada = au Canada = du Canada; Japan = au Japon = du Japon; Morocco = au Maroc = du Maroc; Brazil = au Brésil = du Brésil; Mexico = au Mexique = du Mexique; "
        "Senegal = au Sénégal = du Sénégal; the United States = aux États-Unis = des États-Unis; the Netherlands = aux Pays-Bas = des Pays-Bas; China = en Chine = de Chine; India = en Inde = d'Inde; "
        "Paris = à Paris = de Paris; Lyon = à Lyon = de Lyon; Marseille = à Marseille = de Marseille; Nice = à Nice = de Nice; London = à Londres = de Londres; Rome = à Rome = de Rome; Brussels = à Bruxelles = de Bruxelles; "
        "Geneva = à Genève = de Genève; Berlin = à Berlin = de Berlin; Dublin = à Dublin = de Dublin; Montreal = à Montréal = de Montréal; Lisbon = à Lisbonne = de Lisbonne; Athens = à Athènes = d'Athènes; New York = à New York = de New York"
    ).split(";")
)


@template
def go_to(rng: Chooser) -> Pair:
    """We are going to Italy next summer; she went to Lyon last week."""
    country = rng.pick(COUNTRIES)
    tense = rng.pick(("now", "past", "future", "want"))
    times = {"past": PAST_TIMES, "want": (("", ""), ("next summer", "l'été prochain"))}.get(tense, FUTURE_TIMES)
    return sentence(clause(subject(rng), VerbPhrase("go", f"to {country[0]}", "aller", country[1]), tense), rng.pick(times))


@template
def live_in(rng: Chooser) -> Pair:
    """My aunt lives in Canada."""
    country = rng.pick(COUNTRIES)
    verb = rng.pick((("live", "habiter"), ("work", "travailler")))
    return sentence(clause(subject(rng), VerbPhrase(verb[0], f"in {country[0]}", verb[1], country[1]), rng.pick(("present", "used", "would_like")), rng.pick((None, None, "no longer")) if False else None))


@template
def come_from(rng: Chooser) -> Pair:
    """She comes from Spain."""
    country = rng.pick(COUNTRIES)
    who = subject(rng)
    if rng.chance(0.3):
        return sentence(clause(who, VerbPhrase("come", f"back from {country[0]}", "revenir", country[2]), rng.pick(("past", "future"))), rng.pick((("", ""),)))
    return sentence(clause(who, VerbPhrase("come", f"from {country[0]}", "venir", country[2]), "present", rng.pick((None, None, "not"))))


@template
def ever_been(rng: Chooser) -> Pair:
    """Have you ever been to Japan? I have never been to Japan."""
    country = rng.pick(COUNTRIES)
    if rng.chance(0.4):
        return f"Have you ever been to {country[0]}?", f"Est-ce que tu es déjà allé {country[1]} ?"
    english, french = clause(subject(rng), VerbPhrase("be", f"to {country[0]}", "aller", country[1]), "perfect", rng.pick(("never", None)), ("", ""))
    return english + ".", (french if "jamais" in french else french.replace(" allé", " déjà allé")) + "."


LANGUAGES = pairs("French = français; English = anglais; Spanish = espagnol; Italian = italien; German = allemand; Portuguese = portugais; Japanese = japonais; Arabic = arabe; Chinese = chinois; Russian = russe; Greek = grec; Polish = polonais")


@template
def speaks(rng: Chooser) -> Pair:
    """He speaks Spanish very well."""
    language, who = rng.pick(LANGUAGES), subject(rng)
    how = rng.pick(pairs("very well = très bien; well = bien; a little = un peu; fluently = couramment; at home = à la maison; at work = au travail; with <my> children = avec <mes> enfants"))
    order = f"{how[1]} {language[1]}" if how[0] in ("very well", "well", "a little", "fluently") else f"{language[1]} {how[1]}"
    return sentence(clause(who, VerbPhrase("speak", f"{language[0]} {how[0]}", "parler", order), "present"))


@template
def learns(rng: Chooser) -> Pair:
    """I am learning Italian; does she speak German?"""
    language, who = rng.pick(LANGUAGES), subject(rng)
    article = fr.apply_elision(f"le {language[1]}")
    if rng.chance(0.4):
        return sentence(clause(rng.pick((YOU, *PRONOUNS[2:])), VerbPhrase("speak", language[0], "parler", language[1]), "present", question=True), end="?")
    where = rng.pick(pairs("= ; at school = à l'école; at university = à l'université; on my own = "))
    return sentence(clause(who, VerbPhrase("learn", language[0], "apprendre", article), rng.pick(("now", "past", "want"))), where if where[1] else ("", ""))


TRANSPORT = pairs("by bus = en bus; by train = en train; by car = en voiture; by bike = à vélo; on foot = à pied; by underground = en métro; by taxi = en taxi; by tram = en tram")


@template
def goes_by(rng: Chooser) -> Pair:
    """I go to the office by bus."""
    place = preposition("to", "à", the(rng.noun("outing", "place")))
    if place[0] in ("to the mountains", "to the airport") and rng.chance(0.5):
        return None
    tense, adverb = rng.pick((("present", ("always", "toujours")), ("present", ("often", "souvent")), ("past", ("", "")), ("going", ("", "")), ("present", ("sometimes", "parfois"))))
    how = rng.pick(TRANSPORT)
    fixed = {"to the mountains": "à la montagne", "to the countryside": "à la campagne", "to the office": "au bureau", "to the party": "à la fête", "to the concert": "au concert"}
    return sentence(clause(subject(rng), VerbPhrase("go", f"{place[0]} {how[0]}", "aller", f"{fixed.get(place[0], place[1])} {how[1]}"), tense, adverb=adverb))


@template
def train_leaves(rng: Chooser) -> Pair:
    """The train for Paris leaves at eight o'clock."""
    from .times import clock

    city = rng.pick(COUNTRIES[21:])
    vehicle = rng.pick(pairs("the train = le train; the plane = l'avion; the bus = le bus; the first train = le premier train; the last bus = le dernier bus; the next train = le prochain train"))
    link = rng.pick((("for", f"pour {city[1].removeprefix('à ')}", "leaves", "part"), ("from", city[2], "arrives", "arrive")))
    hour = clock(rng)
    return sentence(vehicle, (f"{link[0]} {city[0]} {link[2]} at {hour[0]}", f"{link[1]} {link[3]} à {hour[1]}"))


@template
def how_to_get(rng: Chooser) -> Pair:
    """Could you tell me where the station is, please? (polite: vous)"""
    noun = rng.noun("place", "shop")
    place = the(noun)
    to = preposition("to", "à", place)
    return rng.pick((
        (f"Could you tell me where {place[0]} is, please?", f"Pourriez-vous me dire où est {place[1]}, s'il vous plaît ?"),
        (f"How do I get {to[0]}?", f"Comment est-ce que je peux aller {to[1]} ?"),
        (f"Excuse me, sir, where is {place[0]}?", f"Excusez-moi, monsieur, où est {place[1]} ?"),
        (f"Excuse me, madam, where is {place[0]}?", f"Excusez-moi, madame, où est {place[1]} ?"),
        (f"Is there {_a(noun)[0]} near here?", f"Est-ce qu'il y a {_a(noun)[1]} près d'ici ?"),
        (f"How far is {place[0]} from here?", f"À quelle distance d'ici est {place[1]} ?"),
    ))  # fmt: skip


def _a(noun) -> Pair:
    from ..phrases import a

    return a(noun, mark=False)


@template
def turn(rng: Chooser) -> Pair:
    """Turn left after the church."""
    way = rng.pick((("turn", "left", "tourner", "à gauche"), ("turn", "right", "tourner", "à droite"), ("cross", "the street", "traverser", "la rue"), ("go", "straight on", "continuer", "tout droit"), ("stop", "", "s'arrêter", ""), ("take", "the second street on the left", "prendre", "la deuxième rue à gauche"), ("take", "the first street on the right", "prendre", "la première rue à droite")))
    where = preposition(*rng.pick(pairs("after = après; before = avant; in front of = devant; opposite = en face de; behind = derrière; near = près de")), the(rng.noun("place", "shop")))
    if way[0] == "go" and not where[0].startswith(("after",)):
        where = preposition("as far as", "jusqu'à", the(rng.noun("place", "shop")))
    phrase = VerbPhrase(way[0], way[1], way[2].removeprefix("s'"), way[3], way[2].startswith("s'"))
    return sentence(command(phrase), where)


@template
def it_takes(rng: Chooser) -> Pair:
    """It takes twenty minutes to go to the station."""
    time = rng.pick(pairs("ten minutes = dix minutes; twenty minutes = vingt minutes; half an hour = une demi-heure; an hour = une heure; two hours = deux heures; five minutes = cinq minutes"))
    to = preposition("to", "à", the(rng.noun("place", "shop")))
    how = rng.pick((*TRANSPORT, ("", "")))
    return sentence((f"it takes {time[0]} to go {to[0]}", f"il faut {time[1]} pour aller {to[1]}"), how)
