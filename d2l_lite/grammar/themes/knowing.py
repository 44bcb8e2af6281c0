"""Knowing, telling, supposing: questions and statements inside a sentence."""

from .. import french as fr
from ..activities import doing, event, plan
from ..clauses import VerbPhrase, clause, french_clause
from ..conjugation import CONDITIONAL
from ..lexicon import NOUNS
from ..phrases import (
    HE,
    SHE,
    THEY,
    WE,
    Chooser,
    I,
    Pair,
    kin,
    named,
    noun_subject,
    possessed,
    the,
    this,
)
from ..registry import sentence, template
from ..tables import pairs
from .things import is_are
from .trades import job_words


@template
def where_things_are(rng: Chooser) -> Pair | None:
    """I don't know where my keys are: je ne sais pas où sont mes clés."""
    noun, number = rng.noun("carried", "shoes", "garment"), rng.pick("sp")
    owner = rng.pick((("my", 0), ("your", 1), ("his", 2), ("her", 2)))
    thing, be = possessed(noun, owner, number), is_are(number)
    start = rng.pick(
        pairs(
            """I don't know = je ne sais pas; I know = je sais; do you know = sais-tu; she doesn't know = elle ne
                sait pas; tell me = dis-moi; we don't know = nous ne savons pas; I wonder = je me demande"""
        )
    )
    end = "?" if start[0] == "do you know" else "."
    return sentence((f"{start[0]} where {thing[0]} {be[0]}", f"{start[1]} où {be[1]} {thing[1]}"), end=end)


@template
def knows_what(rng: Chooser) -> Pair:
    """I don't know why she is sad; do you know when he will sell his car?"""
    start = rng.pick(
        pairs(
            """I don't know = je ne sais pas; do you know = sais-tu; I understand = je comprends; she knows = elle
                sait; I wonder = je me demande; tell me = dis-moi; nobody knows = personne ne sait"""
        )
    )
    word = rng.pick(pairs("why = pourquoi; when = quand; if = si; where = où; how = comment"))
    if start[0] in ("I understand",):
        word = ("why", "pourquoi")
    who = rng.pick((HE, SHE, THEY, named(rng)))
    tense = {"why": "past", "when": "future", "if": "future", "where": "past", "how": "past"}[word[0]]
    phrase = plan(rng)
    if word[0] == "where":
        phrase = VerbPhrase("buy", this(noun := rng.noun("garment", "gift"), that=True)[0], "acheter", this(noun)[1])
    if word[0] == "how":
        phrase = rng.pick(
            (
                VerbPhrase("find", "a job", "trouver", "un travail"),
                VerbPhrase("open", "the door", "ouvrir", "la porte"),
                VerbPhrase("repair", "the car", "réparer", "la voiture"),
                VerbPhrase("learn", "French", "apprendre", "le français"),
            )
        )
    rest = clause(who, phrase, tense)
    end = "?" if start[0] == "do you know" else "."
    return sentence((f"{start[0]} {word[0]} {rest[0]}", fr.apply_elision(f"{start[1]} {word[1]} {rest[1]}")), end=end)


@template
def tell_him(rng: Chooser) -> Pair | None:
    """Tell your brother that dinner is ready: dis à ton frère que le dîner est prêt."""
    to = rng.pick((kin(rng, (("your", 1),)), named(rng)))
    news = rng.pick(
        pairs(
            """dinner is ready = le dîner est prêt; the bus is coming = le bus arrive; we are waiting = nous
                attendons; I am ill = je suis malade; it is raining = il pleut; I will be late = je serai en retard;
                the film is starting = le film commence; the shop is closed = le magasin est fermé; we are in the
                garden = nous sommes dans le jardin; I will call tomorrow = j'appellerai demain; breakfast is ready
                = le petit déjeuner est prêt; the car is ready = la voiture est prête; I have found the keys = j'ai
                trouvé les clés; the train is late = le train est en retard; I am at the station = je suis à la gare"""
        )
    )
    who = f"dis {fr.with_preposition('à', to.french)}"
    return f"Tell {to.english} that {news[0]}.", fr.apply_elision(f"{who} que {news[1]}") + "."


