"""Sentence pairs as tensors: encoded once, grouped by length, padded batch by batch."""

import functools
import hashlib
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from d2l_lite.data import bucket_batches
from d2l_lite.tokenization import BOS, EOS, PAD, Tokenizer


@dataclass(frozen=True)
class EncodedPairs:
    """Pairs as ids, each sentence with eos at its end. lengths: the longer side of each pair."""

    sources: list[np.ndarray]
    targets: list[np.ndarray]
    left_out: int = 0  # pairs longer than the limit, or empty on a side

    @functools.cached_property
    def lengths(self) -> list[int]:
        return [max(len(source), len(target)) for source, target in zip(self.sources, self.targets, strict=True)]

    @functools.cached_property
    def fingerprint(self) -> str:
        """SHA-256 of all ids: other pairs, or the same in another order, give another one."""
        digest = hashlib.sha256()
        for sentence in itertools.chain(self.sources, self.targets):
            digest.update(sentence.tobytes())  # eos stands at each end, so no two lists look alike
        return digest.hexdigest()

    def __len__(self) -> int:
        return len(self.sources)


def encode_pairs(
    pairs: Sequence[tuple[str, str]], source: Tokenizer, target: Tokenizer, max_steps: int, cut: bool = False
) -> EncodedPairs:
    """The pairs as ids. One longer than `max_steps` on a side is left out, or with `cut` loses its end but not eos."""
    sources, targets = [], []
    room = max_steps - 1 if cut else None
    for ids, wanted in zip(
        source.encode_batch([pair[0] for pair in pairs]), target.encode_batch([pair[1] for pair in pairs]), strict=True
    ):
        ids, wanted = ids[:room], wanted[:room]
        if ids and wanted and max(len(ids), len(wanted)) < max_steps:
            sources.append(np.array([*ids, EOS], dtype=np.int64))
            targets.append(np.array([*wanted, EOS], dtype=np.int64))
    return EncodedPairs(sources, targets, len(pairs) - len(sources))


@dataclass(frozen=True)
class TrainingBatch:
    """What one step needs.

    src: (b, n), src_len: (b,), dec_in: (b, m); places: where the valid target tokens stand in the flattened (b · m)
    grid; labels: those tokens; num_tokens counts them.
    """

    src: Tensor
    src_len: Tensor
    dec_in: Tensor
    places: Tensor
    labels: Tensor
    num_tokens: int

    def to(self, device: torch.device) -> "TrainingBatch":
        if device.type == "cpu":
            return self
        tensors = (self.src, self.src_len, self.dec_in, self.places, self.labels)
        pinned = (tensor.pin_memory() if device.type == "cuda" else tensor for tensor in tensors)
        moved = (tensor.to(device, non_blocking=True) for tensor in pinned)
        return TrainingBatch(*moved, self.num_tokens)


def pad_rows(rows: Sequence[Sequence[int] | np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Id lists, at least one → ids (b, longest), filled up with padding, and lengths (b,); both int64."""
    lengths = np.array([len(row) for row in rows], dtype=np.int64)
    filled = np.arange(lengths.max()) < lengths[:, None]  # (b, longest)
    grid = np.full(filled.shape, PAD, dtype=np.int64)
    grid[filled] = np.concatenate(rows)
    return grid, lengths


def make_batch(pairs: EncodedPairs, indices: Sequence[int]) -> TrainingBatch:
    """The pairs of these indices as one padded batch; the decoder's input is bos and the target moved on by one."""
    src, src_len = pad_rows([pairs.sources[index] for index in indices])
    tgt, tgt_len = pad_rows([pairs.targets[index] for index in indices])
    dec_in = np.roll(tgt, 1, axis=1)
    dec_in[:, 0] = BOS
    places = np.flatnonzero(np.arange(tgt.shape[1]) < tgt_len[:, None])
    arrays = (src, src_len, dec_in, places, tgt.reshape(-1)[places])
    return TrainingBatch(*map(torch.from_numpy, arrays), len(places))


def epoch_batches(pairs: EncodedPairs, max_tokens: int, seed: int, epoch: int) -> list[list[int]]:
    """The batches of an epoch as indices, the same ones for the same seed and epoch, in an order of their own."""
    return bucket_batches(pairs.lengths, max_tokens, shuffle_seed=seed * 1_000_003 + epoch)


def batches_in_order(pairs: EncodedPairs, max_tokens: int, device: torch.device) -> Iterator[TrainingBatch]:
    """All pairs once, short ones first, for measuring a loss."""
    for indices in bucket_batches(pairs.lengths, max_tokens, shuffle_seed=None):
        yield make_batch(pairs, indices).to(device)
