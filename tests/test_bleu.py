"""BLEU, the book's and the corpus's, sacrebleu's score with its signature, and the nearest-sentence baseline."""

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU

from d2l_lite.baseline import nearest_sentence_baseline
from d2l_lite.bleu import bleu, corpus_bleu, score

sentences = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=9).map(" ".join)


# The book's sentence score


@pytest.mark.parametrize(
    ("pred", "label", "k", "expected"),
    [
        ("va !", "va !", 2, 1.0),
        ("il est mouillé .", "il est calme .", 2, (3 / 4) ** 0.5 * (1 / 3) ** 0.25),
        ("the the the", "the cat sat", 1, (1 / 3) ** 0.5),  # counts are clipped
        ("the cat", "the cat sat down", 2, math.exp(1 - 4 / 2)),  # too short
        ("the cat sat down", "the cat", 1, (2 / 4) ** 0.5),  # too long: no reward, no brevity penalty
        ("va", "va", 4, 1.0),  # shorter than k
        ("va", "va !", 2, math.exp(1 - 2)),
        ("a b", "b a", 2, 0.0),
        ("", "va !", 2, 0.0),
        ("va !", "", 2, 0.0),
        ("", "", 2, 0.0),
    ],
)
def test_bleu_of_a_sentence(pred, label, k, expected):
    assert bleu(pred, label, k) == pytest.approx(expected)


@given(pred=sentences, label=sentences, k=st.integers(1, 6))
def test_bleu_lies_between_0_and_1(pred, label, k):
    assert 0 <= bleu(pred, label, k) <= 1
    assert bleu(pred, pred, k) == (1 if pred else 0)


# Corpus BLEU


@settings(max_examples=200)
@given(pairs=st.lists(st.tuples(sentences, sentences), min_size=1, max_size=6))
def test_corpus_bleu_is_sacrebleus(pairs):
    hypotheses, references = map(list, zip(*pairs))
    references = [reference or "x" for reference in references]  # sacrebleu takes no empty references
    expected = BLEU(tokenize="none", smooth_method="none").corpus_score(hypotheses, [references]).score
    assert corpus_bleu(hypotheses, references) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("hypothesis", "reference"),
    [
        ("a b c d e f g", "a b c d e"),
        ("a b c d", "a b c d e f g"),
        ("a a b c d a a", "a b c d a b"),
        ("a b\u00a0c  d", "a b c d"),
    ],
    ids=["long", "short", "clipped", "spaces"],
)
def test_corpus_bleu_of_related_sentences_is_sacrebleus(hypothesis, reference):
    hypotheses, references = [hypothesis, "b c d e f"], [reference, "b c d e a"]
    expected = BLEU(tokenize="none", smooth_method="none").corpus_score(hypotheses, [references]).score
    assert expected > 0
    assert corpus_bleu(hypotheses, references) == pytest.approx(expected, abs=1e-6)


def test_corpus_bleu_is_no_mean_of_sentence_scores():
    hypotheses = ["a b c d e", "a b c d x y z w"]
    references = ["a b c d e", "a b c d e f g h"]
    single = [corpus_bleu([h], [r]) for h, r in zip(hypotheses, references)]
    assert single[0] == pytest.approx(100)
    assert abs(corpus_bleu(hypotheses, references) - sum(single) / 2) > 1


def test_corpus_bleu_without_matches_and_without_sentences():
    assert corpus_bleu([], []) == 0
    assert corpus_bleu(["", ""], ["a", "b"]) == 0
    assert corpus_bleu(["a b c"], ["a b c"]) == 0  # no 4-gram in it
    with pytest.raises(ValueError, match="2 hypotheses but 1 references"):
        corpus_bleu(["a", "b"], ["a"])


# sacrebleu


