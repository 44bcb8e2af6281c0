"""Subwords: byte-pair encoding over bytes, which can spell any text."""

import functools
import json
import os
import re
from collections.abc import Iterable, Sequence
from typing import Any

from d2l_lite.tokenizer import SPECIAL_TOKENS, Tokenizer

# One process encodes here; the library's threads would only print warnings in the workers that PyTorch forks.
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

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
        r"\s+(?!\S)|\s+",  # of several spaces the last one goes with the word
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
        self._tokens, self._merges = list(tokens), [tuple(pair) for pair in merges]
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
        return cls(sorted(model["vocab"], key=model["vocab"].get), model["merges"])

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
