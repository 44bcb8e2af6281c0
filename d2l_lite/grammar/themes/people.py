"""People: moods, looks, age, work, health, what they give each other."""

from .. import english as en
from .. import french as fr
from ..clauses import VerbPhrase, clause
from ..conjugation import PRESENT, conjugate
from ..lexicon import NOUNS, pairs
from ..phrases import INDIRECT, MY, OBJECTS, PRONOUNS, STRESSED, YOU, Chooser, Pair, a, named, preposition, relative, resolve, some, subject, the, third_person
from ..registry import sentence, template


def copula(who, english: str, french: str, tense: str = "present", negation: str | None = None, question: bool = False) -> Pair:
    """be with an adjective or a noun."""
    return clause(who, VerbPhrase("be", english, "être", french), tense, negation, question=question)


@template
def mood(rng: Chooser) -> Pair:
    """My sister is very tired tonight."""
    who, adjective = subject(rng), rng.adjective("mood")
    degree = rng.pick((("very ", "très "), ("a bit ", "un peu "), ("", ""), ("", ""), ("too ", "trop ")))
    if adjective.french.startswith(("en ", "de ")) or adjective.english in ("ready", "alone", "late", "furious"):
        degree = ("", "")
    form = fr.agree(adjective.french, who.gender, who.number)
    tense = rng.pick(("present", "present", "past"))
    when = rng.pick(pairs("= ; today = aujourd'hui; this morning = ce matin")) if tense == "present" else rng.pick(pairs("= ; yesterday = hier; last night = hier soir"))
    return sentence(copula(who, degree[0] + adjective.english, degree[1] + form, tense, "not" if degree[0] in ("", "very ") and rng.chance(0.25) else None), when)


@template
def character(rng: Chooser) -> Pair:
    """Our neighbours are very nice."""
    who, adjective = subject(rng), rng.adjective("person")
    degree = rng.pick((("very ", "très "), ("really ", "vraiment "), ("", ""), ("quite ", "assez ")))
    return sentence(copula(who, degree[0] + adjective.english, degree[1] + fr.agree(adjective.french, who.gender, who.number)))


@template
def why_so(rng: Chooser) -> Pair:
    """Why are you so sad? Are you ready?"""
    adjective = rng.adjective("mood")
    if adjective.english in ("alone", "ready", "late", "in a good mood", "angry"):
        return None
    who = rng.pick((YOU, *PRONOUNS[2:4], PRONOUNS[5]))
    form = fr.agree(adjective.french, who.gender, who.number)
    be = conjugate("être", PRESENT, who.person)
    return f"Why {en.BE_PRESENT[who.person]} {who.english} so {adjective.english}?", f"Pourquoi {be}-{who.french} si {form} ?"


@template
def is_he(rng: Chooser) -> Pair:
    """Is your sister ill?"""
    who = rng.pick((YOU, relative(rng, (("your", 1),)), named(rng)))
    adjective = rng.adjective("mood")
    return sentence(copula(who, adjective.english, fr.agree(adjective.french, who.gender, who.number), question=True), end="?")


STATES = pairs("hungry = faim; thirsty = soif; cold = froid; hot = chaud; afraid = peur; right = raison; wrong = tort; sleepy = sommeil; lucky = de la chance")


@template
def having(rng: Chooser) -> Pair:
    """I am hungry: avoir faim."""
    who, (english, french) = subject(rng), rng.pick(STATES)
    gradable = english not in ("right", "wrong", "lucky")
    if gradable and rng.chance(0.4):
        english, french = f"very {english}", f"très {french}"
    if french == "de la chance":
        french = "<de la> chance"
    tense, negation = rng.pick(("present", "past")), rng.pick((None, None, "not"))
    return sentence(clause(who, VerbPhrase("be", english, "avoir", french), "imperfect_be" if False else tense if tense == "present" else "present", negation))


