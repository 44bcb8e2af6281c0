"""Chapter 01: attention as a soft look-up, and the masks that keep it honest.

A query asks; each key says how well it fits, as a score; the softmax of the scores weighs the values, and their
weighted sum is the answer. `attention` does just that, in four lines; the classes add dropout, speed, and weights to
look at.
In shapes, q and k are the numbers of queries and keys, d and v the widths of keys and values.

Masks come in two forms, and every attention of this library takes both: `valid_lens`, integers that count the leading
keys that may be attended to, and boolean masks, True where attention is allowed.
"""

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from d2l_lite.fused import Dropout, attention_with_dropout, fits_attention_with_dropout


def sequence_mask(X: Tensor, valid_len: Tensor, value: float = 0) -> Tensor:
    """A copy of X in which the positions at or past `valid_len` hold `value`.

    X: (batch, steps) or (batch, steps, features); valid_len: (batch,).
    """
    steps = torch.arange(X.shape[1], device=X.device)
    past_end = steps >= valid_len[:, None]  # (batch, steps)
    return X.masked_fill(past_end.view(*past_end.shape, *[1] * (X.dim() - 2)), value)


def combine_masks(*masks: Tensor | None) -> Tensor | None:
    """The boolean mask that allows what all the given ones allow; None stands for "everything"."""
    combined = None
    for mask in masks:
        if mask is not None:
            combined = mask if combined is None else combined & mask
    return combined


def attention_mask(valid_lens: Tensor | None, scores_shape: tuple[int, ...]) -> Tensor | None:
    """The boolean mask, broadcastable to scores of the given shape, that `valid_lens` stands for.

    valid_lens: None; lengths (batch,) or (batch, queries); or a boolean mask that broadcasts to the scores, where one
    of two or three axes, (queries, keys) or (batch, queries, keys), serves all heads.
    scores_shape: (batch, queries, keys) or (batch, heads, queries, keys).
    Raises ValueError when the mask doesn't fit the scores.
    """
    if valid_lens is None:
        return None
    if valid_lens.dtype == torch.bool:
        mask = valid_lens
    elif valid_lens.dim() in (1, 2) and not valid_lens.is_floating_point():
        if valid_lens.dim() == 2 and valid_lens.stride(0) == 0 and len(valid_lens) == scores_shape[0]:
            valid_lens = valid_lens[:1]  # an expanded row: one mask serves all
        lengths = valid_lens[..., None] if valid_lens.dim() == 2 else valid_lens[:, None, None]
        mask = torch.arange(scores_shape[-1], device=valid_lens.device) < lengths  # (batch, queries or 1, keys)
    else:
        raise ValueError(
            f"valid_lens has shape {tuple(valid_lens.shape)} and type {valid_lens.dtype}; give whole numbers of shape "
            "(batch,) or (batch, queries), or a boolean mask that is True where attention is allowed"
        )
    if mask.dim() == 3 and len(scores_shape) == 4:
        mask = mask[:, None]  # the same for every head
    sizes = zip(reversed(mask.shape), reversed(scores_shape), strict=False)
    if mask.dim() > len(scores_shape) or any(size not in (1, needed) for size, needed in sizes):
        raise ValueError(
            f"valid_lens of shape {tuple(valid_lens.shape)} doesn't fit scores of shape {tuple(scores_shape)}; "
            "lengths are (batch,) or (batch, queries), and a mask ends on (queries, keys), each full size or 1"
        )
    return mask


def masked_softmax(X: Tensor, valid_lens: Tensor | None) -> Tensor:
    """Softmax over the last axis that gives masked keys no weight.

    X: scores, (batch, queries, keys) or (batch, heads, queries, keys), of any float type.
    valid_lens: None, (batch,), (batch, queries) or a boolean mask, see `attention_mask`.
    Returns the weights, same shape and type as X. A query without any key gets zeros, and finite gradients.

    >>> masked_softmax(torch.tensor([[[1.0, 2.0, 5.0]]]), torch.tensor([2]))
    tensor([[[0.2689, 0.7311, 0.0000]]])
    """
    mask = attention_mask(valid_lens, X.shape)
    if mask is None:
        return X.softmax(dim=-1)
    lowest = torch.finfo(X.dtype).min  # -1e9 would overflow in float16, -1e6 would leak beside lower scores
    return X.masked_fill(~mask, lowest).softmax(dim=-1) * mask


def dot_product_scores(queries: Tensor, keys: Tensor) -> Tensor:
    """queries · keysᵀ / √d: (…, q, d), (…, k, d) → (…, q, k). Vaswani et al. 2017, equation 1."""
    return queries @ keys.mT / math.sqrt(queries.shape[-1])


