"""BLEU (chapter 10): the book's for one sentence, the paper's for a corpus, and sacrebleu's for published numbers."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

MAX_ORDER = 4  # BLEU-4


def _ngrams(tokens: Sequence[str], n: int) -> Counter:
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def _matches(hypothesis: Sequence[str], reference: Sequence[str], n: int) -> int:
    """How many n-grams of the hypothesis occur in the reference, each at most as often as there."""
    return (_ngrams(hypothesis, n) & _ngrams(reference, n)).total()


def bleu(pred_seq: str, label_seq: str, k: int) -> float:
    """The book's BLEU of one sentence, from 0 to 1: exp(min(0, 1 - len_label / len_pred)) · Π p_n^(0.5^n).

    Words are separated by spaces; p_n is the share of matched n-grams, for n up to k and up to the prediction's length.
    An empty prediction is worth 0. Its weights 0.5^n aren't those of BLEU-4: see `corpus_bleu`.
    """
    pred, label = pred_seq.split(), label_seq.split()
    if not pred:
        return 0.0
    result = math.exp(min(0.0, 1.0 - len(label) / len(pred)))
    for n in range(1, min(k, len(pred)) + 1):
        result *= (_matches(pred, label, n) / (len(pred) - n + 1)) ** 0.5**n
    return result


def corpus_bleu(hypotheses: Sequence[str], references: Sequence[str]) -> float:
    """BLEU-4 of a corpus in percent (Papineni et al. 2002, section 2.3), one reference a sentence.

    Tokens are separated by spaces. Matches and lengths are summed over the corpus before anything is divided: a mean of
    sentence scores is another number. Equal to sacrebleu with `tokenize='none'`, `smooth_method='none'`.
    Raises ValueError unless there are as many references as hypotheses.
    """
    if len(hypotheses) != len(references):
        raise ValueError(
            f"{len(hypotheses)} hypotheses but {len(references)} references; each sentence needs one of each"
        )
    matched, possible = [0] * MAX_ORDER, [0] * MAX_ORDER
    hypotheses_length = references_length = 0
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        words, reference_words = hypothesis.split(), reference.split()
        hypotheses_length += len(words)
        references_length += len(reference_words)
        for n in range(1, MAX_ORDER + 1):
            matched[n - 1] += _matches(words, reference_words, n)
            possible[n - 1] += max(0, len(words) - n + 1)
    if min(matched) == 0:
        return 0.0
    log_precision = sum(math.log(m / p) for m, p in zip(matched, possible, strict=True)) / MAX_ORDER
    brevity = min(0.0, 1.0 - references_length / hypotheses_length)
    return 100.0 * math.exp(brevity + log_precision)


class BleuScore(NamedTuple):
    """A corpus BLEU in percent, and the signature that says how it was computed."""

    score: float
    signature: str


def reference_streams(references: Sequence[Sequence[str]]) -> list[list[str | None]]:
    """Each sentence's references as sacrebleu takes them: stream k has the k-th of each, None where there is none."""
    most = max(map(len, references), default=0)
    return [[refs[k] if k < len(refs) else None for refs in references] for k in range(most)]


def score(
    hypotheses: Sequence[str],
    references: Sequence[str | Sequence[str]],
    lowercase: bool = False,
    tokenize: str = "13a",
) -> BleuScore:
    """sacrebleu's corpus BLEU of plain text (Post 2018), with its signature.

    references: for each sentence one string or a list of any number of them; empty ones don't count. sacrebleu takes
    the reference whose length is nearest and clips each n-gram at its highest count in any of them.
    Raises ValueError when there is nothing to score, when the numbers differ, or where a sentence has no reference.
    """
    from sacrebleu.metrics import BLEU  # here, so that the chapters' own functions don't need it

    if not hypotheses or len(hypotheses) != len(references):
        raise ValueError(
            f"{len(hypotheses)} hypotheses and references for {len(references)} sentences; give as many, at least 1"
        )
    per_sentence = [[refs] if isinstance(refs, str) else list(refs) for refs in references]
    per_sentence = [[ref for ref in refs if ref and ref.strip()] for refs in per_sentence]
    empty = [i for i, refs in enumerate(per_sentence) if not refs]
    if empty:
        raise ValueError(
            f"sentence {empty[0]} (counted from 0) has no reference; each needs at least one that isn't empty"
        )
    metric = BLEU(lowercase=lowercase, tokenize=tokenize)
    result = metric.corpus_score(list(hypotheses), reference_streams(per_sentence))
    return BleuScore(result.score, str(metric.get_signature()))
