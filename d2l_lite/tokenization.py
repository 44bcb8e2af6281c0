"""Text to token ids and back: subwords, the book's words, or spaCy's words.

Every tokenizer numbers its special tokens alike: padding 0, beginning 1, end 2, unknown 3. `encode` adds none of them,
and text that looks like one ("<eos>") is only text. Two tokenizers with the same `fingerprint` give the same ids to
the same tokens, so a model may share one embedding between them.
"""

import functools
import hashlib
import json
import os
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

from d2l_lite.data import count_corpus, preprocess_nmt

# One process encodes here; the library's threads would only print warnings in the workers that PyTorch forks.
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

PAD, BOS, EOS, UNK = 0, 1, 2, 3
SPECIAL_TOKENS = ("<pad>", "<bos>", "<eos>", "<unk>")
KINDS = ("subwords", "words", "spacy")

_ODD_SPACES = re.compile(r"[\s\u200b\ufeff]+")


def normalise_text(text: str) -> str:
    """One spelling for what looks alike: single plain spaces, none at the ends, straight apostrophes, no soft hyphens.

    The corpora are read through it; text to translate should be too. Tatoeba writes the space before a French "!" in
    five ways, and a model would have to learn each.
    """
    text = text.replace("\u00ad", "").replace("\u2019", "'").replace("\u02bc", "'")
    return _ODD_SPACES.sub(" ", text).strip()


class Tokenizer(ABC):
    """What training and translation need of a tokenizer."""

    kind: str
    lowercases = False  # True where the text comes back in lower case, so references must be lowered to be compared

    @abstractmethod
    def encode(self, text: str) -> list[int]:
        """The ids of `text`, without special tokens; an empty text gives an empty list."""

    @abstractmethod
    def decode(self, ids: Iterable[int]) -> str:
        """The text of `ids`; padding, beginning and end are left out wherever they stand."""

    @abstractmethod
    def tokens(self, ids: Iterable[int]) -> list[str]:
        """One readable label for each id, special tokens too, for the axes of a heatmap."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Everything `Tokenizer.from_dict` needs, fit for JSON."""

    @abstractmethod
    def _vocabulary(self) -> list:
        """What decides which id a token gets."""

    @abstractmethod
    def __len__(self) -> int: ...

    def encode_batch(self, texts: Sequence[str]) -> list[list[int]]:
        """`encode` for many texts."""
        return [self.encode(text) for text in texts]

    def decode_batch(self, batch: Iterable[Iterable[int]]) -> list[str]:
        """`decode` for many id lists."""
        return [self.decode(ids) for ids in batch]

    @functools.cached_property
    def fingerprint(self) -> str:
        """SHA-256 of the vocabulary: another one means that a checkpoint's ids stand for other tokens."""
        text = json.dumps([self.kind, self._vocabulary()], ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def coverage(self, texts: Sequence[str]) -> float:
        """The share of tokens of `texts` that the vocabulary knows (1.0 if there are none)."""
        counts = [(len(ids), ids.count(UNK)) for ids in self.encode_batch(texts)]
        total = sum(size for size, _ in counts)
        return 1.0 - sum(unknown for _, unknown in counts) / total if total else 1.0

    @staticmethod
    def from_dict(state: dict[str, Any]) -> "Tokenizer":
        """The tokenizer that `to_dict` described."""
        kind = state.get("kind")
        if kind == "subwords":
            return SubwordTokenizer(state["tokens"], [tuple(pair) for pair in state["merges"]])
        if kind in ("words", "spacy"):
            return (WordTokenizer if kind == "words" else SpacyTokenizer)(state["tokens"], state["language"])
        raise ValueError(f"Unknown tokenizer kind {kind!r}; this version knows {', '.join(KINDS)}.")


# --- subwords ---------------------------------------------------------------------------------------------------------

# Where a subword may not reach across: a word takes the space before it; an English clitic ("'m", "'s") and a French
# elision ("l'", "qu'") stand apart, so that "homme" is one token whatever comes before it.
_CLITIC = r"['’](?:s|t|re|ve|m|ll|d)\b"
_PATTERN = "|".join(
    (
        _CLITIC,
        rf" ?\p{{L}}+(?!{_CLITIC})['’](?=\p{{L}})",
        r" ?[\p{L}\p{M}]+",
        r" ?\p{N}+",
        r" ?[^\s\p{L}\p{M}\p{N}]+",
        r"\s+",
    )
)


@functools.cache
def _byte_of_character() -> dict[str, int]:
    """The byte behind each character of a byte-level vocabulary (GPT-2's table).

    Visible Latin-1 characters stand for themselves, the other bytes for the characters from U+0100 on.
    """
    visible = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    hidden = [byte for byte in range(256) if byte not in visible]
    return {chr(byte): byte for byte in visible} | {chr(256 + i): byte for i, byte in enumerate(hidden)}


def _encodable(text: str) -> str:
    """`text` with lone surrogates, which UTF-8 can't carry, as U+FFFD."""
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


class SubwordTokenizer(Tokenizer):
    """Byte-pair encoding (Sennrich et al. 2016) over bytes, by the `tokenizers` library.

    Lossless: `decode(encode(text)) == text` for every text (lone surrogates excepted), so there are no unknown words. A
    space is put before the text, and taken off again when decoding, so that its first word has the same token as
    elsewhere. `tokens` are the byte-level tokens in the order of their ids, `merges` the pairs to join in order.
    """

    kind = "subwords"

    def __init__(self, tokens: Sequence[str], merges: Sequence[tuple[str, str]]) -> None:
        self._tokens, self._merges = list(tokens), list(merges)
        self._tokenizer = _byte_level({token: index for index, token in enumerate(tokens)}, self._merges)
        byte_of = _byte_of_character()
        self._bytes = [b"", b"", b"", b" <unk>"] + [bytes(byte_of[char] for char in token) for token in tokens[4:]]

    @classmethod
    def train(cls, texts: Iterable[str], vocab_size: int = 6000, min_freq: int = 2) -> "SubwordTokenizer":
        """Learn merges of pairs seen at least `min_freq` times until there are `vocab_size` tokens."""
        from tokenizers import pre_tokenizers, trainers

        if vocab_size < 4 + 256:
            raise ValueError(f"vocab_size is {vocab_size}; the special tokens and the 256 bytes alone need 260.")
        trainer = trainers.BpeTrainer(
            vocab_size=vocab_size,
            min_frequency=min_freq,
            special_tokens=list(SPECIAL_TOKENS),
            initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
            show_progress=False,
        )
        tokenizer = _byte_level({}, [])
        tokenizer.train_from_iterator((" " + _encodable(text) for text in texts), trainer)
        model = json.loads(tokenizer.to_str())["model"]
        return cls(sorted(model["vocab"], key=model["vocab"].get), [tuple(pair) for pair in model["merges"]])

    def encode(self, text: str) -> list[int]:
        return self.encode_batch([text])[0]

    def encode_batch(self, texts: Sequence[str]) -> list[list[int]]:
        result: list[list[int]] = []
        for start in range(0, len(texts), 10_000):  # in slices: the library's own objects are large
            part = [" " + _encodable(text) if text else "" for text in texts[start : start + 10_000]]
            result.extend(encoding.ids for encoding in self._tokenizer.encode_batch_fast(part))
        return result

    def decode(self, ids: Iterable[int]) -> str:
        text = b"".join(self._bytes[index] for index in ids).decode("utf-8", errors="replace")
        return text.removeprefix(" ")

    def tokens(self, ids: Iterable[int]) -> list[str]:
        """A piece that goes on with a word shows a middle dot before it; bytes of a cut character show as <0xE2>."""
        return [SPECIAL_TOKENS[index] if index < 4 else _readable(self._bytes[index]) for index in ids]

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "tokens": self._tokens, "merges": [list(pair) for pair in self._merges]}

    def _vocabulary(self) -> list:
        return [self._tokens, self._merges]

    def __len__(self) -> int:
        return len(self._tokens)


