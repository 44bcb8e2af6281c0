"""Health: what hurts, what is broken, what one has."""

from .. import french as fr
from ..clauses import VerbPhrase, clause
from ..conjugation import PRESENT, conjugate
from ..phrases import HE, SHE, YOU, Chooser, Pair, relative, single, subject, the
from ..registry import sentence, template
from ..tables import pairs
from .when import NOTHING


@template
def hurts(rng: Chooser) -> Pair:
    """His back hurts: il a mal au dos. My mother's back hurts."""
    who, part = single(rng), rng.noun("body")
    ache = fr.with_preposition("mal à", the(part)[1])
    if part.english in ("tooth", "ear") or part.english == "eye":
        ache = fr.with_preposition("mal à", f"une {part.french}")
    owner = who.my if who.is_pronoun else who.english + "'s"
    french = fr.apply_elision(f"{who.french} {conjugate('avoir', PRESENT, who.person)} {ache}")
    when = rng.pick((NOTHING, NOTHING, ("today", "aujourd'hui"), ("this morning", "ce matin"), ("a lot", "très")))
    if when[0] == "a lot":
        return f"{owner} {part.english} hurts a lot.", french.replace(" mal ", " très mal ", 1) + "."
    return sentence((f"{owner} {part.english} hurts", french), when)


@template
def broke(rng: Chooser) -> Pair:
    """She broke her arm last winter."""
    part, who = rng.noun("breakable"), single(rng)
    phrase = VerbPhrase("break", f"<my> {part.english}", "casser", the(part)[1], True, False)
    when = pairs(
        """last winter = l'hiver dernier; last year = l'année dernière; yesterday = hier; at school = à l'école;
            during the match = pendant le match; in the mountains = à la montagne; at work = au travail; on holiday
            = en vacances"""
    )
    return sentence(clause(who, phrase, "past"), rng.pick(when))


@template
def hurt_oneself(rng: Chooser) -> Pair:
    """He hurt his knee: il s'est blessé au genou."""
    part, who = rng.noun("body"), single(rng)
    if part.english in ("stomach", "throat", "tooth", "ear", "neck"):
        part = rng.noun("breakable")
    phrase = VerbPhrase("hurt", f"<my> {part.english}", "blesser", fr.with_preposition("à", the(part)[1]), True)
    when = pairs(
        """= ; yesterday = hier; during the match = pendant le match; in the garden = dans le jardin; last week =
            la semaine dernière; at work = au travail"""
    )
    return sentence(clause(who, phrase, "past"), rng.pick(when))


ILLNESSES = pairs(
    """a cold = un rhume; the flu = la grippe; a temperature = de la fièvre; a headache = mal à la tête; toothache
        = mal aux dents; a stomach ache = mal au ventre; a sore throat = mal à la gorge; a bad cough = une mauvaise
        toux; backache = mal au dos"""
)


@template
def illness(rng: Chooser) -> Pair:
    """My brother has a cold."""
    ill = rng.pick(ILLNESSES)
    if rng.chance(0.25):
        who = rng.pick((YOU, HE, SHE, relative(rng, (("your", 1),))))
        return sentence(clause(who, VerbPhrase("have", ill[0], "avoir", ill[1]), "present", question=True), end="?")
    when = pairs("= ; today = aujourd'hui; again = encore; this week = cette semaine")
    time = rng.pick(when)
    if time[0] == "again":
        return sentence(
            clause(subject(rng), VerbPhrase("have", f"{ill[0]} again", "avoir", f"encore {ill[1]}"), "present")
        )
    return sentence(clause(subject(rng), VerbPhrase("have", ill[0], "avoir", ill[1]), "present"), time)


