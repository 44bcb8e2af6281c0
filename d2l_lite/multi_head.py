"""Chapter 02: several attentions side by side, each on its own slice of the features."""

from collections.abc import Mapping

import torch
from torch import Tensor, nn

from d2l_lite.attention import AttentionWeights, DotProductAttention, attention_mask, dot_product_scores

Parts = Mapping[str, type[nn.Module]]


def chosen_part(parts: Parts | None, default: type[nn.Module]) -> type[nn.Module]:
    """The class that stands in for `default`: `parts` maps a class's name to its replacement."""
    return (parts or {}).get(default.__name__, default)


def build_part(parts: Parts | None, default: type[nn.Module], *args, **own) -> nn.Module:
    """An instance of the chosen class. One of this library's own also takes `own`, what it has beyond the contract,
    and hands `parts` on to what it is made of."""
    chosen = chosen_part(parts, default)
    return chosen(*args, **own, parts=parts) if issubclass(chosen, default) else chosen(*args)


def split_heads(X: Tensor, num_heads: int) -> Tensor:
    """(b, n, h) → (b, num_heads, n, h / num_heads), a view: head i sees the i-th run of neighbouring columns."""
    return X.unflatten(-1, (num_heads, -1)).transpose(1, 2)


def merge_heads(X: Tensor) -> Tensor:
    """(b, num_heads, n, d) → (b, n, num_heads * d): the inverse of `split_heads`."""
    return X.transpose(1, 2).flatten(2)


def transpose_qkv(X: Tensor, num_heads: int) -> Tensor:
    """(b, n, h) → (b * num_heads, n, h / num_heads), the heads of one example next to each other."""
    return split_heads(X, num_heads).flatten(0, 1)


def transpose_output(X: Tensor, num_heads: int) -> Tensor:
    """(b * num_heads, n, d) → (b, n, num_heads * d): the inverse of `transpose_qkv`."""
    return merge_heads(X.unflatten(0, (-1, num_heads)))


class PerHead(nn.Module):
    """Lets an attention that knows no heads axis, (batch, steps, features), serve several heads."""

    def __init__(self, attention: nn.Module) -> None:
        super().__init__()
        self.attention = attention

    @property
    def attention_weights(self) -> Tensor:
        return self.attention.attention_weights

    def forward(self, queries: Tensor, keys: Tensor, values: Tensor, valid_lens: Tensor | None = None) -> Tensor:
        num_heads = queries.shape[1]
        if valid_lens is not None and valid_lens.dtype == torch.bool:
            scores_shape = (*queries.shape[:-1], keys.shape[-2])
            valid_lens = attention_mask(valid_lens, scores_shape).expand(scores_shape).flatten(0, 1)
        elif valid_lens is not None:
            valid_lens = valid_lens.repeat_interleave(num_heads, dim=0)
        flat = self.attention(queries.flatten(0, 1), keys.flatten(0, 1), values.flatten(0, 1), valid_lens)
        return flat.unflatten(0, (-1, num_heads))


class MultiHeadAttention(nn.Module):
    """Multi-head attention (Vaswani et al. 2017, section 3.2.2).

    W_o · concat(head_1 … head_h), where head_i is the attention over the i-th slice of W_q · queries, W_k · keys and
    W_v · values. The book gives each input a width of its own; in a Transformer all are num_hiddens.
    `forward(queries, keys, values, valid_lens=None)`: (b, q, query_size), (b, k, key_size), (b, k, value_size) →
    (b, q, num_hiddens). valid_lens: None, (b,), (b, q), or a boolean mask (see `attention_mask`).
    `attention_weights` is (b, num_heads, q, k) after a call.
    A variant overrides `get_scores`; all the rest (masks, softmax, dropout, cache) stays. One that makes sense only
    within a sequence names in `cross_attention` the class that a decoder takes to look at the source.
    Raises ValueError when num_hiddens can't be divided among the heads.
    """

    cross_attention: type[nn.Module] | None = None  # None: this class itself

    def __init__(
        self,
        key_size: int,
        query_size: int,
        value_size: int,
        num_hiddens: int,
        num_heads: int,
        dropout: float,
        bias: bool = False,
        parts: Parts | None = None,
        **kwargs,
    ) -> None:
        super().__init__()
        if num_heads < 1 or num_hiddens % num_heads:
            raise ValueError(
                f"num_hiddens = {num_hiddens} can't be divided into num_heads = {num_heads} equal heads; choose a "
                "width that is a multiple of the number of heads"
            )
        self.num_heads, self.head_size = num_heads, num_hiddens // num_heads
        attention = chosen_part(parts, DotProductAttention)(dropout)
        self.attention = attention if isinstance(attention, AttentionWeights) else PerHead(attention)
        self.W_q = nn.Linear(query_size, num_hiddens, bias=bias)
        self.W_k = nn.Linear(key_size, num_hiddens, bias=bias)
        self.W_v = nn.Linear(value_size, num_hiddens, bias=bias)
        self.W_o = nn.Linear(num_hiddens, num_hiddens, bias=bias)

    @property
    def attention_weights(self) -> Tensor | None:
        weights = self.attention.attention_weights
        return None if weights is None else weights.unflatten(0, (-1, self.num_heads))

    def get_scores(self, queries: Tensor, keys: Tensor) -> Tensor:
        """(b, heads, q, d), (b, heads, k, d) → scores (b, heads, q, k), scaled.

        While decoding step by step there are more keys than queries; the queries belong to the last q of them.
        """
        return dot_product_scores(queries, keys)

    def project_keys_values(self, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
        """(b, k, key_size), (b, k, value_size) → two of (b, heads, k, d): what a cache keeps."""
        return split_heads(self.W_k(keys), self.num_heads), split_heads(self.W_v(values), self.num_heads)

    def attend(self, queries: Tensor, keys: Tensor, values: Tensor, valid_lens: Tensor | None) -> Tensor:
        """Queries (b, q, query_size) over projected keys and values (b, heads, k, d) → (b, q, num_hiddens)."""
        heads = split_heads(self.W_q(queries), self.num_heads)  # (b, heads, q, d)
        if type(self).get_scores is MultiHeadAttention.get_scores:
            attended = self.attention(heads, keys, values, valid_lens)
        else:
            attended = self.attention.weigh(self.get_scores(heads, keys), values, valid_lens)
        return self.W_o(merge_heads(attended))

    def forward(self, queries: Tensor, keys: Tensor, values: Tensor, valid_lens: Tensor | None = None) -> Tensor:
        return self.attend(queries, *self.project_keys_values(keys, values), valid_lens)
