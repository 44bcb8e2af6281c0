"""The grammar of everyday sentences: inflection tables, laws over many drawn pairs, and what `draw_pairs` promises."""

import re

import pytest

from d2l_lite.grammar import conjugation, draw_pairs, english, french
from d2l_lite.grammar.activities import verb_phrase
from d2l_lite.grammar.clauses import clause, command, inverted
from d2l_lite.grammar.draw import count_words
from d2l_lite.grammar.phrases import SHE, THEY, WE, WOMEN, YOU, YOU_ALL, I
from d2l_lite.grammar.registry import TEMPLATES

PINNED = [
    ("He must do more sport.", "Il doit faire plus de sport."),
    ("His wife was so tired that she went to bed early.", "Sa femme était si fatiguée qu'elle s'est couchée tôt."),
]
VOWEL = "[aeiouéèêâîôœAEIOUÉÈÊÂÎÔŒ]"


@pytest.fixture(scope="module")
def drawn() -> list[tuple[str, str]]:
    """Twenty thousand pairs, for the laws."""
    return draw_pairs(20_000, seed=31)


# Inflection -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("masculine", "forms"),
    [
        ("beau", "beau belle beaux belles"),
        ("nouveau", "nouveau nouvelle nouveaux nouvelles"),
        ("vieux", "vieux vieille vieux vieilles"),
        ("heureux", "heureux heureuse heureux heureuses"),
        ("sportif", "sportif sportive sportifs sportives"),
        ("cher", "cher chère chers chères"),
        ("bon", "bon bonne bons bonnes"),
        ("gentil", "gentil gentille gentils gentilles"),
        ("blanc", "blanc blanche blancs blanches"),
        ("long", "long longue longs longues"),
        ("sec", "sec sèche secs sèches"),
        ("discret", "discret discrète discrets discrètes"),
        ("violet", "violet violette violets violettes"),
        ("seul", "seul seule seuls seules"),
        ("gris", "gris grise gris grises"),
        ("rouge", "rouge rouge rouges rouges"),
        ("marron", "marron marron marron marron"),
        ("fatigué", "fatigué fatiguée fatigués fatiguées"),
        ("trop long", "trop long/trop longue/trop longs/trop longues"),
        ("très beau", "très beau/très belle/très beaux/très belles"),
        ("en retard", "en retard/en retard/en retard/en retard"),
    ],
)
def test_adjectives_agree(masculine: str, forms: str) -> None:
    expected = forms.split("/") if "/" in forms else forms.split()
    assert [french.agree(masculine, gender, number) for number in "sp" for gender in "mf"] == [
        expected[0],
        expected[1],
        expected[2],
        expected[3],
    ]


@pytest.mark.parametrize(
    ("adjective", "noun", "expected"),
    [("beau", "arbre", "bel"), ("nouveau", "ami", "nouvel"), ("vieux", "homme", "vieil"), ("beau", "hamster", "beau")],
)
def test_adjectives_before_a_vowel(adjective: str, noun: str, expected: str) -> None:
    assert french.before_noun(adjective, "m", "s", noun) == expected