@template
def age(rng: Chooser) -> Pair:
    """My grandmother is seventy years old."""
    years = rng.pick(pairs(
        "six = six; seven = sept; ten = dix; eleven = onze; twelve = douze; thirteen = treize; fifteen = quinze; sixteen = seize; eighteen = dix-huit; twenty = vingt; "
        "twenty-two = vingt-deux; twenty-five = vingt-cinq; thirty = trente; thirty-six = trente-six; forty = quarante; fifty = cinquante; sixty = soixante; seventy = soixante-dix; eighty = quatre-vingts"
    ))  # fmt: skip
    return sentence(clause(subject(rng), VerbPhrase("be", f"{years[0]} years old", "avoir", f"{years[1]} ans"), "present"))


FEMALE_JOBS = {"médecin": "médecin", "professeur": "professeure", "facteur": "factrice", "acteur": "actrice", "traducteur": "traductrice", "agriculteur": "agricultrice", "conducteur de bus": "conductrice de bus", "chanteur": "chanteuse", "serveur": "serveuse", "coiffeur": "coiffeuse", "ingénieur": "ingénieure"}  # fmt: skip


def job_words(noun, who) -> Pair:
    """A trade for a person: her mother is a nurse = infirmière."""
    if who.number == "p":
        return noun.english_plural, noun.french_plural
    french = noun.french
    if who.gender == "f":
        french = FEMALE_JOBS.get(french) or fr.agree(french, "f", "s")
    english = {"postman": "postwoman", "waiter": "waitress", "actor": "actress"}.get(noun.english, noun.english) if who.gender == "f" else noun.english
    return f"{en.article(english)} {english}", french


@template
def trade(rng: Chooser) -> Pair:
    """My mother is a nurse; he wants to become a pilot."""
    who = subject(rng)
    if who.number == "p":
        return None
    english, french = job_words(rng.noun("job"), who)
    if rng.chance(0.6):
        return sentence(copula(who, english, french))
    return sentence(clause(who, VerbPhrase("become", english, "devenir", french), rng.pick(("want", "would_like"))))


@template
def eyes(rng: Chooser) -> Pair:
    """He has blue eyes; she has long brown hair."""
    look = rng.pick(pairs(
        "blue eyes = les yeux bleus; green eyes = les yeux verts; brown eyes = les yeux marron; long hair = les cheveux longs; short hair = les cheveux courts; "
        "curly hair = les cheveux bouclés; grey hair = les cheveux gris; fair hair = les cheveux blonds; dark hair = les cheveux bruns; red hair = les cheveux roux"
    ))  # fmt: skip
    return sentence(clause(subject(rng), VerbPhrase("have", look[0], "avoir", look[1]), rng.pick(("present", "used")) if "hair" in look[0] else "present"))


@template
def wearing(rng: Chooser) -> Pair:
    """She is wearing a red dress."""
    who = subject(rng)
    noun = rng.noun("garment")
    if noun.english in ("dress", "skirt") and who.gender == "m":
        return None
    phrase = a(noun, rng.adjective("garment"))
    tense = rng.pick(("now", "imperfect"))
    return sentence(clause(who, VerbPhrase("wear", phrase[0], "porter", phrase[1]), tense), rng.pick((("", ""), ("today", "aujourd'hui") if tense == "now" else ("yesterday", "hier"))))


@template
def relatives(rng: Chooser) -> Pair:
    """She has two brothers and a sister; I don't have any children."""
    noun = rng.noun("children")
    who = subject(rng)
    count = rng.pick(pairs("two = deux; three = trois; four = quatre"))
    if rng.chance(0.3):
        return sentence(clause(who, VerbPhrase("have", f"<some> {noun.english_plural}", "avoir", f"<des> {noun.french_plural}"), "present", "not"))
    other = rng.noun("children")
    english, french = f"{count[0]} {noun.english_plural}", f"{count[1]} {noun.french_plural}"
    if rng.chance(0.5) and other.english != noun.english and "child" not in noun.english + other.english and {noun.english, other.english} in ({"son", "daughter"}, {"brother", "sister"}):
        single = resolve(a(other), None, False)
        english, french = f"{english} and {single[0]}", f"{french} et {single[1]}"
    return sentence(clause(who, VerbPhrase("have", english, "avoir", french), "present"))


