"""Tokenizers: what goes in comes out, ids are stable, vocabularies are reproducible."""

import json
import os
import subprocess
import sys
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from d2l_lite import tokenization
from d2l_lite.tokenization import (
    BOS,
    EOS,
    KINDS,
    PAD,
    SPECIAL_TOKENS,
    UNK,
    SpacyTokenizer,
    SubwordTokenizer,
    Tokenizer,
    WordTokenizer,
    normalise_text,
    train_tokenizers,
)

PAIRS = [
    ("Go.", "Va !"),
    ("I lost my keys.", "J'ai perdu mes clés."),
    ("I'm home, at last!", "Je suis enfin chez moi !"),
    ("Don't you know the man?", "Ne connais-tu pas l'homme ?"),
    ("The man is here today.", "L'homme est ici aujourd'hui."),
] * 3


@pytest.fixture(scope="module")
def subwords() -> SubwordTokenizer:
    return train_tokenizers("subwords", PAIRS, vocab_size=320)[0]


@pytest.fixture(scope="module", params=KINDS)
def any_pair(request) -> tuple[Tokenizer, Tokenizer]:
    if request.param == "spacy":
        pytest.importorskip("spacy")
    return train_tokenizers(request.param, PAIRS, vocab_size=320)


# --- every kind -------------------------------------------------------------------------------------------------------


def test_special_tokens_have_the_fixed_ids(any_pair):
    assert (PAD, BOS, EOS, UNK) == (0, 1, 2, 3)
    for tokenizer in any_pair:
        assert tokenizer.tokens([0, 1, 2, 3]) == ["<pad>", "<bos>", "<eos>", "<unk>"]


def test_known_sentences_come_back(any_pair):
    for tokenizer, side in zip(any_pair, (0, 1)):
        for pair in PAIRS:
            text = pair[side].lower() if tokenizer.lowercases else pair[side]
            ids = tokenizer.encode(pair[side])
            assert tokenizer.decode(ids) == text
            assert all(4 <= index < len(tokenizer) for index in ids)


def test_decode_leaves_out_padding_beginning_and_end_wherever_they_are(any_pair):
    tokenizer = any_pair[1]
    ids = tokenizer.encode("Je suis ici.")
    assert tokenizer.decode([BOS, PAD, *ids[:2], EOS, *ids[2:], EOS, PAD, PAD]) == tokenizer.decode(ids)
    assert tokenizer.decode([]) == tokenizer.decode([BOS, EOS, PAD]) == ""
    assert "<unk>" in tokenizer.decode([*ids, UNK])


def test_an_empty_sentence_has_no_ids(any_pair):
    for tokenizer in any_pair:
        assert tokenizer.encode("") == []
        assert tokenizer.encode_batch([]) == []
        assert tokenizer.encode_batch(["", "Go.", ""])[::2] == [[], []]


def test_text_that_looks_like_a_special_token_is_only_text(any_pair):
    tokenizer = any_pair[0]
    for text in ("<pad>", "<bos>", "<eos>", "go <eos> go"):
        assert not {PAD, BOS, EOS} & set(tokenizer.encode(text))


def test_special_tokens_in_the_training_text_do_not_double_them(any_pair):
    kind = any_pair[0].kind
    pairs = [("go <eos> <pad>", "va <eos> <unk>")] * 3
    tokenizer, _ = train_tokenizers(kind, pairs, vocab_size=300)
    assert tokenizer.tokens([0, 1, 2, 3]) == list(SPECIAL_TOKENS)
    assert not set(SPECIAL_TOKENS) & set(tokenizer.tokens(range(4, len(tokenizer))))
    assert not {PAD, BOS, EOS} & set(tokenizer.encode("go <eos> <pad>"))


