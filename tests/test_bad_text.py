"""Text that people really bring: each gives the right result, or an error that says what is wrong and where."""

import pytest

from d2l_lite.corpora import CorpusError, load_corpus
from d2l_lite.data import Vocab, bucket_batches, build_array_nmt, preprocess_nmt, read_data_nmt, tokenize_nmt
from d2l_lite.tokenization import UNK, train_tokenizers

GOOD = ["Hello.\tBonjour.", "Thank you.\tMerci.", "See you soon!\tÀ bientôt !"]
EXPECTED = {("Hello.", "Bonjour."), ("Thank you.", "Merci."), ("See you soon!", "À bientôt !")}


@pytest.fixture
def fra(tmp_path, monkeypatch):
    """Write bytes as the fra.txt that the loaders find."""
    monkeypatch.setenv("D2L_LITE_DATA", str(tmp_path))

    def write(content: bytes | str) -> None:
        (tmp_path / "fra.txt").write_bytes(content.encode() if isinstance(content, str) else content)

    return write


def all_pairs() -> set[tuple[str, str]]:
    corpus = load_corpus("fra-eng")
    held_out = [corpus.valid, *corpus.tests.values()]
    pairs = [(source, ref) for t in held_out for source, refs in zip(t.sources, t.references) for ref in refs]
    return {*corpus.train, *pairs}


@pytest.mark.parametrize("content", ["", "\n", "\ufeff", " \r\n\r\n"])
def test_an_empty_file(fra, content):
    fra(content)
    with pytest.raises(CorpusError, match=r"fra\.txt is empty"):
        load_corpus("fra-eng")


@pytest.mark.parametrize("bad", ["Good evening. Bonsoir.", "Good evening.\t", "\tBonsoir.", "Good evening.\t \u202f"])
def test_a_one_column_line_is_named(fra, bad):
    fra("\n".join([*GOOD, "", bad, "Bye.\tSalut."]))
    with pytest.raises(CorpusError, match=r"fra\.txt, line 5: needs an English sentence, a tab and a French one"):
        load_corpus("fra-eng")


def test_a_long_bad_line_is_shown_in_short(fra):
    fra("word " * 10_000)
    with pytest.raises(CorpusError, match="line 1") as caught:
        load_corpus("fra-eng")
    assert len(str(caught.value)) < 300


@pytest.mark.filterwarnings("ignore:.*not the release")
def test_three_columns(fra):
    fra("\n".join(f"{line}\tCC-BY 2.0 (France) Attribution: tatoeba.org #538123 (CM)" for line in GOOD))
    assert all_pairs() == EXPECTED
    assert tokenize_nmt(preprocess_nmt(read_data_nmt()))[1][1] == ["merci", "."]


@pytest.mark.filterwarnings("ignore:.*not the release")
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
@pytest.mark.parametrize("last", ["", "{end}", "{end}{end}"])
def test_line_ends_and_byte_order_mark(fra, start, end, last):
    fra(start + end.join(GOOD) + last.format(end=end))
    assert all_pairs() == EXPECTED
    assert "\r" not in read_data_nmt() and "\ufeff" not in read_data_nmt()
    source, target = tokenize_nmt(preprocess_nmt(read_data_nmt()))
    assert source[0] == ["hello", "."] and target[2] == ["à", "bientôt", "!"]


@pytest.mark.parametrize("separator", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_only_line_feeds_end_a_line(fra, separator):
    fra("\n".join([*GOOD, f"One{separator}two.\tUn{separator}deux."]))
    assert all_pairs() - EXPECTED == {("One two.", "Un deux.")}


@pytest.mark.filterwarnings("ignore:.*not the release")
def test_mixed_encodings_name_the_line_and_the_byte(fra):
    head = "\n".join(GOOD).encode()
    fra(head + "\nThe summer.\tL'été.\n".encode("latin-1"))
    with pytest.raises(CorpusError, match=r"fra\.txt, line 4: byte 0xE9 at offset (\d+) is not UTF-8") as caught:
        load_corpus("fra-eng")
    offset = len(head) + len("\nThe summer.\tL'")
    assert f"offset {offset} " in str(caught.value)
    with pytest.raises(CorpusError, match="Save it as UTF-8"):
        read_data_nmt()


def test_utf_16_is_not_utf_8(fra):
    fra("\n".join(GOOD).encode("utf-16"))
    with pytest.raises(CorpusError, match="line 1: byte 0xFF at offset 0"):
        load_corpus("fra-eng")


@pytest.mark.filterwarnings("ignore:.*not the release")
def test_a_line_of_ten_thousand_words(fra):
    long = ("very " * 10_000).strip()
    fra("\n".join([*GOOD, f"{long}.\t{long.replace('very', 'très')}."]))
    pairs = all_pairs()
    assert len(pairs) == 4 and max(len(source.split()) for source, _ in pairs) == 10_000

    for kind in ("subwords", "words"):
        tokenizer, _ = train_tokenizers(kind, sorted(pairs))
        lengths = [len(ids) for ids in tokenizer.encode_batch([source for source, _ in sorted(pairs)])]
        assert max(lengths) >= 10_000
        batches = bucket_batches(lengths, 4096, 0)
        assert [lengths.index(max(lengths))] in batches

    source, _ = tokenize_nmt(preprocess_nmt(read_data_nmt()))
    vocab = Vocab(source, reserved_tokens=["<pad>", "<bos>", "<eos>"])
    array, valid_len = build_array_nmt(source, vocab, 10)
    assert array.shape == (4, 10) and array[-1, -1] == vocab["<eos>"] and valid_len[-1] == 10


def test_one_word_of_a_hundred_thousand_letters():
    tokenizer, _ = train_tokenizers("subwords", [("aaa bbb", "aaa ccc")] * 3)
    word = "ab" * 50_000
    assert tokenizer.decode(tokenizer.encode(word)) == word


def test_unknown_words():
    pairs = [("hello .", "bonjour .")] * 2
    english, _ = train_tokenizers("words", pairs)
    assert english.encode("hello zebra .")[1] == UNK and english.encode("hello zebra .")[0] != UNK
    subwords, _ = train_tokenizers("subwords", pairs)
    ids = subwords.encode("hello zèbre 斑馬 .")
    assert UNK not in ids and subwords.decode(ids) == "hello zèbre 斑馬 ."


@pytest.mark.parametrize("kind", ["subwords", "words"])
def test_an_empty_sentence(kind):
    source, target = train_tokenizers(kind, [("hello .", "bonjour .")] * 2)
    assert source.encode("") == [] and target.decode([]) == ""


def test_an_unprepared_sentence_is_prepared_like_the_training_text():
    """d2l looks up "Go." as one unknown word when it predicts."""
    english, _ = train_tokenizers("words", [("Go.", "Va !")] * 2)
    assert english.encode("Go.") == english.encode("go .") and UNK not in english.encode("Go.")
