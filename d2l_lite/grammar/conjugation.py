"""French conjugation: regular verbs by rule, the common irregular ones by table."""

from functools import cache

from .french import agree
from .tables import listed

PRESENT, IMPERFECT, FUTURE, CONDITIONAL = "present", "imperfect", "future", "conditional"
ENDINGS = {
    IMPERFECT: ("ais", "ais", "ait", "ions", "iez", "aient"),
    FUTURE: ("ai", "as", "a", "ons", "ez", "ont"),
    CONDITIONAL: ("ais", "ais", "ait", "ions", "iez", "aient"),
}
REGULAR_PRESENT = {
    "er": ("e", "es", "e", "ons", "ez", "ent"),
    "ir": ("is", "is", "it", "issons", "issez", "issent"),
    "re": ("s", "s", "", "ons", "ez", "ent"),
}

# infinitive: the six present forms, the stem of future and conditional, the past participle
IRREGULAR = {
    name: (tuple(present.split()), future, participle)
    for name, present, future, participle in (
        ("être", "suis es est sommes êtes sont", "ser", "été"),
        ("avoir", "ai as a avons avez ont", "aur", "eu"),
        ("aller", "vais vas va allons allez vont", "ir", "allé"),
        ("faire", "fais fais fait faisons faites font", "fer", "fait"),
        ("pouvoir", "peux peux peut pouvons pouvez peuvent", "pourr", "pu"),
        ("vouloir", "veux veux veut voulons voulez veulent", "voudr", "voulu"),
        ("devoir", "dois dois doit devons devez doivent", "devr", "dû"),
        ("savoir", "sais sais sait savons savez savent", "saur", "su"),
        ("connaître", "connais connais connaît connaissons connaissez connaissent", "connaîtr", "connu"),
        ("venir", "viens viens vient venons venez viennent", "viendr", "venu"),
        ("tenir", "tiens tiens tient tenons tenez tiennent", "tiendr", "tenu"),
        ("prendre", "prends prends prend prenons prenez prennent", "prendr", "pris"),
        ("mettre", "mets mets met mettons mettez mettent", "mettr", "mis"),
        ("partir", "pars pars part partons partez partent", "partir", "parti"),
        ("sortir", "sors sors sort sortons sortez sortent", "sortir", "sorti"),
        ("dormir", "dors dors dort dormons dormez dorment", "dormir", "dormi"),
        ("servir", "sers sers sert servons servez servent", "servir", "servi"),
        ("sentir", "sens sens sent sentons sentez sentent", "sentir", "senti"),
        ("lire", "lis lis lit lisons lisez lisent", "lir", "lu"),
        ("écrire", "écris écris écrit écrivons écrivez écrivent", "écrir", "écrit"),
        ("dire", "dis dis dit disons dites disent", "dir", "dit"),
        ("boire", "bois bois boit buvons buvez boivent", "boir", "bu"),
        ("voir", "vois vois voit voyons voyez voient", "verr", "vu"),
        ("croire", "crois crois croit croyons croyez croient", "croir", "cru"),
        ("recevoir", "reçois reçois reçoit recevons recevez reçoivent", "recevr", "reçu"),
        ("ouvrir", "ouvre ouvres ouvre ouvrons ouvrez ouvrent", "ouvrir", "ouvert"),
        ("offrir", "offre offres offre offrons offrez offrent", "offrir", "offert"),
        ("courir", "cours cours court courons courez courent", "courr", "couru"),
        ("conduire", "conduis conduis conduit conduisons conduisez conduisent", "conduir", "conduit"),
        ("vivre", "vis vis vit vivons vivez vivent", "vivr", "vécu"),
        ("suivre", "suis suis suit suivons suivez suivent", "suivr", "suivi"),
        ("rire", "ris ris rit rions riez rient", "rir", "ri"),
        ("peindre", "peins peins peint peignons peignez peignent", "peindr", "peint"),
        ("éteindre", "éteins éteins éteint éteignons éteignez éteignent", "éteindr", "éteint"),
        ("envoyer", "envoie envoies envoie envoyons envoyez envoient", "enverr", "envoyé"),
        ("asseoir", "assieds assieds assied asseyons asseyez asseyent", "assiér", "assis"),
        ("pleuvoir", "pleus pleus pleut pleuvons pleuvez pleuvent", "pleuvr", "plu"),
        ("falloir", "faux faux faut fallons fallez fallent", "faudr", "fallu"),
        ("plaire", "plais plais plaît plaisons plaisez plaisent", "plair", "plu"),
        ("cueillir", "cueille cueilles cueille cueillons cueillez cueillent", "cueiller", "cueilli"),
    )
}
# Verbs that follow a verb of the table: what they put in place of its first letters.
LIKE = {
    "devenir": ("venir", "", "de"),
    "revenir": ("venir", "", "re"),
    "apprendre": ("prendre", "", "ap"),
    "comprendre": ("prendre", "", "com"),
    "promettre": ("mettre", "", "pro"),
    "permettre": ("mettre", "", "per"),
    "découvrir": ("ouvrir", "", "déc"),
    "endormir": ("dormir", "", "en"),
    "reconnaître": ("connaître", "", "re"),
    "revoir": ("voir", "", "re"),
    "construire": ("conduire", "cond", "constr"),
    "traduire": ("conduire", "cond", "trad"),
}
TAKES_ETRE = listed(
    """aller venir revenir devenir arriver partir repartir entrer rentrer sortir monter descendre rester tomber
    naître mourir passer_chez retourner"""
)
IMPERATIVES = {"être": ("sois", "soyons", "soyez"), "avoir": ("aie", "ayons", "ayez")}
DOUBLING = ("appeler", "rappeler", "jeter")