def test_score_is_sacrebleus_with_its_signature():
    hypotheses = ["The cat sat on the mat.", "Il est là, non?"]
    references = ["The cat sat on a mat.", "Il est là, n'est-ce pas?"]
    metric = BLEU()
    expected = metric.corpus_score(hypotheses, [references])
    got = score(hypotheses, references)
    assert got.score == pytest.approx(expected.score)
    assert got.signature == str(metric.get_signature())
    assert "nrefs:1" in got.signature and "tok:13a" in got.signature and "case:mixed" in got.signature


def test_score_takes_any_number_of_references_a_sentence():
    hypotheses = ["a b c d e", "f g h i j", "k l m n o"]
    references = [["a b c d e", "x y"], ["f g h i j"], ["q", "r", "k l m n o"]]
    ragged = score(hypotheses, references)
    assert ragged.score == pytest.approx(100) and "nrefs:var" in ragged.signature
    for i, keep in [(0, 1), (2, 2)]:  # without the reference that matches, in whichever place it stands, it drops
        fewer = [list(refs) for refs in references]
        del fewer[i][keep if i == 2 else 0]
        assert score(hypotheses, fewer).score < 99
    doubled = [[refs[0], refs[0]] for refs in references]
    assert score(hypotheses, doubled).score == pytest.approx(score(hypotheses, [refs[0] for refs in references]).score)
    assert "nrefs:2" in score(hypotheses, doubled).signature


def test_score_without_case_says_so():
    assert score(["A B C D"], ["a b c d"]).score < 50
    lower = score(["A B C D"], ["a b c d"], lowercase=True)
    assert lower.score == pytest.approx(100) and "case:lc" in lower.signature


def test_score_of_empty_output_and_of_bad_input():
    assert score(["", ""], ["a b", "c d"]).score == 0
    for hypotheses, references in [([], []), (["a"], ["a", "b"])]:
        with pytest.raises(ValueError, match="at least 1"):
            score(hypotheses, references)
    with pytest.raises(ValueError, match="sentence 1 .* no reference"):
        score(["a", "b"], [["a"], ["", " "]])


# The trivial baseline


def edit_distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        previous, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (x != y))
    return row[-1]


@settings(max_examples=60, deadline=None)
@given(train=st.lists(sentences, min_size=1, max_size=12), sources=st.lists(sentences, max_size=4))
def test_baseline_finds_a_sentence_of_least_distance(train, sources):
    found = nearest_sentence_baseline([(source, str(i)) for i, source in enumerate(train)], sources)
    assert len(found) == len(sources)
    for source, answer in zip(sources, found):
        words = source.split()
        ranked = [(edit_distance(words, t.split()), abs(len(t.split()) - len(words)), i) for i, t in enumerate(train)]
        assert min(ranked)[:2] == ranked[int(answer)][:2]


def test_baseline_looks_at_words_not_at_case_or_glued_marks():
    pairs = [("He is calm.", "Il est calme."), ("I lost my keys!", "J'ai perdu mes clés !"), ("Go!", "Va !")]
    assert nearest_sentence_baseline(pairs, ["i lost my hat .", "GO .", "he is quite calm", "zzz zzz zzz calm."]) == [
        "J'ai perdu mes clés !",
        "Va !",
        "Il est calme.",
        "Il est calme.",
    ]
    with pytest.raises(ValueError, match="no training pairs"):
        nearest_sentence_baseline([], ["go"])


def test_baseline_takes_the_first_of_equals_whatever_the_size():
    random.seed(0)
    words = [f"w{i}" for i in range(30)]
    train = [" ".join(random.choices(words, k=random.randint(1, 40))) for _ in range(300)]
    pairs = [(source, f"{i}") for i, source in enumerate(train + train)]
    assert nearest_sentence_baseline(pairs, train[::7]) == [f"{train.index(source)}" for source in train[::7]]
    long = " ".join(np.random.default_rng(0).choice(words, 10_000))
    assert nearest_sentence_baseline(pairs, [long])[0] in {str(i) for i in range(300)}