@template
def hurts(rng: Chooser) -> Pair:
    """His back hurts: il a mal au dos."""
    who, part = subject(rng), rng.noun("body")
    ache = fr.with_preposition("mal à", the(part)[1])
    french = fr.apply_elision(f"{who.french} {conjugate('avoir', PRESENT, who.person)} {ache}")
    if who.number == "p":
        return None
    owner = who.my if who.is_pronoun else who.english + "'s"
    return f"{owner} {part.english} hurts.", french + "."


@template
def broke(rng: Chooser) -> Pair:
    """She broke her arm last winter."""
    part = rng.noun("breakable")
    phrase = VerbPhrase("break", f"<my> {part.english}", "casser", the(part)[1], True, False)
    who = subject(rng)
    if who.number == "p":
        return None
    return sentence(clause(who, phrase, "past"), rng.pick(pairs("last winter = l'hiver dernier; last year = l'année dernière; yesterday = hier; while skiing = en faisant du ski; at school = à l'école; during the match = pendant le match")))


@template
def illness(rng: Chooser) -> Pair:
    """My brother has a cold."""
    ill = rng.pick(pairs("a cold = un rhume; the flu = la grippe; a temperature = de la fièvre; a headache = mal à la tête; toothache = mal aux dents; a stomach ache = mal au ventre; a sore throat = mal à la gorge"))
    return sentence(clause(subject(rng), VerbPhrase("have", ill[0], "avoir", ill[1]), "present"), rng.pick(pairs("= ; today = aujourd'hui; again = encore; since yesterday = ")[:2]))


@template
def give(rng: Chooser) -> Pair:
    """I gave my brother a book: j'ai offert un livre à mon frère."""
    verb = rng.pick(pairs("give = offrir; lend = prêter; show = montrer; send = envoyer"))
    noun = rng.noun("message") if verb[0] == "send" else rng.noun("gift")
    if verb[0] in ("lend", "show") and noun.english in ("cake", "plant", "postcard", "box of chocolates", "necklace"):
        return None
    thing, who, to = a(noun) if verb[0] != "lend" else (f"<my> {noun.english}", f"<{'mon' if noun.gender == 'm' or fr.elides(noun.french) else 'ma'}> {noun.french}"), subject(rng), relative(rng, (("my", 0),))
    if who.english == to.english or not who.is_pronoun or who.english != "I":
        who = rng.pick((PRONOUNS[0],))
    phrase = VerbPhrase(verb[0], f"{to.english} {thing[0]}", verb[1], f"{thing[1]} {fr.with_preposition('à', to.french)}")
    return sentence(clause(who, phrase, rng.pick(("past", "going", "future", "want"))))


@template
def give_pronoun(rng: Chooser) -> Pair:
    """She lent me her car: elle m'a prêté sa voiture."""
    who, receiver = third_person(rng), rng.pick(("I", "you", "we"))
    english, french = INDIRECT[receiver]
    verb, noun_class, determiner = rng.pick((("give", "gift", a), ("send", "message", a), ("write", None, None), ("buy", "gift", a), ("bring", "gift", a)))
    from_french = {"give": "offrir", "send": "envoyer", "write": "écrire", "buy": "acheter", "bring": "apporter"}[verb]
    noun = rng.noun(noun_class) if noun_class else next(entry for entry in NOUNS["message"] if entry.english == rng.pick(("letter", "postcard", "message")) or entry.english == "letter")
    thing = a(noun)
    phrase = VerbPhrase(verb, f"{english} {thing[0]}", from_french, thing[1], pronoun=french)
    return sentence(clause(who, phrase, rng.pick(("past", "future", "going"))))