def test_a_batch_is_encoded_like_its_sentences(any_pair):
    for tokenizer in any_pair:
        texts = [side for pair in PAIRS for side in pair] + [" ", "  a", "<eos>", "Été"]
        assert tokenizer.encode_batch(texts) == [tokenizer.encode(text) for text in texts]
        assert tokenizer.decode_batch(tokenizer.encode_batch(texts[:4])) == [
            tokenizer.decode(tokenizer.encode(text)) for text in texts[:4]
        ]


def test_a_label_for_each_id(any_pair):
    for tokenizer in any_pair:
        ids = [*tokenizer.encode("L'homme est là 😀."), EOS]
        labels = tokenizer.tokens(ids)
        assert len(labels) == len(ids)
        assert all(label and label == label.strip() for label in labels)
        assert labels[-1] == "<eos>"


def test_a_tokenizer_survives_json(any_pair):
    for tokenizer in any_pair:
        copy = Tokenizer.from_dict(json.loads(json.dumps(tokenizer.to_dict())))
        assert type(copy) is type(tokenizer)
        assert copy.fingerprint == tokenizer.fingerprint
        assert copy.to_dict() == tokenizer.to_dict()
        assert len(copy) == len(tokenizer)
        text = "I lost l'homme, chez moi ! 😀"
        assert copy.encode(text) == tokenizer.encode(text)
        assert copy.decode(copy.encode(text)) == tokenizer.decode(tokenizer.encode(text))


def test_fingerprints_tell_vocabularies_apart(any_pair):
    kind = any_pair[0].kind
    same = train_tokenizers(kind, list(PAIRS), vocab_size=320)
    other = train_tokenizers(kind, [*PAIRS, *[("A new word here", "Un nouveau mot ici")] * 9], vocab_size=320)
    assert [each.fingerprint for each in same] == [each.fingerprint for each in any_pair]
    assert other[0].fingerprint != any_pair[0].fingerprint
    assert len(any_pair[0].fingerprint) == 64


def test_joint_vocabularies_are_shared_and_separate_ones_are_not(any_pair):
    kind = any_pair[0].kind
    assert any_pair[0].fingerprint == any_pair[1].fingerprint
    english, french = train_tokenizers(kind, PAIRS, vocab_size=320, joint=False)
    assert english.fingerprint != french.fingerprint


def test_the_vocabulary_keeps_its_limit(any_pair):
    kind = any_pair[0].kind
    size = 270 if kind == "subwords" else 9
    for joint in (True, False):
        assert all(len(each) == size for each in train_tokenizers(kind, PAIRS, vocab_size=size, joint=joint))


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match="'letters'; choose one of subwords, words, spacy"):
        train_tokenizers("letters", PAIRS)
    with pytest.raises(ValueError, match="no sentence pairs"):
        train_tokenizers("words", [])
    with pytest.raises(ValueError, match="vocab_size is 100"):
        train_tokenizers("subwords", PAIRS, vocab_size=100)
    with pytest.raises(ValueError, match="Unknown tokenizer kind 'letters'"):
        Tokenizer.from_dict({"kind": "letters"})
    with pytest.raises(ValueError, match="Unknown tokenizer kind None"):
        Tokenizer.from_dict({})


# --- subwords ---------------------------------------------------------------------------------------------------------

any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
text_like_text = st.text(" \t\n\u00a0\u202f'’-.,!?<>éÀœ e\u0301aIl19😀👨\u200d👩▁Ġ·", max_size=40)


@given(any_text | text_like_text)
def test_subwords_give_every_text_back(subwords, text):
    assert subwords.decode(subwords.encode(text)) == text
    assert UNK not in subwords.encode(text)


@pytest.mark.parametrize(
    "text",
    [
        "   ",
        " a",
        "a ",
        "  a  b  ",
        "\n\ta\r\n",
        "😀 👨\u200d👩\u200d👧 🇫🇷",
        "l'e\u0301te\u0301",
        "a\u202f!",
        "<eos>",
        "\x00",
        "ﬁ ▁ Ġ",
    ],
)
def test_subwords_give_awkward_text_back(subwords, text):
    assert subwords.decode(subwords.encode(text)) == text
    copy = Tokenizer.from_dict(subwords.to_dict())
    assert copy.decode(subwords.encode(text)) == text


