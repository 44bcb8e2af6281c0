"""Speaking and learning languages."""

from .. import french as fr
from ..clauses import VerbPhrase, clause
from ..phrases import HE, SHE, THEY, YOU, Chooser, Pair, named, relative, subject
from ..registry import sentence, template
from ..tables import pairs

LANGUAGES = pairs(
    """French = français; English = anglais; Spanish = espagnol; Italian = italien; German = allemand; Portuguese =
        portugais; Japanese = japonais; Arabic = arabe; Chinese = chinois; Russian = russe; Greek = grec; Polish =
        polonais; Dutch = néerlandais; Swedish = suédois"""
)


@template
def speaks(rng: Chooser) -> Pair:
    """He speaks Spanish very well."""
    language, who = rng.pick(LANGUAGES), subject(rng)
    how = rng.pick(
        pairs(
            """very well = très bien; well = bien; a little = un peu; fluently = couramment; at home = à la maison;
                at work = au travail; with <my> children = avec <mes> enfants; with <my> mother = avec <ma> mère;
                every day = tous les jours; without an accent = sans accent"""
        )
    )
    order = (
        f"{how[1]} {language[1]}"
        if how[0] in ("very well", "well", "a little", "fluently")
        else f"{language[1]} {how[1]}"
    )
    english = f"a little {language[0]}" if how[0] == "a little" else f"{language[0]} {how[0]}"
    return sentence(clause(who, VerbPhrase("speak", english, "parler", order), "present"))


@template
def language(rng: Chooser) -> Pair:
    """I am learning Italian at school; does she speak German?"""
    tongue, who = rng.pick(LANGUAGES), subject(rng)
    if rng.chance(0.4):
        asked = rng.pick((YOU, HE, SHE, THEY, relative(rng, (("your", 1),)), named(rng)))
        verb = rng.pick((("speak", "parler"), ("understand", "comprendre")))
        thing = tongue[1] if verb[0] == "speak" else fr.apply_elision(f"le {tongue[1]}")
        return sentence(
            clause(asked, VerbPhrase(verb[0], tongue[0], verb[1], thing), "present", question=True), end="?"
        )
    where = pairs(
        """= ; at school = à l'école; at university = à l'université; with a teacher = avec un professeur; in the
            evening = le soir"""
    )
    phrase = VerbPhrase("learn", tongue[0], "apprendre", fr.apply_elision(f"le {tongue[1]}"))
    return sentence(clause(who, phrase, rng.pick(("now", "past", "want"))), rng.pick(where))
