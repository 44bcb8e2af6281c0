"""The trivial translator that a trained one has to beat: look up the nearest training sentence."""

import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")


def _words(sentence: str) -> list[str]:
    return WORD.findall(sentence.lower())


def _edit_distances(source: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Levenshtein distances from source (m,) to each column of others (n, count) → (count,)."""
    n, count = others.shape
    steps = np.arange(n + 1, dtype=np.int16)[:, None]
    row = np.repeat(steps, count, axis=1)  # (n + 1, count): from the source's first i words to j words of the other
    for word in source:
        new = row + 1  # the source's word is left out
        np.minimum(new[1:], row[:-1] + (others != word), out=new[1:])  # kept or replaced
        # A word of the other put in costs 1 more than the entry before: a running minimum, once j is taken off.
        row = np.minimum.accumulate(new - steps, axis=0) + steps
    return row[-1]


class _Nearest:
    """Search by length: a sentence k words longer or shorter is at least k edits away."""

    def __init__(self, sentences: Sequence[list[str]]) -> None:
        self.ids: dict[str, int] = {}
        groups: dict[int, list[int]] = defaultdict(list)
        for index, words in enumerate(sentences):
            groups[len(words)].append(index)
        self.groups = {
            length: (np.array(indices), self._encode([sentences[i] for i in indices]).T)
            for length, indices in groups.items()
        }

    def _encode(self, lines: list[list[str]]) -> np.ndarray:
        return np.array([[self.ids.setdefault(word, len(self.ids)) for word in line] for line in lines], dtype=np.int32)

    def __call__(self, words: list[str]) -> int:
        source = np.array([self.ids.get(word, -1) for word in words], dtype=np.int32)  # -1: equal to no word
        best, best_index = np.inf, -1
        for length in sorted(self.groups, key=lambda length: (abs(length - len(words)), length)):
            if abs(length - len(words)) >= best:
                break
            indices, others = self.groups[length]
            distances = _edit_distances(source, others)
            nearest = distances.argmin()  # the first of equals
            if distances[nearest] < best:
                best, best_index = distances[nearest], indices[nearest]
        return int(best_index)


def nearest_sentence_baseline(train_pairs: Sequence[tuple[str, str]], sources: Sequence[str]) -> list[str]:
    """For each source the target of the training pair whose source needs the fewest word edits.

    Words are compared without case, punctuation marks count as words. Among equally near ones, the nearest in length
    wins, then the first. Raises ValueError without training pairs.
    """
    if not train_pairs:
        raise ValueError("there are no training pairs to look a sentence up in; give at least one")
    nearest = _Nearest([_words(source) for source, _ in train_pairs])
    known: dict[str, str] = {}
    for source in sources:
        if source not in known:
            known[source] = train_pairs[nearest(_words(source))][1]
    return [known[source] for source in sources]