@template
def if_would(rng: Chooser) -> Pair | None:
    """If I were rich, I would buy a boat: si j'étais riche, j'achèterais un bateau."""
    condition = rng.pick(
        pairs(
            """I were rich = j'étais riche; I had more time = j'avais plus de temps; I had a car = j'avais une
                voiture; it were sunny = il faisait beau; I were you = j'étais toi; I had a garden = j'avais un
                jardin"""
        )
    )
    choices = {
        "I were rich": """
            buy | a boat = acheter | un bateau; buy | a castle = acheter | un château; travel | a lot = voyager |
            beaucoup; stop | working = arrêter | de travailler; buy | a big house = acheter | une grande maison;
            live | by the sea = habiter | au bord de la mer
            """,
        "I had more time": """
            learn | Spanish = apprendre | l'espagnol; read | more = lire | davantage; do | more sport = faire | plus
            de sport; cook | every day = cuisiner | tous les jours; see | my friends = voir | mes amis; learn | the
            piano = apprendre | le piano
            """,
        "I had a car": """
            go | to the sea = aller | à la mer; drive | to work = aller | au travail en voiture; visit | the region
            = visiter | la région; go | to the mountains = aller | à la montagne
            """,
        "it were sunny": """
            go | to the beach = aller | à la plage; eat | in the garden = manger | dans le jardin; play | tennis =
            jouer | au tennis
            """,
        "I were you": """
            take | the train = prendre | le train; tell | the truth = dire | la vérité; sell | this car = vendre |
            cette voiture; stay | in bed = rester | au lit; call | the doctor = appeler | le médecin; accept | this
            job = accepter | ce travail; buy | the blue dress = acheter | la robe bleue; wait | a little = attendre
            | un peu
            """,
        "I had a garden": """
            plant | tomatoes = planter | des tomates; have | a dog = avoir | un chien; plant | roses = planter | des
            roses; grow | vegetables = cultiver | des légumes
            """,
    }[condition[0]]
    english, french = rng.pick(pairs(choices))
    verb, _, rest = (part.strip() for part in french.partition("|"))
    who = rng.pick((I, I, WE)) if condition[0] == "it were sunny" else I
    result = french_clause(who, VerbPhrase("", "", verb, rest), CONDITIONAL)
    return f"If {condition[0]}, {who.english} would {english.replace(' | ', ' ')}.", fr.apply_elision(
        f"Si {condition[1]}, {result}."
    )


@template
def relative_clause(rng: Chooser) -> Pair:
    """The man who lives next door is a doctor: l'homme qui habite à côté est médecin."""
    person = rng.pick(
        (
            ("the man", "l'homme", "m"),
            ("the woman", "la femme", "f"),
            ("the boy", "le garçon", "m"),
            ("the girl", "la fille", "f"),
            ("the neighbour", "le voisin", "m"),
        )
    )
    doing_it = rng.pick(
        pairs(
            """who lives next door = qui habite à côté; who is waiting over there = qui attend là-bas; who is
                singing = qui chante; who called yesterday = qui a appelé hier; who is wearing a hat = qui porte un
                chapeau; who works here = qui travaille ici; who is sitting over there = qui est assis là-bas; who
                is talking to Paul = qui parle à Paul; who helped me = qui m'a aidé; who is reading = qui lit"""
        )
    )
    who = noun_subject((person[0], person[1]), person[2])
    rest = doing_it[1].replace("assis", "assise") if person[2] == "f" else doing_it[1]
    if person[0] in ("the boy", "the girl") or rng.chance(0.5):
        adjective = rng.adjective("person")
        be = (adjective.english, fr.agree(adjective.french, who.gender, "s"))
    else:
        be = job_words(rng.noun("job"), who)
    return f"{person[0]} {doing_it[0]} is {be[0]}.", f"{person[1]} {rest} est {be[1]}."


@template
def it_is_him(rng: Chooser) -> Pair:
    """It was my sister who broke the lamp: c'est ma sœur qui a cassé la lampe."""
    who, phrase = rng.pick((kin(rng), named(rng))), rng.pick((event(rng), doing(rng, "chore")))
    if phrase.reflexive or "<my>" in phrase.english_rest:
        return None
    english, french = clause(who, phrase, "past")
    return (
        f"It was {who.english} who{english.removeprefix(who.english)}.",
        f"C'est {who.french} qui{french.removeprefix(who.french)}.",
    )


@template
def favourite(rng: Chooser) -> Pair:
    """My favourite subject is history: ma matière préférée est l'histoire."""
    kind = rng.pick(
        (
            ("subject", "matière", "f", "subject"),
            ("fruit", "fruit", "m", "fruit"),
            ("instrument", "instrument", "m", "instrument"),
            ("drink", "boisson", "f", "drink"),
            ("animal", "animal", "m", "animal"),
            ("vegetable", "légume", "m", "vegetable"),
            ("dish", "plat", "m", "food"),
        )
    )
    noun = rng.noun(kind[3])
    if noun.english == "egg":
        noun = next(entry for entry in NOUNS["vegetable"] if entry.english == "leek")
    if kind[0] in ("subject",) and noun.english in ("football", "nature", "fashion", "cinema", "gardening"):
        return sentence(("my favourite subject is history", "ma matière préférée est l'histoire"))
    if kind[0] == "dish" and noun.english in (
        "bread",
        "cheese",
        "jam",
        "honey",
        "butter",
        "ham",
        "toast",
        "yoghurt",
        "chocolate",
        "cake",
    ):
        noun = next(entry for entry in _foods() if entry.english == "couscous")
    owner = rng.pick((("my", 0), ("your", 1), ("his", 2), ("her", 2), ("our", 3)))
    form = fr.agree("préféré", kind[2], "s")
    mine = f"{fr.possessive(owner[1], kind[2], 's', kind[1])} {kind[1]} {form}"
    if kind[0] in ("fruit", "vegetable", "animal"):
        name = noun.english if kind[0] != "animal" else noun.english
        return sentence((f"{owner[0]} favourite {kind[0]} is the {name}", f"{mine} est {the(noun)[1]}"))
    name = f"the {noun.english}" if kind[0] == "instrument" and noun.english != "drums" else noun.english
    if noun.english == "drums":
        name = "the drums"
    return sentence((f"{owner[0]} favourite {kind[0]} is {name}", f"{mine} est {the(noun)[1]}"))


def _foods():
    return NOUNS["food"]
