"""Attentions that score differently, each one method away from `MultiHeadAttention`, and labml's layout.

A variant overrides `get_scores`; projections, masks, softmax, dropout and the key/value cache stay as they are. As a
part of a model: `Transformer(config, parts={"MultiHeadAttention": RelativeMultiHeadAttention})`.
"""

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from d2l_lite.multi_head import MultiHeadAttention


class AdditiveMultiHeadAttention(MultiHeadAttention):
    """Multi-head attention with Bahdanau's scores: in each head w_v · tanh(W_q q + W_k k).

    Takes the arguments of `MultiHeadAttention`; w_v is (num_heads, num_hiddens / num_heads). It forms a tensor of
    (b, heads, q, k, d), d times what dot products need (Bahdanau et al. 2015, appendix A.1.2).
    """

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        bound = self.head_size**-0.5  # as in a linear layer with head_size inputs
        self.w_v = nn.Parameter(torch.empty(self.num_heads, self.head_size).uniform_(-bound, bound))

    def get_scores(self, queries: Tensor, keys: Tensor) -> Tensor:
        features = (queries[..., :, None, :] + keys[..., None, :, :]).tanh()  # (b, heads, q, k, d)
        return torch.einsum("bhqkd,hd->bhqk", features, self.w_v)


def shift_to_keys(by_distance: Tensor, num_keys: int) -> Tensor:
    """(…, q, q + k - 1) → (…, q, k): from scores by distance to scores by key, without a loop.

    Column c of by_distance stands for the distance k - 1 - c, so the row of query i has to move q - 1 - i columns to
    the left: the entry (i, j) is column q - 1 - i + j. With one column more, q + k in all, that is place
    i (q + k - 1) + q - 1 + j of the flattened rows: row i of a matrix of width q + k - 1 that starts q - 1 places later
    (Dai et al. 2019, appendix B, here for any q and k and for both directions).
    """
    num_queries = by_distance.shape[-2]
    flat = F.pad(by_distance, (0, 1)).flatten(-2)[..., num_queries - 1 : -1]
    return flat.unflatten(-1, (num_queries, -1))[..., :num_keys]


class RelativeMultiHeadAttention(MultiHeadAttention):
    """Multi-head attention that scores a key by what it holds and by how far away it is (Dai et al. 2019, section 3.3).

    With the query at position i, the key at j and R = rel[i - j], in each head, divided by √d:

        q · k (a)  +  q · R (b)  +  u · k (c)  +  v · R (d)

    Takes the arguments of `MultiHeadAttention`, and max_distance: keys further away, before or after, count as that
    far. Learned are rel (num_heads, 2 · max_distance + 1, d), with distance 0 in the middle and i - j growing, and
    u, v (num_heads, d); the paper makes R of sines instead. All start at zero, as plain scaled dot products.
    The queries stand at the last q of the k positions, so it fits the key/value cache. Between two sequences there is
    no distance: for the source, a decoder block takes `cross_attention` in its place. Raises ValueError for q > k.
    """

    cross_attention = MultiHeadAttention

    def __init__(self, *args, max_distance: int = 64, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.max_distance = max_distance
        self.rel = nn.Parameter(torch.zeros(self.num_heads, 2 * max_distance + 1, self.head_size))
        self.u = nn.Parameter(torch.zeros(self.num_heads, self.head_size))
        self.v = nn.Parameter(torch.zeros(self.num_heads, self.head_size))

    def get_scores(self, queries: Tensor, keys: Tensor) -> Tensor:
        num_queries, num_keys = queries.shape[-2], keys.shape[-2]
        if num_queries > num_keys:
            raise ValueError(
                f"relative scores take the queries for the last of the keys' steps, but there are {num_queries} "
                f"queries and {num_keys} keys; use MultiHeadAttention between two sequences"
            )
        distances = torch.arange(num_keys - 1, -num_queries, -1, device=keys.device)  # from the furthest back on
        distances = distances.clamp(-self.max_distance, self.max_distance)
        rel = self.rel[:, distances + self.max_distance]  # (heads, q + k - 1, d)
        by_content = (queries + self.u[:, None]) @ keys.mT  # (b, heads, q, k): a and c
        by_distance = (queries + self.v[:, None]) @ rel.mT  # (b, heads, q, q + k - 1): b and d
        return (by_content + shift_to_keys(by_distance, num_keys)) / math.sqrt(queries.shape[-1])


class SequenceFirst(nn.Module):
    """labml's layout around an attention of this library, whose own is batch first.

    `forward(*, query, key, value, mask=None)`: each (steps, batch, features) → (q, batch, num_hiddens). mask: (q, k),
    (q, k, 1) or (q, k, batch), true or nonzero where attention is allowed; its first axis may be 1 too.
    Raises ValueError for a mask with another number of axes, or one that doesn't fit.
    """

    def __init__(self, attention: nn.Module) -> None:
        super().__init__()
        self.attention = attention

    @property
    def attention_weights(self) -> Tensor | None:
        """Those of the attention itself, batch first: (b, heads, q, k)."""
        return self.attention.attention_weights

    def forward(self, *, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None) -> Tensor:
        if mask is not None:
            if mask.dim() not in (2, 3):
                raise ValueError(
                    f"mask has shape {tuple(mask.shape)}; give (queries, keys), (queries, keys, 1) or "
                    "(queries, keys, batch), true where attention is allowed"
                )
            mask = mask.bool() if mask.dim() == 2 else mask.bool().permute(2, 0, 1)  # (batch or 1, q, k)
        batch_first = (tensor.transpose(0, 1) for tensor in (query, key, value))
        return self.attention(*batch_first, mask).transpose(0, 1)