def test_a_lone_surrogate_becomes_the_replacement_character(subwords):
    assert subwords.decode(subwords.encode("a\ud800b")) == "a\ufffdb"


def test_the_same_object_serves_both_languages_when_joint(subwords):
    source, target = train_tokenizers("subwords", PAIRS, vocab_size=300)
    assert source is target


def test_a_word_has_the_same_token_at_the_start_and_inside():
    tokenizer, _ = train_tokenizers("subwords", [("keys", "the keys")] * 3)
    (first,) = tokenizer.encode("keys")
    assert tokenizer.encode("keys keys keys") == [first] * 3


def test_a_word_after_an_elision_or_before_a_clitic_keeps_its_token():
    tokenizer, _ = train_tokenizers("subwords", [("I'm man, I'd, I", "l'homme d'homme qu'homme")] * 9, vocab_size=400)
    labels = [tokenizer.tokens(tokenizer.encode(text)) for text in ("l'homme qu'homme", "I'm I'd")]
    assert labels == [["l'", "·homme", "qu'", "·homme"], ["I", "'m", "I", "'d"]]


def test_bytes_of_a_character_cut_apart_show_as_bytes(subwords):
    ids = subwords.encode("😀")
    assert subwords.tokens(ids[-1:]) == ["<0x80>"]
    assert subwords.decode(ids[:-1]) != "😀"  # and don't fail


def test_min_freq_keeps_rare_pairs_apart():
    pairs = [("zq zq", "zq"), ("xw", "va")]
    tokenizer, _ = train_tokenizers("subwords", pairs, min_freq=2)
    assert len(tokenizer.encode("zq")) == 1
    assert len(tokenizer.encode("xw")) == 3  # the space, x, w


def test_another_process_learns_the_same_vocabulary_without_a_word():
    code = """
        import sys
        from multiprocessing import get_context
        from d2l_lite.tokenization import train_tokenizers
        pairs = [(f"man number {i % 37} of {i}", f"homme numéro {i % 37} de {i}") for i in range(400)]
        prints = [train_tokenizers(kind, pairs, vocab_size=500)[0] for kind in ("subwords", "words")]
        prints[0].encode_batch(["a b"] * 100)
        if "fork" in sys.argv:
            process = get_context("fork").Process(target=prints[0].encode_batch, args=(["a b"] * 100,))
            process.start(); process.join()
        print(*[each.fingerprint for each in prints])
    """
    fork = ["fork"] if sys.platform == "linux" else []
    outputs = set()
    for seed in ("1", "2"):
        environment = {k: v for k, v in os.environ.items() if k != "TOKENIZERS_PARALLELISM"} | {"PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", textwrap.dedent(code), *fork]
        run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
        assert run.returncode == 0 and run.stderr == "", run.stderr
        outputs.add(run.stdout)
    assert len(outputs) == 1


# --- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "go!"),
        ("fr", "va !"),
        ("en", "well, is it 3.5 or 1,000?"),
        ("fr", "eh bien, est-ce 3,5 ou 1.000 ?"),
        ("en", "wait... what?!"),
        ("fr", "attends... quoi ?!"),
        ("fr", "il dit : « non »."),
    ],
)
def test_words_put_punctuation_back_as_the_language_does(language, text):
    tokenizer = WordTokenizer([*SPECIAL_TOKENS, *WordTokenizer.split(text, language)], language)
    assert tokenizer.decode(tokenizer.encode(text)) == text


