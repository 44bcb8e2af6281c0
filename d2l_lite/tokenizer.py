"""What every tokenizer has in common: the special tokens, the interface, and how text is normalised before.

Every tokenizer numbers its special tokens alike: padding 0, beginning 1, end 2, unknown 3. `encode` adds none of them,
and text that looks like one ("<eos>") is only text. Two tokenizers with the same `fingerprint` give the same ids to
the same tokens, so a model may share one embedding between them.
"""

import functools
import hashlib
import json
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

PAD, BOS, EOS, UNK = 0, 1, 2, 3
SPECIAL_TOKENS = ("<pad>", "<bos>", "<eos>", "<unk>")

_RESPELLED = str.maketrans({"\u2019": "'", "\u02bc": "'", "\u00ad": "", "\u200b": "", "\ufeff": ""})


def normalise_text(text: str) -> str:
    """One spelling for what looks alike: composed accents (NFC), straight apostrophes, nothing invisible, and
    single plain spaces, none at the ends.

    The corpora are read through it; text to translate should be too. Tatoeba writes the space before a French "!" in
    five ways, and a model would have to learn each.
    """
    # Composed after the invisible characters are gone: one may stand between a letter and its accent.
    return " ".join(unicodedata.normalize("NFC", text.translate(_RESPELLED)).split())


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

    @classmethod
    def from_dict(cls, state: dict[str, Any]) -> "Tokenizer":
        """The tokenizer that `to_dict` described."""
        arguments = dict(state)
        kind = arguments.pop("kind", None)
        for subclass in (cls, *_descendants(Tokenizer)):
            if kind is not None and getattr(subclass, "kind", None) == kind:
                return subclass(**arguments)
        raise ValueError(f"Unknown tokenizer kind {kind!r}: was this vocabulary saved by a newer version?")


def _descendants(cls: type) -> list[type]:
    return [descendant for child in cls.__subclasses__() for descendant in (child, *_descendants(child))]
