"""Countries, cities, languages, transport."""

from ..clauses import VerbPhrase, clause, inverted
from ..phrases import HE, SHE, THEY, YOU, Chooser, Pair, preposition, subject, the
from ..registry import sentence, template
from ..tables import pairs
from .times import clock
from .when import FAR_TIMES, NOTHING, PAST_TIMES

# English = French with "in" or "to" = French with "from"
PLACE_TEXT = """
    France = en France = de France; Italy = en Italie = d'Italie; Spain = en Espagne = d'Espagne; Germany = en
    Allemagne = d'Allemagne; Belgium = en Belgique = de Belgique; Switzerland = en Suisse = de Suisse; England = en
    Angleterre = d'Angleterre; Ireland = en Irlande = d'Irlande; Greece = en Grèce = de Grèce; Poland = en Pologne =
    de Pologne; Portugal = au Portugal = du Portugal; Canada = au Canada = du Canada; Japan = au Japon = du Japon;
    Morocco = au Maroc = du Maroc; Brazil = au Brésil = du Brésil; Mexico = au Mexique = du Mexique; Senegal = au
    Sénégal = du Sénégal; the United States = aux États-Unis = des États-Unis; the Netherlands = aux Pays-Bas = des
    Pays-Bas; China = en Chine = de Chine; India = en Inde = d'Inde; Sweden = en Suède = de Suède; Egypt = en Égypte
    = d'Égypte; Denmark = au Danemark = du Danemark
    """


CITY_TEXT = """
    Paris = à Paris = de Paris; Lyon = à Lyon = de Lyon; Marseille = à Marseille = de Marseille; Nice = à Nice = de
    Nice; London = à Londres = de Londres; Rome = à Rome = de Rome; Brussels = à Bruxelles = de Bruxelles; Geneva =
    à Genève = de Genève; Berlin = à Berlin = de Berlin; Dublin = à Dublin = de Dublin; Montreal = à Montréal = de
    Montréal; Lisbon = à Lisbonne = de Lisbonne; Athens = à Athènes = d'Athènes; Bordeaux = à Bordeaux = de
    Bordeaux; Strasbourg = à Strasbourg = de Strasbourg; Lille = à Lille = de Lille; Nantes = à Nantes = de Nantes;
    Barcelona = à Barcelone = de Barcelone
    """


def _places(text: str) -> tuple[tuple[str, str, str], ...]:
    rows = (entry.split("=") for entry in " ".join(text.split()).split(";"))
    return tuple((name.strip(), at.strip(), of.strip()) for name, at, of in rows)


COUNTRIES, CITIES = _places(PLACE_TEXT), _places(CITY_TEXT)


PLACES = (*COUNTRIES, *CITIES)


@template
def go_to(rng: Chooser) -> Pair:
    """We are going to Italy next summer; she went to Lyon last week."""
    place, tense = rng.pick(PLACES), rng.pick(("now", "past", "future", "want", "now"))
    times = {
        "past": PAST_TIMES[3:15],
        "want": (NOTHING, ("next summer", "l'été prochain"), ("this year", "cette année")),
    }
    phrase = VerbPhrase("go", f"to {place[0]}", "aller", place[1])
    if rng.chance(0.15):
        return sentence(clause(subject(rng), phrase, tense, "not"), rng.pick(times.get(tense, FAR_TIMES)[:2]))
    return sentence(clause(subject(rng), phrase, tense), rng.pick(times.get(tense, FAR_TIMES)))


@template
def live_in(rng: Chooser) -> Pair:
    """My aunt lives in Canada; he no longer works in Rome."""
    place = rng.pick(PLACES)
    verb = rng.pick((("live", "habiter"), ("work", "travailler"), ("study", "étudier")))
    tense = rng.pick(("present", "present", "used", "would_like", "future"))
    negation = rng.pick((None, "no longer", "not")) if tense == "present" else None
    return sentence(clause(subject(rng), VerbPhrase(verb[0], f"in {place[0]}", verb[1], place[1]), tense, negation))


@template
def come_from(rng: Chooser) -> Pair:
    """She comes from Spain; they came back from Japan yesterday."""
    place, who = rng.pick(PLACES), subject(rng)
    if rng.chance(0.5):
        tense = rng.pick(("past", "future"))
        times = PAST_TIMES[:8] if tense == "past" else FAR_TIMES
        return sentence(
            clause(who, VerbPhrase("come", f"back from {place[0]}", "revenir", place[2]), tense), rng.pick(times)
        )
    return sentence(
        clause(who, VerbPhrase("come", f"from {place[0]}", "venir", place[2]), "present", rng.pick((None, None, "not")))
    )


@template
def ever_been(rng: Chooser) -> Pair:
    """Have you ever been to Japan? He has never been to Japan."""
    place = rng.pick(PLACES)
    phrase = VerbPhrase("be", f"to {place[0]}", "aller", place[1])
    if rng.chance(0.4):
        who = rng.pick((YOU, YOU, HE, SHE, THEY))
        english, french = inverted(who, phrase, "perfect")
        english = english.replace(f" {who.english} ", f" {who.english} ever ", 1)
        return f"{english}?", french.replace(f"-{who.french} ", f"-{who.french} déjà ", 1) + " ?"
    who = subject(rng)
    if rng.chance(0.6):
        return sentence(clause(who, phrase, "perfect", "never"))
    times = rng.pick(
        pairs("twice = deux fois; three times = trois fois; several times = plusieurs fois; once = une fois")
    )
    return sentence(clause(who, phrase, "perfect"), times)


TRANSPORT = pairs(
    """by bus = en bus; by train = en train; by car = en voiture; by bike = à vélo; on foot = à pied; by
        underground = en métro;"""
    "by taxi = en taxi; by tram = en tram"
)