def _byte_level(vocab: dict[str, int], merges: list[tuple[str, str]]):
    """The library's tokenizer. The special tokens are known to the model only, so text can't spell them."""
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers

    tokenizer = Tokenizer(models.BPE(vocab=vocab, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(_PATTERN), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    return tokenizer


def _readable(piece: bytes) -> str:
    try:
        text = piece.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(f"<0x{byte:02X}>" for byte in piece)
    if text.startswith(" ") and text.strip():
        return text[1:]
    return "·" + text if text[:1].isalnum() else text.replace(" ", "␣")


# --- words ------------------------------------------------------------------------------------------------------------


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
            'The "spacy" tokenizers need spaCy, which is not installed: run `pip install d2l-lite[text]`, '
            'or choose "subwords" or "words".'
        ) from error
    return spacy.blank(language).tokenizer


# --- training ---------------------------------------------------------------------------------------------------------


def train_tokenizers(
    kind: str,
    pairs: Sequence[tuple[str, str]],
    vocab_size: int | None = None,
    min_freq: int = 2,
    joint: bool = True,
) -> tuple[Tokenizer, Tokenizer]:
    """The English and the French tokenizer, learnt from training `pairs`; the same pairs always give the same two.

    Args:
        kind: "subwords", "words" or "spacy".
        vocab_size: at most so many tokens in a vocabulary, special ones counted; None is 6,000 for subwords and no
            limit for words.
        min_freq: words (for subwords: pairs to merge) seen fewer times are left out.
        joint: one vocabulary for both languages, so that their embeddings can be shared. With subwords both
            tokenizers are then the same object; words are still cut and joined by the rules of each language.
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
