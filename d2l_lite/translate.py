"""A trained model and its vocabularies, ready to translate."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from d2l_lite.batches import pad_rows
from d2l_lite.checkpoints import CheckpointError, load_model, load_own_weights
from d2l_lite.decoding import beam_decode, greedy_decode
from d2l_lite.multi_head import Parts
from d2l_lite.tokenization import BOS, EOS, Tokenizer, normalise_text
from d2l_lite.transformer import Transformer, build_transformer
from d2l_lite.utils import pick_device

BATCH_TOKENS = 4096  # source tokens translated at once, over the beam
LENGTH_STEP = 16  # sentences whose lengths round up to the same multiple may be translated together
PRETRAINED = Path(__file__).parent / "pretrained" / "everyday.safetensors"


def pad_ids(rows: Sequence[Sequence[int]], device: torch.device | None = None) -> tuple[Tensor, Tensor]:
    """Id lists → (ids (b, longest), filled up with padding; lengths (b,))."""
    ids, lengths = (torch.from_numpy(array) for array in pad_rows(rows))
    return ids.to(device), lengths.to(device)


class Translator:
    """Translates sentences with a net and its two tokenizers.

    net: an `EncoderDecoder` on its device; description: what the model file says of itself.
    """

    def __init__(
        self, net: nn.Module, source: Tokenizer, target: Tokenizer, description: dict[str, Any] | None = None
    ) -> None:
        self.net, self.source, self.target = net, source, target
        self.description = description or {}
        self.max_len = net.config.max_len if isinstance(net, Transformer) else 1000

    @classmethod
    def load(cls, path: str | Path = PRETRAINED, device: str = "auto", parts: Parts | None = None) -> "Translator":
        """The translator in a run's `model.safetensors`; without a path, the model that comes with the package.

        Raises CheckpointError when the file is missing, damaged or of another model.
        """
        weights, description = load_model(Path(path))
        try:
            net = build_transformer(description["model"], parts)
            tokenizers = [Tokenizer.from_dict(each) for each in description["tokenizers"]]
        except (KeyError, TypeError, ValueError) as problem:
            raise CheckpointError(f"{path} describes no model that this version knows: {problem!r}") from None
        load_own_weights(net, weights)
        return cls(net.to(pick_device(device)).eval(), tokenizers[0], tokenizers[-1], description)

    @property
    def device(self) -> torch.device:
        return next(self.net.parameters()).device

    def encode_source(self, sentence: str, cut: bool = False) -> list[int]:
        """The ids the encoder reads, eos at the end. A sentence longer than the model takes loses its end with `cut`;
        without, it raises ValueError."""
        ids = [*self.source.encode(normalise_text(sentence)), EOS]
        if cut and len(ids) > self.max_len:
            return [*ids[: self.max_len - 1], EOS]
        if len(ids) > self.max_len:
            raise ValueError(
                f'the sentence that begins "{sentence.strip()[:40]}…" has {len(ids)} tokens, and this model takes '
                f"{self.max_len}; cut it into sentences"
            )
        return ids

    def _limit(self, source_length: int) -> int:
        """The most tokens a translation may have. It depends on the sentence alone, and not on its neighbours."""
        return min(2 * LENGTH_STEP * math.ceil(source_length / LENGTH_STEP) + 10, self.max_len)

    def _decode_batch(self, rows: list[list[int]], beam_size: int, alpha: float, limit: int) -> list[list[int]]:
        src, src_len = pad_ids(rows, self.device)
        if beam_size == 1:
            return greedy_decode(self.net, src, src_len, BOS, EOS, limit)
        found = beam_decode(self.net, src, src_len, BOS, EOS, limit, beam_size, alpha)
        return [hypotheses[0][0] if hypotheses else [] for hypotheses in found]

    def translate_ids(
        self,
        sentences: Sequence[str],
        beam_size: int = 1,
        alpha: float = 0.6,
        max_len: int | None = None,
        cut: bool = False,
        done: Callable[[int], None] = lambda count: None,
    ) -> list[list[int]]:
        """The target ids of each sentence, without bos and eos; an empty sentence gives an empty list.

        max_len: most tokens of a translation; None is about twice the source and ten more. cut: as in
        `encode_source`. done: told how many sentences each batch held.
        """
        rows = [self.encode_source(sentence, cut) for sentence in sentences]
        limits = [min(max_len or self.max_len, self._limit(len(row))) for row in rows]
        result: list[list[int]] = [[] for _ in rows]
        order = sorted((index for index, row in enumerate(rows) if len(row) > 1), key=lambda index: len(rows[index]))
        for batch in _batches_of_tokens(order, [len(row) * beam_size for row in rows], limits):
            chosen = [rows[index] for index in batch]
            translated = self._decode_batch(chosen, beam_size, alpha, limits[batch[0]])
            for index, ids in zip(batch, translated, strict=True):
                result[index] = ids
            done(len(batch))
        return result

    def translate(self, sentences: Sequence[str], beam_size: int = 1, alpha: float = 0.6, **options) -> list[str]:
        """The translation of each sentence as text. Options as in `translate_ids`; beam_size 1 is greedy decoding."""
        return self.target.decode_batch(self.translate_ids(sentences, beam_size, alpha, **options))


def _batches_of_tokens(order: Sequence[int], sizes: Sequence[int], limits: Sequence[int]) -> list[list[int]]:
    """Neighbours of `order` (ascending in size) with the same limit, while a batch holds at most BATCH_TOKENS."""
    batches: list[list[int]] = []
    for index in order:
        fits = batches and limits[batches[-1][0]] == limits[index]
        if fits and (len(batches[-1]) + 1) * sizes[index] <= BATCH_TOKENS:
            batches[-1].append(index)
        else:
            batches.append([index])
    return batches


def describe_tokenizers(source: Tokenizer, target: Tokenizer) -> list[dict[str, Any]]:
    """Both vocabularies as plain data; a joint one stands there once."""
    return [source.to_dict()] if source is target else [source.to_dict(), target.to_dict()]