@pytest.mark.parametrize(
    ("verb", "tense", "forms"),
    [
        ("manger", "present", "mange manges mange mangeons mangez mangent"),
        ("manger", "imperfect", "mangeais mangeais mangeait mangions mangiez mangeaient"),
        ("commencer", "imperfect", "commençais commençais commençait commencions commenciez commençaient"),
        ("appeler", "present", "appelle appelles appelle appelons appelez appellent"),
        ("appeler", "future", "appellerai appelleras appellera appellerons appellerez appelleront"),
        ("acheter", "present", "achète achètes achète achetons achetez achètent"),
        ("acheter", "conditional", "achèterais achèterais achèterait achèterions achèteriez achèteraient"),
        ("préférer", "present", "préfère préfères préfère préférons préférez préfèrent"),
        ("préférer", "future", "préférerai préféreras préférera préférerons préférerez préféreront"),
        ("nettoyer", "present", "nettoie nettoies nettoie nettoyons nettoyez nettoient"),
        ("envoyer", "future", "enverrai enverras enverra enverrons enverrez enverront"),
        ("finir", "present", "finis finis finit finissons finissez finissent"),
        ("vendre", "present", "vends vends vend vendons vendez vendent"),
        ("être", "imperfect", "étais étais était étions étiez étaient"),
        ("aller", "present", "vais vas va allons allez vont"),
        ("aller", "future", "irai iras ira irons irez iront"),
        ("faire", "present", "fais fais fait faisons faites font"),
        ("prendre", "present", "prends prends prend prenons prenez prennent"),
        ("apprendre", "present", "apprends apprends apprend apprenons apprenez apprennent"),
        ("boire", "imperfect", "buvais buvais buvait buvions buviez buvaient"),
        ("venir", "future", "viendrai viendras viendra viendrons viendrez viendront"),
        ("voir", "future", "verrai verras verra verrons verrez verront"),
        ("peindre", "present", "peins peins peint peignons peignez peignent"),
        ("construire", "present", "construis construis construit construisons construisez construisent"),
        ("découvrir", "present", "découvre découvres découvre découvrons découvrez découvrent"),
    ],
)
def test_verbs_conjugate(verb: str, tense: str, forms: str) -> None:
    assert [conjugation.conjugate(verb, tense, person) for person in range(6)] == forms.split()


def test_participles_imperatives_and_gerunds() -> None:
    participles = {
        "naître": "née",
        "mettre": "mise",
        "ouvrir": "ouverte",
        "vivre": "vécue",
        "lire": "lue",
        "devoir": "due",
    }
    assert {verb: conjugation.participle(verb, "f", "s") for verb in participles} == participles
    orders = {
        "manger": "mange",
        "aller": "va",
        "finir": "finis",
        "prendre": "prends",
        "être": "sois",
        "ouvrir": "ouvre",
    }
    assert {verb: conjugation.imperative(verb, 1) for verb in orders} == orders
    assert [conjugation.gerund(verb) for verb in ("faire", "manger", "avoir")] == ["faisant", "mangeant", "ayant"]


@pytest.mark.parametrize(
    ("preposition", "phrase", "expected"),
    [
        ("à", "le marché", "au marché"),
        ("à", "les enfants", "aux enfants"),
        ("à", "l'école", "à l'école"),
        ("à", "la gare", "à la gare"),
        ("près de", "le pont", "près du pont"),
        ("peur de", "les chiens", "peur des chiens"),
        ("à côté de", "l'église", "à côté de l'église"),
        ("à", "mon père", "à mon père"),
        ("sur", "le lit", "sur le lit"),
    ],
)
def test_contraction(preposition: str, phrase: str, expected: str) -> None:
    assert french.with_preposition(preposition, phrase) == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("je ai une idée", "j'ai une idée"),
        ("je ne ai pas de amis", "je n'ai pas d'amis"),
        ("si il pleut, si elle vient", "s'il pleut, si elle vient"),
        ("je me en vais, je y vais", "je m'en vais, j'y vais"),
        ("parce que Hélène arrive", "parce qu'Hélène arrive"),
        ("le hérisson, la harpe, le onze, le yaourt", "le hérisson, la harpe, le onze, le yaourt"),
        ("avant de le ouvrir", "avant de l'ouvrir"),
        ("puis-je avoir du pain, donne-le encore", "puis-je avoir du pain, donne-le encore"),
    ],
)
def test_elision(raw: str, expected: str) -> None:
    assert french.apply_elision(raw) == expected


def test_determiners_look_at_the_next_word() -> None:
    assert french.possessive(0, "f", "s", "amie") == "mon"
    assert french.possessive(0, "f", "s", "harpe") == "ma"
    assert [french.demonstrative("m", "s", word) for word in ("homme", "livre")] == ["cet", "ce"]
    assert [french.partitive("f", "s", word) for word in ("eau", "viande")] == ["de l'", "de la"]


@pytest.mark.parametrize(
    ("singular", "expected"),
    [
        ("cheval", "chevaux"),
        ("gâteau", "gâteaux"),
        ("jeu", "jeux"),
        ("bras", "bras"),
        ("machine à laver", "machines à laver"),
        ("magasin de jouets", "magasins de jouets"),
        ("verre d'eau", "verres d'eau"),
        ("carte postale", "cartes postales"),
    ],
)
def test_french_plurals(singular: str, expected: str) -> None:
    assert french.plural(singular) == expected