@given(st.text(" .,!?ab'3", max_size=30), st.sampled_from(["en", "fr"]))
def test_decoded_words_are_cut_into_the_same_words_again(text, language):
    words = dict.fromkeys(WordTokenizer.split(text, language))
    tokenizer = WordTokenizer([*SPECIAL_TOKENS, *words], language)
    ids = tokenizer.encode(text)
    assert UNK not in ids
    assert tokenizer.encode(tokenizer.decode(ids)) == ids


def test_words_see_case_and_odd_spaces_as_the_book_does():
    tokenizer, _ = train_tokenizers("words", PAIRS)
    assert tokenizer.encode("GO.") == tokenizer.encode("go\u202f.") == tokenizer.encode(" go  . ")


def test_unknown_words_are_unk_and_coverage_counts_them():
    tokenizer, _ = train_tokenizers("words", PAIRS)
    assert tokenizer.encode("go zebra") == [tokenizer.encode("go")[0], UNK]
    assert tokenizer.decode(tokenizer.encode("go zebra")) == "go <unk>"
    assert tokenizer.coverage(["go zebra", "go .", ""]) == 0.75
    assert tokenizer.coverage([]) == tokenizer.coverage([""]) == 1.0


def test_rare_words_are_left_out_and_frequent_ones_come_first():
    pairs = [("b a", "x"), ("a", "x"), ("b a c", "x")]
    english, french = train_tokenizers("words", pairs, min_freq=2, joint=False)
    assert english.tokens(range(len(english))) == [*SPECIAL_TOKENS, "a", "b"]
    assert french.tokens(range(len(french))) == [*SPECIAL_TOKENS, "x"]
    assert train_tokenizers("words", pairs, min_freq=2)[0].tokens([4, 5, 6]) == ["a", "x", "b"]


# --- spaCy ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "L'homme n'a-t-il pas dit « oui » ?  Eh bien, aujourd'hui c'est-à-dire 3,5 kg (environ)..."),
        ("en", "I'm sure they can't; well-known U.S. \"rock'n'roll\"  is $3.50... cannot\tbe\n\n ok."),
    ],
)
def test_spacy_words_come_back_with_their_spaces(language, text):
    pytest.importorskip("spacy")
    tokenizer = SpacyTokenizer([*SPECIAL_TOKENS, *dict.fromkeys(SpacyTokenizer.split(text, language))], language)
    assert tokenizer.decode(tokenizer.encode(text)) == text


@given(st.text(" .,!?'’-ab\nÉ3😀()\"", max_size=30), st.sampled_from(["en", "fr"]))
def test_spacy_gives_back_every_text_but_for_space_at_its_ends(text, language):
    pytest.importorskip("spacy")
    tokenizer = SpacyTokenizer([*SPECIAL_TOKENS, *dict.fromkeys(SpacyTokenizer.split(text, language))], language)
    assert tokenizer.decode(tokenizer.encode(text)) == text.strip()


def test_spacy_keeps_the_case_and_the_word_after_an_elision():
    pytest.importorskip("spacy")
    assert SpacyTokenizer.split("L'homme, l'Homme.", "fr") == ["L'￭", "homme", "￭,", "l'￭", "Homme", "￭."]


def test_without_spacy_the_error_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "spacy", None)
    tokenization._spacy_blank.cache_clear()
    with pytest.raises(ImportError, match=r'pip install "d2l-lite\[text\]"'):
        train_tokenizers("spacy", PAIRS)
    tokenization._spacy_blank.cache_clear()


# --- normalise_text ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Cours\u202f!", "Cours !"),
        ("  Va \xa0 !\t", "Va !"),
        ("l’e\u0301te\u0301", "l'été"),
        ("co\u00adopérer\u200b", "coopérer"),
        ("e\u00ad\u0301", "é"),
        ("", ""),
    ],
)
def test_normalise_text_examples(text, expected):
    assert normalise_text(text) == expected


@given(st.text(max_size=40))
def test_normalise_text_changes_nothing_the_second_time(text):
    once = normalise_text(text)
    assert normalise_text(once) == once
    assert once == once.strip() and "  " not in once
