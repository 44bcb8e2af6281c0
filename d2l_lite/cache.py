"""Chapter 07, first half: what a decoder may see, and what it remembers from step to step."""

import torch
from torch import Tensor, nn

from d2l_lite.multi_head import MultiHeadAttention, PerHead, merge_heads, split_heads

FIRST_ROOM = 16  # steps a cache makes room for when it first grows


def subsequent_mask(size: int) -> Tensor:
    """What each step may see: boolean (1, size, size), True on and below the diagonal."""
    return torch.ones(1, size, size, dtype=torch.bool).tril()


def causal_lens(batch: int, first: int, steps: int, device: torch.device | None = None) -> Tensor | None:
    """The same mask as lengths (batch, steps), for steps that start at position `first`; None where one step is last
    and may see everything."""
    if steps == 1:
        return None
    return torch.arange(first + 1, first + steps + 1, device=device).expand(batch, steps)


class KeyValueCache:
    """The keys and values of the steps done so far, each (batch, heads, steps, d).

    `append(K, V)` adds steps and returns all of them; `length` counts them. Without gradients the cache doubles its
    room when it runs out: n appended steps copy O(n) steps and not O(n²). What it returned before never changes.
    Raises ValueError for steps of another batch.
    """

    def __init__(self) -> None:
        self.length = 0
        self._keys: Tensor | None = None
        self._values: Tensor | None = None

    def append(self, K: Tensor, V: Tensor) -> tuple[Tensor, Tensor]:
        if self._keys is not None and K.shape[:-2] != self._keys.shape[:-2]:
            raise ValueError(
                f"the cache holds (batch, heads) = {tuple(self._keys.shape[:-2])}, but the new steps are for "
                f"{tuple(K.shape[:-2])}; every batch needs a cache of its own"
            )
        start, self.length = self.length, self.length + K.shape[-2]
        self._keys = self._extended(self._keys, K, start)
        self._values = self._extended(self._values, V, start)
        return self._keys[..., : self.length, :], self._values[..., : self.length, :]

    def _extended(self, room: Tensor | None, new: Tensor, start: int) -> Tensor:
        if room is None:
            return new
        if torch.is_grad_enabled():
            return torch.cat([room[..., :start, :], new], dim=-2)  # writing in place would spoil a graph
        if room.shape[-2] < self.length:
            bigger = new.new_empty(*new.shape[:-2], max(2 * self.length, FIRST_ROOM), new.shape[-1])
            bigger[..., :start, :] = room[..., :start, :]
            room = bigger
        room[..., start : self.length, :] = new
        return room

    def select(self, rows: Tensor) -> "KeyValueCache":
        """A cache of its own for the given rows of the batch, in that order; rows may repeat."""
        chosen = KeyValueCache()
        if self._keys is not None:
            chosen.append(self._keys[rows, :, : self.length], self._values[rows, :, : self.length])
        return chosen


def attend_cached(mha: nn.Module, X: Tensor, cache: KeyValueCache) -> Tensor:
    """Causal self-attention of new steps over all steps so far; each step is projected once.

    mha: in evaluation mode; X: the new steps (b, n, num_hiddens) → (b, n, num_hiddens). The cache is moved on. A
    multi-head attention of another make needs num_heads, W_q, W_k, W_v, W_o and attention, (batch, steps, features).
    """
    lens = causal_lens(len(X), cache.length, X.shape[1], X.device)
    if isinstance(mha, MultiHeadAttention):
        return mha.attend(X, *cache.append(*mha.project_keys_values(X, X)), lens)
    queries, keys, values = (split_heads(project(X), mha.num_heads) for project in (mha.W_q, mha.W_k, mha.W_v))
    attended = PerHead(mha.attention)(queries, *cache.append(keys, values), lens)
    return mha.W_o(merge_heads(attended))


class InputCache:
    """For an attention of another make, of which only `forward` is known: keeps the inputs, and projects them again."""

    def __init__(self) -> None:
        self.inputs: Tensor | None = None

    def attend(self, attention: nn.Module, X: Tensor) -> Tensor:
        first = 0 if self.inputs is None else self.inputs.shape[1]
        self.inputs = X if self.inputs is None else torch.cat([self.inputs, X], dim=1)
        return attention(X, self.inputs, self.inputs, causal_lens(len(X), first, X.shape[1], X.device))

    def select(self, rows: Tensor) -> "InputCache":
        chosen = InputCache()
        chosen.inputs = None if self.inputs is None else self.inputs[rows]
        return chosen


class BlockMemory:
    """What one decoder block keeps between steps: its own past, and the projected source."""

    def __init__(self, past: KeyValueCache | InputCache, source: tuple[Tensor, Tensor] | None = None) -> None:
        self.past = past
        self.source = source

    def select(self, rows: Tensor) -> "BlockMemory":
        source = None if self.source is None else tuple(tensor[rows] for tensor in self.source)
        return BlockMemory(self.past.select(rows), source)
