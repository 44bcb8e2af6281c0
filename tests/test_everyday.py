"""The embedded corpus: what the file holds, that it is built from its sources, and how it is split."""

from collections import Counter
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from d2l_lite.everyday import SHARES, as_text, build_everyday, read_everyday, split_of
from d2l_lite.grammar.draw import count_words

PINNED_COUNTS = {
    ("hand", "train"): 871,
    ("hand", "valid"): 44,
    ("hand", "test"): 106,
    ("grammar", "train"): 5429,
    ("grammar", "valid"): 190,
    ("grammar", "test"): 360,
}


def test_the_shipped_file_is_what_its_sources_build() -> None:
    shipped = resources.files("d2l_lite.everyday").joinpath("everyday.tsv").read_bytes()
    assert shipped == as_text(build_everyday()).encode()
    assert len(shipped) < 700_000
    assert b"\r" not in shipped


def test_size_and_origins() -> None:
    origins = Counter(pair.origin for pair in read_everyday())
    assert origins.keys() == {"hand", "grammar"}
    assert origins["hand"] >= 800
    assert origins.total() == 7000


def test_no_source_twice_and_none_too_long() -> None:
    pairs = read_everyday()
    sources = Counter(" ".join(pair.english.casefold().split()) for pair in pairs)
    assert [source for source, count in sources.items() if count > 1] == []
    for pair in pairs:
        assert count_words(pair.english) <= 12, pair
        assert count_words(pair.french) <= 12, pair


def test_the_hand_written_pairs_keep_the_typography() -> None:
    for pair in read_everyday():
        if pair.origin == "hand":
            assert max(count_words(pair.english), count_words(pair.french)) <= 11, pair
            assert pair.french[-1] == pair.english[-1] and pair.french[-1] in ".!?", pair
            assert pair.french[0].isupper() and pair.english[0].isupper(), pair
            assert not set(pair.english + pair.french) & set("’«»“”\u00a0\u202f"), pair
            assert all(pair.french[at - 1] == " " for at, mark in enumerate(pair.french) if mark in "!?"), pair


def test_the_demo_sentence_is_held_out_but_its_words_are_not() -> None:
    english = [pair.english for pair in read_everyday()]
    assert "I lost my keys." not in english
    words = {word for sentence in english for word in sentence.rstrip(".!?").split()}
    assert {"I", "lost", "my", "keys"} <= words


def test_the_split_is_fixed() -> None:
    counts = Counter((pair.origin, split_of(pair.english, *SHARES[pair.origin])) for pair in read_everyday())
    assert counts == PINNED_COUNTS


def test_the_same_source_is_always_on_the_same_side() -> None:
    assert split_of("Good  MORNING, madam.", 0.3, 0.3) == split_of("good morning madam!", 0.3, 0.3)
    assert {split_of(f"sentence {number}", 0.2, 0.3) for number in range(50)} == {"train", "valid", "test"}


@given(st.text(), st.floats(0, 0.5), st.floats(0, 0.5))
def test_shares_only_move_their_own_border(source: str, valid_share: float, test_share: float) -> None:
    side = split_of(source, valid_share, test_share)
    assert side in ("train", "valid", "test")
    assert (side == "test") == (split_of(source, 0, test_share) == "test")
    assert split_of(source, 0, 0) == "train"


def test_wrong_shares_say_so() -> None:
    with pytest.raises(ValueError, match=r"shares are 0.7 and 0.6"):
        split_of("Hello!", 0.7, 0.6)