def test_english_forms() -> None:
    assert [english.plural(word) for word in ("box", "city", "day", "bottle of water")] == [
        "boxes",
        "cities",
        "days",
        "bottles of water",
    ]
    assert [english.ing(verb) for verb in ("set", "make", "prefer", "get up", "visit")] == [
        "setting",
        "making",
        "preferring",
        "getting up",
        "visiting",
    ]
    assert [english.past(verb) for verb in ("stop", "try", "go out", "learn", "travel")] == [
        "stopped",
        "tried",
        "went out",
        "learnt",
        "travelled",
    ]
    assert [english.third(verb) for verb in ("go", "watch", "study", "play")] == ["goes", "watches", "studies", "plays"]
    assert [english.article(word) for word in ("hour", "university", "apple", "useful book", "umbrella")] == [
        "an",
        "a",
        "an",
        "a",
        "an",
    ]


# Clauses --------------------------------------------------------------------------------------------------------------


def test_clauses_agree_and_order_their_words() -> None:
    leave = verb_phrase("leave | = partir |")
    wash = verb_phrase("wash | <my> hands = se laver | les mains!")
    bread = verb_phrase("buy | <some> bread = acheter | <du> pain")
    assert clause(SHE, leave, "past") == ("she left", "elle est partie")
    assert clause(THEY, leave, "perfect", "never") == ("they have never left", "ils ne sont jamais partis")
    assert clause(SHE, wash, "past") == ("she washed her hands", "elle s'est lavé les mains")
    assert clause(I, wash, "going") == ("I am going to wash my hands", "je vais me laver les mains")
    assert clause(I, bread, "past", "not") == ("I didn't buy any bread", "je n'ai pas acheté de pain")
    assert clause(WE, bread, "present", adverb=("often", "souvent")) == (
        "we often buy some bread",
        "nous achetons souvent du pain",
    )
    assert clause(YOU, bread, "past", question=True) == ("did you buy some bread", "est-ce que tu as acheté du pain")
    assert inverted(SHE, bread, "perfect") == ("has she bought some bread", "a-t-elle acheté du pain")
    assert inverted(YOU_ALL, bread, "could") == ("could you buy some bread", "pourriez-vous acheter du pain")
    assert command(wash) == ("wash your hands", "lave-toi les mains")
    assert command(wash, negative=True) == ("don't wash your hands", "ne te lave pas les mains")
    assert command(bread, 3) == ("let's buy some bread", "achetons du pain")


# draw_pairs -----------------------------------------------------------------------------------------------------------


def test_same_seed_same_pairs_and_other_seed_other_pairs() -> None:
    assert draw_pairs(200, 5) == draw_pairs(200, 5)
    assert draw_pairs(200, 5)[:100] == draw_pairs(100, 5)
    assert draw_pairs(200, 5) != draw_pairs(200, 6)
    # The first pairs of a seed, so that another Python version that draws otherwise is noticed.
    assert draw_pairs(2, 1) == PINNED


def test_excluded_sources_are_not_drawn() -> None:
    first = {source for source, _ in draw_pairs(500, 9)}
    second = {source for source, _ in draw_pairs(500, 9, exclude=first)}
    assert len(first) == len(second) == 500
    assert not first & second


def test_too_many_and_too_few_are_value_errors() -> None:
    class Everything:
        def __contains__(self, source: object) -> bool:
            return True

    with pytest.raises(ValueError, match="asked for 3 new sentences, found only 0"):
        draw_pairs(3, 1, exclude=Everything())
    with pytest.raises(ValueError, match="count is -1"):
        draw_pairs(-1, 1)
    assert draw_pairs(0, 1) == []


def test_it_is_wide(drawn: list[tuple[str, str]]) -> None:
    assert len(TEMPLATES) >= 60
    assert len({source for source, _ in draw_pairs(60_000, 3)}) == 60_000
    vocabulary = {word for pair in drawn for word in re.findall(r"\w+", pair[1].lower())}
    assert len(vocabulary) > 1500