def attention(
    query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None, dropout: nn.Module | None = None
) -> tuple[Tensor, Tensor]:
    """Scaled dot-product attention as a function: softmax(query · keyᵀ / √d) · value (Vaswani et al. 2017, eq. 1).

    query: (…, q, d), key: (…, k, d), value: (…, k, v); mask: boolean, broadcastable to (…, q, k).
    Returns the output (…, q, v) and the weights (…, q, k), after `dropout` where one is given.
    """
    weights = masked_softmax(dot_product_scores(query, key), mask)
    if dropout is not None:
        weights = dropout(weights)
    return weights @ value, weights


class AttentionWeights(nn.Module):
    """What the attention classes share: dropout on the weights, and weights that can be looked at afterwards.

    `attention_weights` holds those of the last call, before dropout, without a graph, (batch, queries, keys); the
    heads of an example are neighbours on the first axis. In training mode they are kept only while `remember` is True.
    """

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.dropout = Dropout(dropout)
        self.remember = True
        self._weights: Tensor | None = None
        self._inputs: tuple[Tensor, Tensor, Tensor | None] | None = None

    @property
    def attention_weights(self) -> Tensor | None:
        if self._weights is None and self._inputs is not None:
            queries, keys, mask = self._inputs
            with torch.no_grad():
                self._weights = masked_softmax(dot_product_scores(queries, keys), mask)
            self._inputs = None
        return None if self._weights is None else self._weights.flatten(0, -3)

    @attention_weights.setter
    def attention_weights(self, weights: Tensor | None) -> None:
        self._weights, self._inputs = weights, None

    def __getstate__(self) -> dict:
        """A copy or a saved module leaves the last call's tensors behind."""
        return {**super().__getstate__(), "_weights": None, "_inputs": None}

    @property
    def _looked_at(self) -> bool:
        return self.remember or not self.training

    def weigh(self, scores: Tensor, values: Tensor, valid_lens: Tensor | None) -> Tensor:
        """Scores (…, q, k) and values (…, k, v) → (…, q, v): masked softmax, dropout, weighted sum."""
        weights = masked_softmax(scores, valid_lens)
        self.attention_weights = weights.detach() if self._looked_at else None
        return self.dropout(weights) @ values


class DotProductAttention(AttentionWeights):
    """Scaled dot-product attention (Vaswani et al. 2017, section 3.2.1), with dropout on the weights.

    `forward(queries, keys, values, valid_lens=None)`: (b, q, d), (b, k, d), (b, k, v) → (b, q, v), or the same with a
    heads axis after the batch. valid_lens: see `attention_mask`.
    PyTorch's fused kernel does the work where it can; the weights for looking are then computed when first read.
    """

    def __init__(self, dropout: float, **kwargs) -> None:
        super().__init__(dropout)

    def forward(self, queries: Tensor, keys: Tensor, values: Tensor, valid_lens: Tensor | None = None) -> Tensor:
        dropping = self.training and self.dropout.p > 0
        mask = attention_mask(valid_lens, (*queries.shape[:-1], keys.shape[-2]))
        if dropping and fits_attention_with_dropout(queries, keys, values, self.dropout.p):
            output, weights = attention_with_dropout(queries, keys, values, mask, self.dropout.p)
            self.attention_weights = weights if self._looked_at else None
            return output
        if dropping and queries.device.type == "cpu":
            return self.weigh(dot_product_scores(queries, keys), values, mask)
        self._weights = None
        self._inputs = (queries.detach(), keys.detach(), mask) if self._looked_at else None
        rate = self.dropout.p if dropping else 0.0
        return F.scaled_dot_product_attention(queries, keys, values, attn_mask=mask, dropout_p=rate)


class AdditiveAttention(AttentionWeights):
    """Additive attention (Bahdanau et al. 2015, appendix A.1.2): score = w_v · tanh(W_q q + W_k k), without biases.

    `forward(queries, keys, values, valid_lens=None)`: (b, q, query_size), (b, k, key_size), (b, k, v) → (b, q, v).
    """

    def __init__(self, key_size: int, query_size: int, num_hiddens: int, dropout: float, **kwargs) -> None:
        super().__init__(dropout)
        self.W_k = nn.Linear(key_size, num_hiddens, bias=False)
        self.W_q = nn.Linear(query_size, num_hiddens, bias=False)
        self.w_v = nn.Linear(num_hiddens, 1, bias=False)

    def forward(self, queries: Tensor, keys: Tensor, values: Tensor, valid_lens: Tensor | None = None) -> Tensor:
        features = self.W_q(queries)[:, :, None] + self.W_k(keys)[:, None]  # (b, q, k, num_hiddens)
        scores = self.w_v(features.tanh()).squeeze(-1)  # (b, q, k)
        return self.weigh(scores, values, valid_lens)