FAR_PLACES = (
    "mountains",
    "countryside",
    "beach",
    "airport",
    "zoo",
    "castle",
    "harbour",
    "stadium",
    "university",
    "office",
)


@template
def goes_by(rng: Chooser) -> Pair | None:
    """I often go to the office by bus."""
    place, how = preposition("to", "à", the(rng.noun("outing"))), rng.pick(TRANSPORT)
    if place[0] in ("to the airport", "to the mountains", "to the countryside") and how[0] in (
        "on foot",
        "by underground",
        "by tram",
    ):
        return None
    if how[0] == "by train" and place[0].split(" ", 2)[2] not in FAR_PLACES:
        return None
    tense, adverb = rng.pick(
        (
            ("present", ("always", "toujours")),
            ("present", ("often", "souvent")),
            ("past", NOTHING),
            ("future", NOTHING),
            ("present", ("sometimes", "parfois")),
        )
    )
    return sentence(
        clause(
            subject(rng),
            VerbPhrase("go", f"{place[0]} {how[0]}", "aller", f"{place[1]} {how[1]}"),
            tense,
            adverb=adverb,
        )
    )


@template
def train_leaves(rng: Chooser) -> Pair | None:
    """The train for Paris leaves at eight o'clock."""
    city, hour = rng.pick(CITIES), clock(rng)
    vehicle = rng.pick(
        pairs(
            """the train = le train; the plane = l'avion; the bus = le bus; the first train = le premier train; the
                last bus = le dernier bus; the next train = le prochain train; the next flight = le prochain vol;
                our train = notre train; her plane = son avion; my flight = mon vol"""
        )
    )
    link = rng.pick(
        (("for", f"pour {city[1].removeprefix('à ')}", "leaves", "part"), ("from", city[2], "arrives", "arrive"))
    )
    return sentence(vehicle, (f"{link[0]} {city[0]} {link[2]} at {hour[0]}", f"{link[1]} {link[3]} à {hour[1]}"))


@template
def train_late(rng: Chooser) -> Pair:
    """The train is ten minutes late: le train a dix minutes de retard."""
    vehicle = rng.pick(
        pairs(
            """the train = le train; our plane = notre avion; the bus = le bus; the Lyon train = le train de Lyon;
                my flight = mon vol; the last bus = le dernier bus; the school bus = le car scolaire; the next train
                = le prochain train; the doctor = le médecin; the teacher = le professeur"""
        )
    )
    wait = rng.pick(
        pairs(
            """five minutes = cinq minutes; ten minutes = dix minutes; twenty minutes = vingt minutes; an hour =
                une heure; half an hour = une demi-heure; two hours = deux heures; a quarter of an hour = un quart
                d'heure"""
        )
    )
    tense = rng.pick(pairs("is = a; was = avait; will be = aura"))
    return sentence(vehicle, (f"{tense[0]} {wait[0]} late", f"{tense[1]} {wait[1]} de retard"))


@template
def y_there(rng: Chooser) -> Pair | None:
    """I love Lyon, I go there every summer: j'adore Lyon, j'y vais tous les étés."""
    city = rng.pick(CITIES)
    name = city[1].removeprefix("à ")
    follow = rng.pick(
        pairs(
            """I go there every summer = j'y vais tous les étés; I work there = j'y travaille; I was born there =
                j'y suis né; my sister lives there = ma sœur y habite; we often go there = nous y allons souvent; I
                used to live there = j'y habitais; I went there last year = j'y suis allé l'année dernière; my
                parents live there = mes parents y habitent; I will go back there = j'y retournerai"""
        )
    )
    start = rng.pick(pairs("I love = j'adore; I know = je connais bien; I like = j'aime; I miss = "))
    if not start[1]:
        return None
    english = f"I know {city[0]} well" if start[0] == "I know" else f"{start[0]} {city[0]}"
    return sentence((f"{english}, {follow[0]}", f"{start[1]} {name}, {follow[1]}"))


@template
def holiday(rng: Chooser) -> Pair:
    """We are spending our holidays in Greece; did you have a good trip to Italy?"""
    place, who = rng.pick(PLACES), subject(rng)
    kind = rng.below(3)
    if kind == 0:
        phrase = VerbPhrase("spend", f"<my> holidays in {place[0]}", "passer", f"<mes> vacances {place[1]}")
        return sentence(clause(who, phrase, rng.pick(("now", "past", "going", "would_like"))))
    if kind == 1:
        span = rng.pick(
            pairs(
                """a week = une semaine; two weeks = deux semaines; three days = trois jours; a month = un mois; a
                    few days = quelques jours; a year = un an"""
            )
        )
        phrase = VerbPhrase("spend", f"{span[0]} in {place[0]}", "passer", f"{span[1]} {place[1]}")
        return sentence(clause(who, phrase, rng.pick(("past", "going", "future"))))
    phrase = VerbPhrase("be", f"on holiday in {place[0]}", "être", f"en vacances {place[1]}")
    return sentence(clause(who, phrase, rng.pick(("present", "was"))))


@template
def travel_plan(rng: Chooser) -> Pair:
    """I would like to visit Rome; she has never visited Berlin."""
    city = rng.pick(CITIES)
    phrase = VerbPhrase("visit", city[0], "visiter", city[1].removeprefix("à "))
    tense, negation = rng.pick(
        (("would_like", None), ("perfect", "never"), ("going", None), ("past", None), ("want", None), ("want", "not"))
    )
    when = {"going": FAR_TIMES, "past": PAST_TIMES[3:15]}.get(tense, (NOTHING, NOTHING))
    return sentence(clause(subject(rng), phrase, tense, negation), rng.pick(when))
