"""Shops, prices, orders: where "you" is vous as soon as it names a sir or a madam."""

from .. import french as fr
from ..clauses import VerbPhrase, clause
from ..lexicon import Adjective
from ..phrases import (
    HE,
    INDIRECT,
    SHE,
    STRESSED,
    WE,
    Chooser,
    I,
    Pair,
    a,
    kin,
    preposition,
    subject,
    the,
    this,
)
from ..registry import sentence, template
from ..tables import pairs
from .gifts import OWNERS
from .people import WOMENSWEAR

PRICES = pairs(
    """ten = dix; twelve = douze; fifteen = quinze; twenty = vingt; twenty-five = vingt-cinq; thirty = trente;
        forty = quarante; fifty = cinquante; sixty = soixante; eighty = quatre-vingts; a hundred = cent; two hundred
        = deux cents; three hundred = trois cents"""
)


@template
def cost(rng: Chooser) -> Pair | None:
    """How much does this jacket cost? This jacket costs thirty euros."""
    noun = rng.noun("cost", "garment")
    thing = this(noun)
    if rng.chance(0.4):
        return sentence(("how much does", "combien coûte"), (thing[0] + " cost", thing[1]), end="?")
    price = rng.pick(PRICES)
    if noun.english in ("car", "house", "flat"):
        price = rng.pick(pairs("a fortune = une fortune; too much = trop cher; a lot = cher"))
        return sentence(thing, (f"costs {price[0]}", f"coûte {price[1]}"))
    verb = rng.pick(pairs("costs = coûte; cost = a coûté; only costs = ne coûte que"))
    return sentence(thing, (f"{verb[0]} {price[0]} euros", f"{verb[1]} {price[1]} euros"))


@template
def shoes_cost(rng: Chooser) -> Pair:
    """How much do these shoes cost? These apples cost two euros a kilo."""
    noun = rng.noun("shoes", "fruit", "vegetable")
    thing = this(noun, "p")
    if rng.chance(0.5):
        return sentence(("how much do", "combien coûtent"), (thing[0] + " cost", thing[1]), end="?")
    verdict = rng.pick(
        pairs(
            """are too expensive = sont trop chers; are not expensive = ne sont pas chers; are cheap = ne coûtent
                pas cher; are on sale = sont en promotion; are expensive in winter = sont chers en hiver"""
        )
    )
    french = verdict[1].replace("chers", "chères") if noun.gender == "f" else verdict[1]
    if "winter" in verdict[0] and thing[0].split()[1] in (
        "shoes",
        "boots",
        "socks",
        "gloves",
        "trainers",
        "sandals",
        "slippers",
        "earrings",
    ):
        return None
    return sentence(thing, (verdict[0], french))


@template
def too_dear(rng: Chooser) -> Pair:
    """This dress is too expensive for me."""
    noun, who = rng.noun("cost", "garment"), STRESSED[rng.pick(("I", "you", "he", "she"))]
    degree = rng.pick(pairs("too expensive = trop cher; a bit too expensive = un peu trop cher; perfect = parfait"))
    verb = rng.pick((("is", "est"), ("was", "était")))
    return sentence(
        this(noun),
        (
            f"{verb[0]} {degree[0]}",
            f"{verb[1]} {fr.agree(degree[1], noun.gender, 's')}",
        ),
        (f"for {who[0]}", f"pour {who[1]}"),
    )


@template
def suits_you(rng: Chooser) -> Pair | None:
    """This dress suits you very well: cette robe te va très bien."""
    noun, who = rng.noun("garment", "shoes"), INDIRECT[rng.pick(("I", "you", "he", "she", "you"))]
    number = (
        "p" if noun.english in ("shoe", "boot", "glove", "sandal", "trainer", "earring", "sock", "slipper") else "s"
    )
    if noun.english in WOMENSWEAR and who[0] == "him" or noun.english in ("sock", "slipper"):
        return None
    verb = ("suit", "vont") if number == "p" else ("suits", "va")
    if number == "p":
        good = rng.pick(pairs("= bien; very well = très bien; perfectly = parfaitement"))
    else:
        good = rng.pick(pairs("= bien; very well = très bien; perfectly = parfaitement; really well = vraiment bien"))
    thing = this(noun, number)
    return sentence(
        (
            f"{thing[0]} {verb[0]} {who[0]} {good[0]}".rstrip(),
            fr.apply_elision(f"{thing[1]} {who[1]} {verb[1]} {good[1]}"),
        )
    )


