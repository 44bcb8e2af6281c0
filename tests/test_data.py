"""Chapter 08: the book's data functions, the contract's rows, and where d2l loses data."""

import os

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from d2l_lite.data import (
    RESERVED_TOKENS,
    Vocab,
    bucket_batches,
    build_array_nmt,
    count_corpus,
    load_array,
    load_data_nmt,
    preprocess_nmt,
    read_data_nmt,
    tokenize_nmt,
    truncate_pad,
)

needs_data = pytest.mark.skipif(not os.environ.get("D2L_LITE_DATA"), reason="needs D2L_LITE_DATA with fra-eng in it")


# --- preprocess_nmt ---------------------------------------------------------------------------------------------------


def preprocess_character_by_character(text: str) -> str:
    text = text.replace("\u202f", " ").replace("\xa0", " ").lower()
    out = ""
    for i, char in enumerate(text):
        if i > 0 and char in ",.!?" and text[i - 1] != " ":
            out += " "
        out += char
    return out


@given(st.text(alphabet=" aBÉ.,!?'\t\n5\u202f\xa0", max_size=30))
def test_preprocess_follows_the_rule_character_by_character(text):
    assert preprocess_nmt(text) == preprocess_character_by_character(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Go.", "go ."),
        ("Cours\u202f!", "cours !"),
        ("Va\xa0?", "va ?"),
        ("3.5, OK", "3 .5 , ok"),
        ("Wait...", "wait . . ."),
        (". no", ". no"),
        ("", ""),
    ],
)
def test_preprocess_examples(text, expected):
    assert preprocess_nmt(text) == expected


# --- tokenize_nmt -----------------------------------------------------------------------------------------------------


def test_tokenize_reads_exactly_num_examples():
    text = "\n".join(f"go {i} .\tva {i} !" for i in range(700))
    source, target = tokenize_nmt(text, 600)
    assert len(source) == len(target) == 600
    assert (source[-1], target[-1]) == (["go", "599", "."], ["va", "599", "!"])
    assert len(tokenize_nmt(text)[0]) == 700
    assert len(tokenize_nmt(text, 10_000)[0]) == 700


def test_tokenize_reads_three_columns_and_passes_over_other_lines():
    text = "go .\tva !\tCC-BY 2.0 (France)\n\nno tab here\nhi .\tsalut !\r\n"
    assert tokenize_nmt(text) == ([["go", "."], ["hi", "."]], [["va", "!"], ["salut", "!"]])


@pytest.mark.parametrize("text", ["", "\n\n", "only english\nand more"])
def test_tokenize_says_when_there_is_nothing_to_read(text):
    with pytest.raises(ValueError, match="No sentence pair found.*tab"):
        tokenize_nmt(text)


def test_tokenize_refuses_to_read_no_examples():
    with pytest.raises(ValueError, match="num_examples is 0"):
        tokenize_nmt("go .\tva !", 0)


# --- Vocab ------------------------------------------------------------------------------------------------------------


def test_vocab_order_is_unk_reserved_then_frequency_with_ties_as_they_came():
    vocab = Vocab([["b", "a", "c"], ["c", "d", "a"], ["c"]], reserved_tokens=["<pad>", "<bos>"])
    assert vocab.idx_to_token == ["<unk>", "<pad>", "<bos>", "c", "a", "b", "d"]
    assert len(vocab) == 7
    assert vocab.token_freqs == [("c", 3), ("a", 2), ("b", 1), ("d", 1)]


def test_vocab_keeps_words_at_min_freq_and_drops_those_below():
    vocab = Vocab(["a", "a", "b", "b", "b", "c"], min_freq=2)
    assert vocab.idx_to_token == ["<unk>", "b", "a"]
    assert vocab["c"] == vocab.unk == 0


def test_vocab_looks_up_one_many_and_nested():
    vocab = Vocab(["a", "a", "b"])
    assert vocab["a"] == 1
    assert vocab[["b", "never", "a"]] == [2, 0, 1]
    assert vocab[[["b"], ["a"]]] == [[2], [1]]
    assert vocab.to_tokens(2) == "b"
    assert vocab.to_tokens([1, 0]) == ["a", "<unk>"]
    assert vocab.to_tokens(torch.tensor([1, 2])) == ["a", "b"]