def test_one_french_for_each_english(drawn: list[tuple[str, str]]) -> None:
    known = dict(drawn)
    again = draw_pairs(20_000, seed=32)
    shared = [pair for pair in again if pair[0] in known]
    assert len(known) == len(drawn)
    assert len(shared) > 1000
    assert all(known[source] == target for source, target in shared)


# Laws over many pairs -------------------------------------------------------------------------------------------------

FORBIDDEN = {
    "le, la, de, que, ne before a vowel": rf"(?<![\w'-])(le|la|de|ne|que|me|te|se|je) (?!onze|oui){VOWEL}",
    "le, la, de, que before a mute h": r"\b(le|la|de|que) h(omme|eure|ôtel|ôpital|uile|orloge|istoire|abit|iver|élène)",
    "elided before an aspirated h": r"\w'(hamster|haricot|hérisson|harpe|handball|hockey|huit|onze)",
    "à le, à les, de les": r"\b(à les?|de les) ",
    "si il": r"\bsi ils?\b",
    "feminine possessive before a vowel": rf"\b(ma|ta|sa) {VOWEL}",
    "ce before a vowel": rf"\bce {VOWEL}(?!st\b|t)|\bce homme\b",
    "beau, nouveau, vieux before a noun with a vowel": r"\b(un|ce|plus|mon|ton|son) (beau|nouveau|vieux) "
    rf"(?!à |et |est |que )({VOWEL}|hôtel|homme|hôpital)",
    "negation with a partitive": r"\b(a|ai|as|avons|ont) pas (du|de la|un|une) (pain|lait|viande|voiture|chien)\b",
    "double space or a space before a comma": r"  | ,",
    "no space before ! or ?": r"[^ ][!?]",
    "a mark left over": r"[<>|*=;]",
    "another apostrophe": r"[’`´«»\u00a0\u202f]",
    "an apostrophe with a space": r"' | '",
}


@pytest.mark.parametrize("law", FORBIDDEN)
def test_french_laws(law: str, drawn: list[tuple[str, str]]) -> None:
    pattern = re.compile(FORBIDDEN[law], re.IGNORECASE)
    # "je" may follow a hyphen or open an inversion (pourrais-je avoir); the look-behind above lets those pass.
    offenders = [target for _, target in drawn if pattern.search(target) and "fera beau" not in target]
    assert offenders == []


def test_sentences_are_well_formed(drawn: list[tuple[str, str]]) -> None:
    for pair in drawn:
        for text in pair:
            assert text[0].isupper(), pair
            assert text[-1] in ".!?", pair
            assert text == text.strip() and "  " not in text, pair
            assert count_words(text) <= 12, pair
        assert pair[0][-1] == pair[1][-1], pair
        assert not re.search(r"\ba (?!uni|use|one|eu)[aeiou]|\ban [^aeiouhH]| [.!?,]|[<>|*]", pair[0]), pair


def test_you_is_vous_only_where_the_english_says_so(drawn: list[tuple[str, str]]) -> None:
    respect = re.compile(r"\b(sir|madam)\b|\b(could|would) you\b", re.IGNORECASE)
    vous = re.compile(r"\b(?<!rendez-)(vous|votre|vos)\b")
    tu = re.compile(r"\b(tu|toi|ton|ta|tes|te)\b|\bt'")
    for source, target in drawn:
        spoken = target.lower().replace("s'il vous plaît", "")
        if respect.search(source):
            assert not tu.search(spoken), (source, target)
        else:
            assert not vous.search(spoken), (source, target)


def test_women_take_feminine_participles(drawn: list[tuple[str, str]]) -> None:
    women = "|".join(WOMEN)
    masculine = re.compile(
        rf"^({women}|Elle) (n'est|est) (pas |déjà |jamais |enfin )*(allé|parti|rentré|venu|né|tombé)\b"
    )
    feminine = re.compile(
        rf"^({women}|Elle) (n'est|est) (pas |déjà |jamais |enfin )*(allée|partie|rentrée|née|tombée)\b"
    )
    assert not [target for _, target in drawn if masculine.search(target)]
    assert len([target for _, target in drawn if feminine.search(target)]) > 20
