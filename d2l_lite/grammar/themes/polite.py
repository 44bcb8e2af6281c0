"""Orders and polite questions, where "you" is vous as soon as the sentence names a sir or a madam."""

from .. import english as en
from .. import french as fr
from ..phrases import (
    Chooser,
    Pair,
    a,
    possessed,
    resolve,
    some,
    this,
    words,
)
from ..registry import template
from ..tables import pairs
from .people import WOMENSWEAR

TITLES = pairs("sir = monsieur; madam = madame")


@template
def order(rng: Chooser) -> Pair:
    """I would like a coffee, please. (In a shop or a café: s'il vous plaît.)"""
    thing = resolve(a(rng.noun("order", "shopped")), None, False)
    kind = rng.below(5)
    if kind == 0:
        return f"Could I have {thing[0]}, please?", f"Pourrais-je avoir {thing[1]}, s'il vous plaît ?"
    if kind == 1:
        return f"{thing[0]}, please.", f"{thing[1]}, s'il vous plaît."
    if kind == 2:
        title = rng.pick(TITLES)
        return f"I would like {thing[0]}, please, {title[0]}.", f"Je voudrais {thing[1]}, s'il vous plaît, {title[1]}."
    if kind == 3:
        return f"We would like {thing[0]}, please.", f"Nous voudrions {thing[1]}, s'il vous plaît."
    return f"I would like {thing[0]}, please.", f"Je voudrais {thing[1]}, s'il vous plaît."


@template
def order_two(rng: Chooser) -> Pair | None:
    """A coffee and two croissants, please."""
    first, second = rng.noun("order"), rng.noun("order")
    if first == second:
        return None
    count = rng.pick(pairs("two = deux; three = trois; four = quatre"))
    english, french = resolve(a(first), None, False)
    return (
        f"{english} and {count[0]} {second.english_plural}, please.",
        f"{french} et {count[1]} {second.french_plural}, s'il vous plaît.",
    )


@template
def do_you_have(rng: Chooser) -> Pair | None:
    """Do you have this dress in blue, madam? Avez-vous cette robe en bleu, madame ?"""
    noun_class = rng.pick(("garment", "shoes", "food", "fruit", "furniture", "carried"))
    noun, title = rng.noun(noun_class), rng.pick(TITLES)
    if noun_class in ("garment", "shoes"):
        number = "p" if noun_class == "shoes" else "s"
        thing = this(noun, number)
        tail = rng.pick(
            pairs(
                """in blue = en bleu; in red = en rouge; in black = en noir; in white = en blanc; in green = en
                    vert; in my size = à ma taille; in a smaller size = en plus petit; in another colour = dans une
                    autre couleur"""
            )
        )
        if noun.english in ("earring",):
            return None
        return f"Do you have {thing[0]} {tail[0]}, {title[0]}?", f"Avez-vous {thing[1]} {tail[1]}, {title[1]} ?"
    if noun_class in ("food", "fruit"):
        number = "p" if noun_class == "fruit" else "s"
        french = resolve(some(noun, number), None, False)[1]
        return f"Do you have any {words(noun, number)[0]}, {title[0]}?", f"Avez-vous {french}, {title[1]} ?"
    kinds = pairs("bigger = plus grand; smaller = plus petit; cheaper = moins cher; lighter = plus léger")
    bigger = rng.pick(kinds)
    if noun.english in (
        "key",
        "ticket",
        "passport",
        "credit card",
        "identity card",
        "newspaper",
        "diary",
        "lipstick",
        "phone",
        "laptop",
        "wallet",
    ):
        return None
    article = "un" if noun.gender == "m" else "une"
    grown = " ".join((bigger[1].split()[0], fr.agree(bigger[1].split()[1], noun.gender, "s")))
    english = f"{en.article(bigger[0])} {bigger[0]} {noun.english}"
    return f"Do you have {english}, {title[0]}?", f"Avez-vous {article} {noun.french} {grown}, {title[1]} ?"


@template
def can_i_pay(rng: Chooser) -> Pair:
    """Can I pay by card, sir? Where can I buy stamps, madam?"""
    title = rng.pick(TITLES)
    if rng.chance(0.5):
        what = rng.pick(
            pairs(
                """pay by card = payer par carte; try on this dress = essayer cette robe; try on these boots =
                    essayer ces bottes; pay in cash = payer en espèces; sit here = m'asseoir ici; open the window =
                    ouvrir la fenêtre; leave my bag here = laisser mon sac ici; park here = me garer ici; see the
                    menu = voir le menu; take a photo = prendre une photo; ask a question = poser une question; use
                    the lift = prendre l'ascenseur; smoke here = fumer ici"""
            )
        )
        return f"Can I {what[0]}, {title[0]}?", f"Est-ce que je peux {what[1]}, {title[1]} ?"
    what = rng.pick(
        pairs(
            """buy stamps = acheter des timbres; buy a ticket = acheter un billet; find a chemist's = trouver une
                pharmacie; find a taxi = trouver un taxi; buy bread = acheter du pain; leave my luggage = laisser
                mes bagages; rent a bike = louer un vélo; buy a map = acheter un plan; change some money = changer
                de l'argent; wash my hands = me laver les mains; park my car = garer ma voiture; find a hotel =
                trouver un hôtel"""
        )
    )
    return f"Where can I {what[0]}, {title[0]}?", f"Où est-ce que je peux {what[1]}, {title[1]} ?"


@template
def polite_talk(rng: Chooser) -> Pair:
    """Are you ready, sir? Your table is ready, madam. (vous)"""
    english, french = rng.pick(TITLES)
    feminine = english == "madam"
    noun = rng.noun("carried", "garment")
    if noun.english in WOMENSWEAR and not feminine:
        return None
    thing = possessed(noun, ("your", 4))
    kind = rng.below(6)
    if kind == 0:
        where = rng.pick(
            pairs(
                """on the chair = sur la chaise; here = ici; at reception = à la réception; in your room = dans
                    votre chambre; on the table = sur la table; in the car = dans la voiture"""
            )
        )
        return f"{thing[0]} is {where[0]}, {english}.", f"{thing[1]} est {where[1]}, {french}."
    if kind == 1:
        return f"Is this {thing[0]}, {english}?", f"Est-ce que c'est {thing[1]}, {french} ?"
    if kind == 2:
        return f"Don't forget {thing[0]}, {english}.", f"N'oubliez pas {thing[1]}, {french}."
    if kind == 3:
        return f"Have you lost {thing[0]}, {english}?", f"Avez-vous perdu {thing[1]}, {french} ?"
    if kind == 4:
        word = rng.pick(
            pairs(
                """ready = prêt; tired = fatigué; lost = perdu; sure = sûr; free tonight = libre ce soir; happy
                    with the room = content de la chambre; in a hurry = pressé; alone = seul; married = marié"""
            )
        )
        first, _, rest = word[1].partition(" ")
        form = f"{fr.agree(first, 'f' if feminine else 'm', 's')} {rest}".strip()
        return f"Are you {word[0]}, {english}?", f"Êtes-vous {form}, {french} ?"
    where = rng.pick(pairs("live = habitez; work = travaillez; come from = "))
    if where[1]:
        return f"Where do you {where[0]}, {english}?", f"Où {where[1]}-vous, {french} ?"
    return f"Where do you come from, {english}?", f"D'où venez-vous, {french} ?"