def test_vocab_does_not_repeat_a_reserved_token_that_occurs_in_the_text():
    vocab = Vocab(["<pad>", "<unk>", "a"], reserved_tokens=["<pad>"])
    assert vocab.idx_to_token == ["<unk>", "<pad>", "a"]


def test_empty_vocab_knows_only_unk():
    assert Vocab().idx_to_token == Vocab([]).idx_to_token == ["<unk>"]


def test_count_corpus_takes_flat_and_nested_lists():
    assert count_corpus(["a", "b", "a"]) == count_corpus([["a"], ["b", "a"]]) == {"a": 2, "b": 1}


# --- truncate_pad, build_array_nmt ------------------------------------------------------------------------------------


@given(st.lists(st.integers()), st.integers(0, 20))
def test_truncate_pad_gives_exactly_num_steps_and_leaves_its_input(line, num_steps):
    before = list(line)
    padded = truncate_pad(line, num_steps, "pad")
    kept = min(len(before), num_steps)
    assert padded == before[:kept] + ["pad"] * (num_steps - kept)
    assert line == before


def book_vocab(*words: str) -> Vocab:
    return Vocab(list(words), reserved_tokens=RESERVED_TOKENS)


def test_arrays_end_in_eos_then_padding_and_count_eos():
    vocab = book_vocab("go", "on")
    array, valid_len = build_array_nmt([["go"], ["go", "on"], []], vocab, 4)
    pad, eos, go, on = (vocab[token] for token in ("<pad>", "<eos>", "go", "on"))
    assert array.tolist() == [[go, eos, pad, pad], [go, on, eos, pad], [eos, pad, pad, pad]]
    assert valid_len.tolist() == [2, 3, 1]
    assert array.dtype == valid_len.dtype == torch.long


@given(st.integers(0, 30), st.integers(1, 12))
def test_every_row_holds_one_eos_as_its_last_valid_id(num_words, num_steps):
    vocab = book_vocab("go")
    array, valid_len = build_array_nmt([["go"] * num_words], vocab, num_steps)
    assert array.shape == (1, num_steps)
    assert valid_len.item() == min(num_words + 1, num_steps)
    assert array[0, valid_len.item() - 1] == vocab["<eos>"]
    assert (array == vocab["<eos>"]).sum() == 1


def test_a_padding_token_in_the_text_counts_as_a_word():
    _, valid_len = build_array_nmt([["go", "<pad>", "on"]], book_vocab("go", "on"), 6)
    assert valid_len.item() == 4


def test_arrays_of_no_lines_and_of_no_steps():
    array, valid_len = build_array_nmt([], book_vocab(), 5)
    assert array.shape == (0, 5) and valid_len.shape == (0,)
    with pytest.raises(ValueError, match="num_steps is 0"):
        build_array_nmt([["go"]], book_vocab("go"), 0)


# --- bucket_batches ---------------------------------------------------------------------------------------------------


def greedy_cost(lengths: list[int], max_tokens: int) -> tuple[int, int]:
    """Padded size and number of batches of filling greedily in ascending order."""
    cost, count, size, longest = 0, 0, 0, 0
    for length in sorted(lengths):
        if size and (size + 1) * length <= max_tokens:
            size, longest = size + 1, length
        else:
            cost, count, size, longest = cost + size * longest, count + 1, 1, length
    return cost + size * longest, count


@given(st.lists(st.integers(1, 60), max_size=120), st.integers(1, 200), st.integers(0, 5) | st.none())
def test_batches_keep_the_budget_and_hold_every_index_once(lengths, max_tokens, seed):
    before = list(lengths)
    batches = bucket_batches(lengths, max_tokens, seed)
    assert lengths == before
    assert sorted(index for batch in batches for index in batch) == list(range(len(lengths)))
    for batch in batches:
        longest = max(lengths[index] for index in batch)
        assert len(batch) * longest <= max_tokens or len(batch) == 1
    greedy_tokens, greedy_batches = greedy_cost(lengths, max_tokens)
    assert sum(len(batch) * max(lengths[i] for i in batch) for batch in batches) <= 1.1 * greedy_tokens
    assert len(batches) <= 1.2 * greedy_batches