TRANSITIVE = (
    ("call", "appeler", "d"), ("help", "aider", "d"), ("know", "connaître", "p"), ("see", "voir", "d"), ("understand", "comprendre", "p"), ("meet", "rencontrer", "past"), ("invite", "inviter", "d"), ("wait for", "attendre", "d"), ("listen to", "écouter", "d"), ("thank", "remercier", "past"), ("miss", None, None),
)  # fmt: skip


@template
def object_pronoun(rng: Chooser) -> Pair:
    """I will call you tomorrow; we often see them."""
    english, french, kind = rng.pick(TRANSITIVE[:-1])
    who, other = subject(rng), rng.pick(tuple(OBJECTS))
    person = {"I": 0, "you": 1, "we": 3}
    if person.get(other, who.person + 10) == who.person or (who.english, other) in (("we", "I"), ("I", "we")) or (who.person == 2 and other in ("he", "she") and False):
        return None
    if "your" in who.english.split() and other == "you" and kind == "p":
        return None
    him, le = OBJECTS[other]
    agreement = {"I": ("m", "s"), "you": ("m", "s"), "he": ("m", "s"), "she": ("f", "s"), "we": ("m", "p"), "they": ("m", "p")}[other]
    words = english.split(" ", 1)
    phrase = VerbPhrase(words[0], " ".join([*words[1:], him]), french, "", pronoun=le, object_agreement=agreement)
    tense, when = rng.pick({"d": (("past", ("yesterday", "hier")), ("future", ("tomorrow", "demain")), ("present", ("", "")), ("going", ("tonight", "ce soir"))), "p": (("present", ("", "")), ("present", ("very well", "très bien"))), "past": (("past", ("yesterday", "hier")), ("past", ("", "")))}[kind])
    if tense == "present" and kind == "d":
        return sentence(clause(who, phrase, tense, adverb=rng.pick((("often", "souvent"), ("never", ""))[:1])))
    return sentence(clause(who, phrase, tense, "not" if rng.chance(0.25) and when[0] != "very well" else None), when)


@template
def for_you(rng: Chooser) -> Pair:
    """This present is for you; come with me."""
    english, french = STRESSED[rng.pick(tuple(STRESSED))]
    from ..phrases import this

    noun = rng.noun("gift", "message")
    return sentence(this(noun), ("is for", "est pour"), (english, french))


@template
def introduce(rng: Chooser) -> Pair:
    """This is my brother Paul."""
    noun = rng.noun("mother", "father")
    if noun.english in ("mother", "father", "grandmother", "grandfather", "wife", "husband"):
        name = ""
    else:
        from ..phrases import MEN, WOMEN

        name = " " + rng.pick(WOMEN if noun.gender == "f" else MEN)
    from ..phrases import possessed

    english, french = possessed(noun, rng.pick(MY[:1] + MY[3:4]))
    return f"This is {english}{name}.", f"Voici {french}{name}."


@template
def afraid_of(rng: Chooser) -> Pair:
    """My sister is afraid of spiders."""
    noun, who = rng.noun("fear"), subject(rng)
    feared = fr.with_preposition("peur de", the(noun, "p")[1])
    return sentence(clause(who, VerbPhrase("be", f"afraid of {noun.english_plural}", "avoir", feared), "present", rng.pick((None, None, "not"))))


@template
def interested(rng: Chooser) -> Pair:
    """He is interested in history."""
    noun, who = rng.noun("subject"), subject(rng)
    topic = fr.with_preposition("à", the(noun)[1])
    english = "the arts" if noun.english == "art" else noun.english
    return sentence(clause(who, VerbPhrase("be", f"interested in {english}", "intéresser", topic, True), "present", rng.pick((None, None, "not"))))
