"""Text to token ids and back, with a vocabulary learnt from sentence pairs: subwords, the book's words, or spaCy's."""

import functools
import re
from collections.abc import Iterable, Sequence
from typing import Any

from d2l_lite.data import count_corpus, preprocess_nmt
from d2l_lite.subwords import SubwordTokenizer
from d2l_lite.tokenizer import BOS, EOS, PAD, SPECIAL_TOKENS, UNK, Tokenizer, normalise_text

__all__ = [
    "BOS",
    "EOS",
    "KINDS",
    "PAD",
    "SPECIAL_TOKENS",
    "UNK",
    "SpacyTokenizer",
    "SubwordTokenizer",
    "Tokenizer",
    "WordTokenizer",
    "normalise_text",
    "train_tokenizers",
]
KINDS = ("subwords", "words", "spacy")


class _Words(Tokenizer):
    """A tokenizer with a list of whole words; `language` is "en" or "fr"."""

    def __init__(self, tokens: Sequence[str], language: str) -> None:
        self._tokens, self.language = list(tokens), language
        self._ids = {token: index for index, token in enumerate(tokens) if index >= 4}

    @classmethod
    def split(cls, text: str, language: str) -> list[str]:
        """The words of `text`."""
        raise NotImplementedError

    def join(self, words: list[str]) -> str:
        """The text of `words`."""
        raise NotImplementedError

    def encode(self, text: str) -> list[int]:
        return [self._ids.get(word, UNK) for word in self.split(text, self.language)]

    def decode(self, ids: Iterable[int]) -> str:
        return self.join([self._tokens[index] for index in ids if index not in (PAD, BOS, EOS)])

    def tokens(self, ids: Iterable[int]) -> list[str]:
        return [self._tokens[index] for index in ids]

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "tokens": self._tokens, "language": self.language}

    def _vocabulary(self) -> list:
        return self._tokens

    def __len__(self) -> int:
        return len(self._tokens)


class WordTokenizer(_Words):
    """The book's words: `preprocess_nmt`, then a cut at each space. Lower-cases.

    Decoding puts punctuation back the English or the French way ("go!", "va !").
    """

    kind = "words"
    lowercases = True

    @classmethod
    def split(cls, text: str, language: str) -> list[str]:
        return preprocess_nmt(text).split()

    def join(self, words: list[str]) -> str:
        text = re.sub(r" (?=[,.])", "", " ".join(words))
        if self.language == "en":
            return re.sub(r" (?=[!?])", "", text)
        return re.sub(r"(?<=[!?]) (?=[!?])", "", text)


_JOINER = "￭"  # OpenNMT's mark: no space on this side


class SpacyTokenizer(_Words):
    """The words of spaCy's rule-based tokenizers (`spacy.blank`); keeps the case.

    A token without a space on one side carries a joiner mark on that side, on the punctuation rather than on the word
    ("l'￭", "￭."): decoding gives the spaces back exactly, except at the ends of the text.
    """

    kind = "spacy"

    @classmethod
    def split(cls, text: str, language: str) -> list[str]:
        tokens = list(_spacy_blank(language)(text.strip()))
        words = [token.text for token in tokens]
        for i in range(len(tokens) - 1):
            if tokens[i].whitespace_:
                continue
            if words[i + 1][0].isalnum() and not tokens[i].text[-1].isalnum():
                words[i] += _JOINER
            else:
                words[i + 1] = _JOINER + words[i + 1]
        return words

    def join(self, words: list[str]) -> str:
        text = f" {' '.join(words)} ".replace(f"{_JOINER} ", "").replace(f" {_JOINER}", "")
        return text.removeprefix(" ").removesuffix(" ")

    def tokens(self, ids: Iterable[int]) -> list[str]:
        return [self._tokens[index].replace(_JOINER, "") for index in ids]


@functools.cache
def _spacy_blank(language: str):
    try:
        import spacy
    except ImportError as error:
        raise ImportError(
            'The "spacy" tokenizers need spaCy, which is not installed: run `pip install "d2l-lite[text]"` (in a '
            'clone, `pip install -e ".[text]"`), or choose "subwords" or "words".'
        ) from error
    return spacy.blank(language).tokenizer


def train_tokenizers(
    kind: str,
    pairs: Sequence[tuple[str, str]],
    vocab_size: int | None = None,
    min_freq: int = 2,
    joint: bool = True,
) -> tuple[Tokenizer, Tokenizer]:
    """The English and the French tokenizer, learnt from training `pairs`; the same pairs always give the same two.

    kind: "subwords", "words" or "spacy". vocab_size: at most so many tokens in a vocabulary, special ones counted; None
    is 6,000 for subwords and no limit for words. min_freq: words (for subwords: pairs to merge) seen fewer times are
    left out. joint: one vocabulary for both languages, so that their embeddings can be shared; with subwords both
    tokenizers are then the same object, words are still cut and joined by the rules of each language.
    Raises ValueError for another kind and without pairs, ImportError where "spacy" isn't installed.
    """
    if kind not in KINDS:
        raise ValueError(f"Unknown tokenizer kind {kind!r}; choose one of {', '.join(KINDS)}.")
    if not pairs:
        raise ValueError("There are no sentence pairs to learn a vocabulary from.")
    sides = {"en": [english for english, _ in pairs], "fr": [french for _, french in pairs]}
    if kind == "subwords":
        size = 6000 if vocab_size is None else vocab_size
        if joint:
            shared = SubwordTokenizer.train(sides["en"] + sides["fr"], size, min_freq)
            return shared, shared
        return tuple(SubwordTokenizer.train(texts, size, min_freq) for texts in sides.values())

    cls = WordTokenizer if kind == "words" else SpacyTokenizer
    words = {language: [cls.split(text, language) for text in texts] for language, texts in sides.items()}
    if joint:
        tokens = _frequent(words["en"] + words["fr"], vocab_size, min_freq)
        return cls(tokens, "en"), cls(tokens, "fr")
    return tuple(cls(_frequent(lines, vocab_size, min_freq), language) for language, lines in words.items())


def _frequent(lines: list[list[str]], vocab_size: int | None, min_freq: int) -> list[str]:
    """The special tokens, then the words by falling frequency."""
    counts = count_corpus(lines).most_common()  # ties in order of first appearance
    words = [word for word, count in counts if count >= min_freq and word not in SPECIAL_TOKENS]
    return [*SPECIAL_TOKENS, *words][:vocab_size]