@template
def advice(rng: Chooser) -> Pair:
    """You should see a doctor."""
    phrase = rng.pick(
        (
            ("see", "a doctor", "voir", "un médecin", False),
            ("stay", "in bed", "rester", "au lit", False),
            ("drink", "more water", "boire", "plus d'eau", False),
            ("rest", "", "reposer", "", True),
            ("sleep", "more", "dormir", "plus", False),
            ("take", "a day off", "prendre", "un jour de congé", False),
            ("eat", "more fruit", "manger", "plus de fruits", False),
            ("go", "to the chemist's", "aller", "à la pharmacie", False),
            ("take", "this medicine", "prendre", "ce médicament", False),
            ("stop", "smoking", "arrêter", "de fumer", False),
            ("eat", "less sugar", "manger", "moins de sucre", False),
            ("walk", "more", "marcher", "plus", False),
            ("relax", "", "détendre", "", True),
            ("call", "the dentist", "appeler", "le dentiste", False),
            ("do", "more sport", "faire", "plus de sport", False),
            ("go", "to bed earlier", "coucher", "plus tôt", True),
            ("work", "less", "travailler", "moins", False),
        )
    )
    verb = VerbPhrase(*phrase[:5])
    times = (NOTHING, NOTHING, ("today", "aujourd'hui"), ("this week", "cette semaine"), ("tomorrow", "demain"))
    when = rng.pick(times if phrase[0] in ("see", "stay", "call", "rest") else times[:2])
    return sentence(clause(subject(rng), verb, rng.pick(("should", "must", "have_to"))), when)


@template
def feels(rng: Chooser) -> Pair:
    """She feels much better today: elle se sent beaucoup mieux aujourd'hui."""
    who = subject(rng)
    words = rng.pick(
        pairs(
            """better = mieux; much better = beaucoup mieux; a bit better = un peu mieux; very well = très bien;
                ill = malade; tired = fatigué; worse = plus mal; alone = seul; strong = fort"""
        )
    )
    form = fr.agree(words[1], who.gender, who.number) if words[0] in ("tired", "ill", "alone", "strong") else words[1]
    when = pairs("= ; today = aujourd'hui; this morning = ce matin; since Sunday = ")[:3]
    negation = "not" if words[0] in ("very well",) or rng.chance(0.15) and "better" not in words[0] else None
    return sentence(
        clause(who, VerbPhrase("feel", words[0], "sentir", form, True), "present", negation), rng.pick(when)
    )


@template
def slept(rng: Chooser) -> Pair:
    """I slept badly last night: j'ai mal dormi la nuit dernière."""
    how = rng.pick(
        pairs(
            """well = bien; badly = mal; very well = très bien; very badly = très mal; too much = trop; very little
                = très peu"""
        )
    )
    when = rng.pick(
        pairs(
            """last night = la nuit dernière; at the hotel = à l'hôtel; on the train = dans le train; in the tent =
                sous la tente; = ; this week = cette semaine"""
        )
    )
    who = subject(rng)
    english = clause(who, VerbPhrase("sleep", how[0], "dormir", ""), "past")[0]
    french = clause(who, VerbPhrase("", "", "dormir", ""), "past", adverb=("", how[1]))[1]
    return sentence((english, french), when)


@template
def ill_for(rng: Chooser) -> Pair:
    """He has been ill for a week: il est malade depuis une semaine."""
    who = subject(rng)
    state = rng.pick(
        pairs(
            """ill = malade; in hospital = à l'hôpital; on holiday = en vacances; on a diet = au régime; married =
                marié; single = célibataire; unemployed = au chômage; retired = à la retraite"""
        )
    )
    since = rng.pick(
        pairs(
            """for a week = depuis une semaine; for three days = depuis trois jours; since Sunday = depuis
                dimanche; for a month = depuis un mois; since June = depuis juin; for two weeks = depuis deux
                semaines"""
        )
    )
    if state[0] in ("married", "single", "unemployed", "retired"):
        since = rng.pick(
            pairs(
                """for a month = depuis un mois; since June = depuis juin; for two years = depuis deux ans; since
                    May = depuis mai; for a year = depuis un an; for six months = depuis six mois"""
            )
        )
    form = fr.agree(state[1], who.gender, who.number) if " " not in state[1] else state[1]
    has = "has" if who.person == 2 else "have"
    french = clause(who, VerbPhrase("be", "", "être", f"{form} {since[1]}"), "present")[1]
    return f"{who.english} {has} been {state[0]} {since[0]}.", f"{french}."
