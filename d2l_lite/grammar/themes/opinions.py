"""Thinking, hoping, knowing, telling: sentences within sentences."""

from .. import french as fr
from ..activities import plan
from ..clauses import VerbPhrase, clause
from ..phrases import (
    HE,
    SHE,
    STRESSED,
    THEY,
    WE,
    YOU,
    Chooser,
    I,
    Pair,
    kin,
    named,
    single,
    subject,
    third_person,
    this,
)
from ..registry import sentence, template
from ..tables import pairs
from .gifts import same_person
from .things import agreed, suits
from .when import NOTHING

THINKERS = ((I, "je"), (WE, "nous"), (HE, "il"), (SHE, "elle"))


@template
def thinks_thing(rng: Chooser) -> Pair | None:
    """I think this film is boring: je trouve que ce film est ennuyeux."""
    noun_class, kind = rng.pick(
        (
            ("story", "story"),
            ("work", "work"),
            ("garment", "garment"),
            ("vehicle", "vehicle"),
            ("town", "town"),
            ("building", "building"),
        )
    )
    noun, adjective = rng.noun(noun_class), rng.adjective(kind)
    if adjective.english in (
        "new",
        "old",
        "red",
        "blue",
        "green",
        "black",
        "white",
        "yellow",
        "grey",
        "brown",
        "pink",
        "empty",
        "famous",
    ) or not suits(adjective, noun):
        return None
    degree = rng.pick(((" too", " trop"), (" very", " très"), ("", ""), (" really", " vraiment")))
    if adjective.english in ("excellent", "magnificent", "exciting", "delicious", "charming") and degree[0] in (
        " very",
        " too",
    ):
        degree = ("", "")
    if degree[0] == " too" and adjective.english in (
        "interesting",
        "good",
        "beautiful",
        "pretty",
        "useful",
        "clean",
        "comfortable",
        "solid",
        "elegant",
        "amusing",
        "moving",
        "funny",
        "bad",
    ):
        return None
    thing, form = this(noun), agreed(adjective, noun, "s")
    who = rng.pick((I, I, WE, HE, SHE, THEY, YOU))
    french = clause(who, VerbPhrase("think", "", "trouver", f"que {thing[1]} est{degree[1]} {form[1]}"), "present")[1]
    english = clause(who, VerbPhrase("think", f"{thing[0]} is{degree[0]} {form[0]}", "trouver", ""), "present")[0]
    return f"{english}.", f"{french}."


@template
def thinks_person(rng: Chooser) -> Pair | None:
    """I think he is right; she knows that you are tired."""
    start = rng.pick(
        pairs(
            """I think = je pense; I know = je sais; I'm sure = je suis sûr; I believe = je crois; we know = nous
                savons; she thinks = elle pense; everyone knows = tout le monde sait; I see = je vois"""
        )
    )
    who = third_person(rng)
    if start[0].split()[0] == who.english:
        return None
    if rng.chance(0.5):
        adjective = rng.adjective(rng.pick(("mood", "person")))
        form = fr.agree(adjective.french, who.gender, who.number)
        rest = clause(who, VerbPhrase("be", adjective.english, "être", form), "present", rng.pick((None, None, "not")))
    else:
        state = rng.pick(
            pairs("right = raison; wrong = tort; hungry = faim; cold = froid; afraid = peur; thirsty = soif")
        )
        rest = clause(who, VerbPhrase("be", state[0], "avoir", state[1]), "present")
    return f"{start[0]} {rest[0]}.", fr.apply_elision(f"{start[1]} que {rest[1]}") + "."


@template
def hopes(rng: Chooser) -> Pair | None:
    """I hope you will find a job: j'espère que tu trouveras un travail."""
    start = rng.pick(
        pairs(
            """I hope = j'espère; I think = je pense; we hope = nous espérons; I'm sure = je suis sûr; I know = je
                sais; she hopes = elle espère"""
        )
    )
    who = subject(rng, (YOU, HE, SHE, THEY))
    if who.english.startswith(("my", "our")) and start[0].startswith("she"):
        return None
    negation = "not" if rng.chance(0.25) else None
    rest = clause(who, plan(rng), "future", negation)
    return f"{start[0]} {rest[0]}.", fr.apply_elision(f"{start[1]} que {rest[1]}") + "."