def test_batches_are_the_same_for_a_seed_and_others_for_another():
    lengths = torch.randint(1, 30, (200,), generator=torch.Generator().manual_seed(3)).tolist()
    assert bucket_batches(lengths, 100, 7) == bucket_batches(lengths, 100, 7)
    assert bucket_batches(lengths, 100, 7) != bucket_batches(lengths, 100, 8)
    assert bucket_batches(torch.tensor(lengths), 100, 7) == bucket_batches(lengths, 100, 7)
    # Not only the order of the batches: which sentences meet changes too.
    together = [{frozenset(batch) for batch in bucket_batches(lengths, 100, seed)} for seed in (7, 8)]
    assert together[0] != together[1]


def test_batches_come_in_no_order_of_length():
    lengths = list(range(1, 101))
    firsts = [lengths[batch[0]] for batch in bucket_batches(lengths, 100, 0)]
    assert firsts != sorted(firsts)


def test_an_over_long_sentence_is_alone_and_no_room_is_an_error():
    assert [1] in bucket_batches([3, 50, 4, 3], 10, 0)
    with pytest.raises(ValueError, match="max_tokens is 0"):
        bucket_batches([1, 2], 0, 0)


# --- reading ----------------------------------------------------------------------------------------------------------


def test_load_array_shuffles_in_training_only_and_keeps_rows_together():
    numbers = torch.arange(100)
    straight = [batch for batch, _ in load_array((numbers, numbers * 2), 32, is_train=False)]
    assert torch.equal(torch.cat(straight), numbers) and len(straight) == 4
    shuffled = list(load_array((numbers, numbers * 2), 32))
    assert all(torch.equal(2 * first, second) for first, second in shuffled)
    assert not torch.equal(torch.cat([first for first, _ in shuffled]), numbers)


@pytest.fixture
def small_fra(tmp_path, monkeypatch):
    lines = ["Go.\tVa !\tCC-BY 2.0", "Go.\tMarche.\tCC-BY 2.0", "I'm lost.\tJe suis perdu.\tCC-BY 2.0"] * 3
    lines.insert(7, "Seldom.\tRarement.\tCC-BY 2.0")
    (tmp_path / "fra.txt").write_bytes("\r\n".join(lines).encode())
    monkeypatch.setenv("D2L_LITE_DATA", str(tmp_path))
    return tmp_path


@pytest.mark.filterwarnings("ignore:.*not the release")
def test_load_data_nmt_gives_the_books_batches(small_fra):
    train_iter, src_vocab, tgt_vocab = load_data_nmt(batch_size=4, num_steps=6, num_examples=8)
    batches = list(train_iter)
    assert [len(batch[0]) for batch in batches] == [4, 4]
    X, X_valid_len, Y, Y_valid_len = batches[0]
    assert X.shape == Y.shape == (4, 6)
    assert X_valid_len.shape == Y_valid_len.shape == (4,)
    assert src_vocab.idx_to_token[:4] == tgt_vocab.idx_to_token[:4] == ["<unk>", "<pad>", "<bos>", "<eos>"]
    assert src_vocab["go"] != src_vocab.unk and "CC-BY" not in tgt_vocab.token_to_idx
    sentences = {" ".join(src_vocab.to_tokens(row)) for row in torch.cat([batch[0] for batch in batches]).tolist()}
    assert sentences == {
        "go . <eos> <pad> <pad> <pad>",
        "i'm lost . <eos> <pad> <pad>",
        "<unk> . <eos> <pad> <pad> <pad>",  # seen once
    }


def test_read_data_nmt_says_that_the_file_is_another_release(small_fra):
    with pytest.warns(UserWarning, match=r"fra\.txt is not the release"):
        assert read_data_nmt().startswith("Go.\tVa !")


@needs_data
def test_the_books_vocabulary_of_the_whole_corpus():
    source, target = tokenize_nmt(preprocess_nmt(read_data_nmt()))
    assert len(source) == len(target) == 167_130
    assert len(Vocab(source, min_freq=2, reserved_tokens=RESERVED_TOKENS)) == 10_012


@needs_data
def test_the_books_first_600_pairs():
    train_iter, _, _ = load_data_nmt(batch_size=64, num_steps=10)
    assert sum(len(batch[0]) for batch in train_iter) == 600