@cache
def _irregular(verb: str) -> tuple[tuple[str, ...], str, str] | None:
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb not in LIKE:
        return None
    model, old, new = LIKE[verb]
    present_forms, future, past = IRREGULAR[model]
    return (
        tuple(new + form.removeprefix(old) for form in present_forms),
        new + future.removeprefix(old),
        new + past.removeprefix(old),
    )


def _change_stem(verb: str, stem: str, silent: bool, before: str) -> str:
    """The spelling changes of -er verbs: silent endings, and g or c before a or o."""
    if before[:1] in ("a", "o"):
        if stem.endswith("g"):
            return stem + "e"
        if stem.endswith("c"):
            return stem[:-1] + "ç"
    if not silent:
        return stem
    if verb in DOUBLING:
        return stem + stem[-1]
    if stem.endswith(("oy", "uy", "ay")):
        return stem[:-1] + "i"
    if stem[-2:-1] in ("e", "é") and stem[-1] not in "aeéiouy":
        return stem[:-2] + "è" + stem[-1]
    return stem


def present(verb: str, person: int) -> str:
    """The present of a verb for a person 0–5."""
    irregular = _irregular(verb)
    if irregular:
        return irregular[0][person]
    stem, group = verb[:-2], verb[-2:]
    ending = REGULAR_PRESENT[group][person]
    if group == "er":
        stem = _change_stem(verb, stem, person in (0, 1, 2, 5), ending)
    return stem + ending


def _future_stem(verb: str) -> str:
    irregular = _irregular(verb)
    if irregular:
        return irregular[1]
    if verb.endswith("re"):
        return verb[:-1]
    if verb.endswith("er") and "é" not in verb[-5:-2]:  # é keeps its accent in the future: je préférerai
        return _change_stem(verb, verb[:-2], True, "e") + "er"
    return verb


def conjugate(verb: str, tense: str, person: int) -> str:
    """The form of a verb in a simple tense ("present", "imperfect", "future", "conditional") for a person 0–5."""
    if tense == PRESENT:
        return present(verb, person)
    ending = ENDINGS[tense][person]
    if tense == IMPERFECT:
        stem = "ét" if verb == "être" else present(verb, 3)[:-3]
        if verb.endswith("er") and verb != "envoyer":
            stem = _change_stem(verb, verb[:-2], False, ending)
        return stem + ending
    return _future_stem(verb) + ending


def imperative(verb: str, person: int) -> str:
    """The imperative for tu (1), nous (3) or vous (4)."""
    if verb in IMPERATIVES:
        return IMPERATIVES[verb][{1: 0, 3: 1, 4: 2}[person]]
    form = present(verb, person)
    drops_s = person == 1 and (verb.endswith("er") or form.endswith("es"))
    return form[:-1] if drops_s and form.endswith("s") else form


def participle(verb: str, gender: str = "m", number: str = "s") -> str:
    """The past participle, agreed."""
    irregular = _irregular(verb)
    if verb in ("naître", "mourir"):
        base = {"naître": "né", "mourir": "mort"}[verb]
    elif irregular:
        base = irregular[2]
    else:
        base = verb[:-2] + {"er": "é", "ir": "i", "re": "u"}[verb[-2:]]
    return agree("du" if base == "dû" and (gender, number) != ("m", "s") else base, gender, number)


def gerund(verb: str) -> str:
    """The present participle, as in "en mangeant"."""
    special = {"être": "étant", "avoir": "ayant", "savoir": "sachant"}
    return special.get(verb) or present(verb, 3)[:-3] + "ant"