@template
def says(rng: Chooser) -> Pair | None:
    """He says that he is tired; she told me that she had a cold."""
    who = rng.pick((HE, SHE, named(rng), kin(rng, (("my", 0), ("your", 1)))))
    he = SHE if who.gender == "f" else HE
    if rng.chance(0.5):
        adjective = rng.adjective("mood")
        form = fr.agree(adjective.french, he.gender, he.number)
        tense = rng.pick(("present", "past"))
        rest = clause(he, VerbPhrase("be", adjective.english, "être", form), "present" if tense == "present" else "was")
    else:
        tense = "present"
        rest = clause(he, plan(rng), rng.pick(("want", "going", "past")))
    said = clause(who, VerbPhrase("say", "", "dire", ""), tense)
    return f"{said[0]} that {rest[0]}.", fr.apply_elision(f"{said[1]} que {rest[1]}") + "."


@template
def so_that(rng: Chooser) -> Pair:
    """He was so tired that he went to bed early: il était si fatigué qu'il s'est couché tôt."""
    who = single(rng)
    he = who if who.is_pronoun else (SHE if who.gender == "f" else HE)
    adjective, english, phrase = rng.pick(
        (
            (("tired", "fatigué"), None, VerbPhrase("go", "to bed early", "coucher", "tôt", True)),
            (("ill", "malade"), None, VerbPhrase("stay", "in bed", "rester", "au lit")),
            (("angry", "fâché"), None, VerbPhrase("leave", "", "partir", "")),
            (("worried", "inquiet"), None, VerbPhrase("call", "the doctor", "appeler", "le médecin")),
            (("nervous", "nerveux"), None, VerbPhrase("break", "a glass", "casser", "un verre")),
            (("happy", "heureux"), None, VerbPhrase("start", "to sing", "commencer", "à chanter")),
            (("tired", "fatigué"), None, VerbPhrase("fall", "asleep on the sofa", "endormir", "sur le canapé", True)),
            (("late", "en retard"), None, VerbPhrase("take", "a taxi", "prendre", "un taxi")),
            (("busy", "occupé"), None, VerbPhrase("forget", "to eat", "oublier", "de manger")),
        )
    )
    form = fr.agree(adjective[1], who.gender, who.number)
    main = clause(who, VerbPhrase("be", f"so {adjective[0]}", "être", f"si {form}"), "was")
    rest = clause(he, phrase, "past")
    return f"{main[0]} that {rest[0]}.", fr.apply_elision(f"{main[1]} que {rest[1]}") + "."


@template
def agree_with(rng: Chooser) -> Pair | None:
    """I agree with you: je suis d'accord avec toi. She is angry with us."""
    who, other = subject(rng), rng.pick(tuple(STRESSED))
    if same_person(who.english, other):
        return None
    english, french = STRESSED[other]
    what = rng.pick(
        pairs(
            """agree with = d'accord avec; angry with = en colère contre; proud of = fier de; jealous of = jaloux
                de; pleased with = content de; worried about = inquiet pour; nice to = gentil avec"""
        )
    )
    if what[0] == "agree with":
        negation = "not" if rng.chance(0.3) else None
        english_side = clause(who, VerbPhrase("agree", f"with {english}", "être", ""), "present", negation)[0]
        french_side = clause(who, VerbPhrase("be", "", "être", f"d'accord avec {french}"), "present", negation)[1]
        return f"{english_side}.", f"{french_side}."
    first, _, link = what[1].rpartition(" ")
    form = fr.agree(first, who.gender, who.number)
    rest = fr.apply_elision(f"{form} {link} {french}")
    degree = rng.pick((NOTHING, ("very ", "très "))) if first != "en colère" else NOTHING
    return sentence(
        clause(
            who,
            VerbPhrase("be", f"{degree[0]}{what[0]} {english}", "être", f"{degree[1]}{rest}"),
            rng.pick(("present", "present", "was")),
        )
    )