@template
def shop_for(rng: Chooser) -> Pair:
    """I am looking for a present for my father; she bought a scarf for her sister."""
    who = rng.pick((I, I, WE, HE, SHE))
    owner = OWNERS[who.english] if who.english in ("I", "we") else ("my", 0)
    to = kin(rng, (owner,))
    noun = rng.noun("gift", "garment")
    if noun.english in WOMENSWEAR and to.gender == "m":
        return None
    thing = a(noun)
    verb = rng.pick(
        (
            ("look", "for ", "chercher", "now"),
            ("buy", "", "acheter", "past"),
            ("choose", "", "choisir", "past"),
            ("buy", "", "acheter", "going"),
            ("find", "", "trouver", "past"),
            ("want", "", "vouloir", "present"),
        )
    )
    phrase = VerbPhrase(verb[0], f"{verb[1]}{thing[0]} for {to.english}", verb[2], f"{thing[1]} pour {to.french}")
    return sentence(clause(who, phrase, verb[3]))


@template
def buys_at(rng: Chooser) -> Pair:
    """We buy our bread at the bakery; he bought a kilo of apples at the market."""
    goods = rng.pick(
        (
            ("bread", "du pain", "bakery", "boulangerie"),
            ("a baguette", "une baguette", "bakery", "boulangerie"),
            ("meat", "de la viande", "butcher's", "boucherie"),
            ("a newspaper", "un journal", "station", "gare"),
            ("stamps", "des timbres", "post office", "poste"),
            ("a kilo of apples", "un kilo de pommes", "market", "marché"),
            ("a kilo of carrots", "un kilo de carottes", "market", "marché"),
            ("fish", "du poisson", "harbour", "port"),
            ("medicine", "des médicaments", "chemist's", "pharmacie"),
            ("two novels", "deux romans", "bookshop", "librairie"),
            ("vegetables", "des légumes", "market", "marché"),
            ("milk", "du lait", "supermarket", "supermarché"),
            ("a chicken", "un poulet", "market", "marché"),
            ("flowers", "des fleurs", "market", "marché"),
            ("a cake", "un gâteau", "cake shop", "pâtisserie"),
            ("eggs", "des œufs", "farm", "ferme"),
            ("cheese", "du fromage", "market", "marché"),
            ("strawberries", "des fraises", "market", "marché"),
            ("toys", "des jouets", "toy shop", "magasin de jouets"),
            ("new shoes", "de nouvelles chaussures", "shoe shop", "magasin de chaussures"),
            ("croissants", "des croissants", "bakery", "boulangerie"),
        )
    )
    gender = (
        "f"
        if goods[3] in ("boulangerie", "boucherie", "gare", "poste", "pharmacie", "librairie", "pâtisserie", "ferme")
        else "m"
    )
    place = fr.with_preposition("à", f"{fr.definite(gender, 's')} {goods[3]}")
    tense, adverb = rng.pick(
        (
            ("past", ("", "")),
            ("going", ("", "")),
            ("present", ("often", "souvent")),
            ("must", ("", "")),
            ("present", ("always", "toujours")),
            ("want", ("", "")),
        )
    )
    if goods[0].startswith(("a ", "two", "new")) and tense == "present":
        tense, adverb = "past", ("", "")
    phrase = VerbPhrase("buy", f"{goods[0]} at the {goods[2]}", "acheter", f"{goods[1]} {place}")
    return sentence(clause(subject(rng), phrase, tense, adverb=adverb))


@template
def thanks(rng: Chooser) -> Pair:
    """Thank you for the beautiful flowers."""
    noun = rng.noun("gift", "message")
    adjective = rng.pick((None, None, ("pretty", "joli"), ("beautiful", "beau")))
    shape = (
        Adjective(adjective[0], adjective[1], True) if adjective and noun.english not in ("message", "email") else None
    )
    thing = preposition("for", "pour", rng.pick((the, this))(noun, "s", shape))
    start = rng.pick(
        pairs(
            """thank you = merci; thank you very much = merci beaucoup; thanks = merci; thanks again = merci
                encore; a big thank you = un grand merci"""
        )
    )
    title = rng.pick((("", ""), ("", ""), (", sir", ", monsieur"), (", madam", ", madame")))
    return sentence(start, (thing[0] + title[0], thing[1] + title[1]), end=rng.pick(("!", ".")))
