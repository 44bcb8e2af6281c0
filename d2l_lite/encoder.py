"""Chapter 06: blocks stacked into an encoder."""

from collections.abc import Callable, Sequence
from functools import partial

from torch import Tensor, nn

from d2l_lite.add_norm import AddNorm, SublayerConnection
from d2l_lite.ffn import PositionWiseFFN
from d2l_lite.multi_head import MultiHeadAttention, Parts, build_part, chosen_part
from d2l_lite.positional import PositionalEncoding, ScaledEmbedding


class Encoder(nn.Module):
    """The book's base class: `forward(X, *args)` turns a source into what a decoder reads."""

    def __init__(self, **kwargs) -> None:
        super().__init__()

    def forward(self, X: Tensor, *args) -> Tensor:
        raise NotImplementedError("an Encoder's subclass defines forward(X, *args)")


def plain_embedding(embedding: nn.Module) -> nn.Embedding:
    """An `nn.Embedding` itself, or the one inside a `ScaledEmbedding`; its weight is (vocab_size, num_hiddens)."""
    return embedding if isinstance(embedding, nn.Embedding) else embedding.embedding


def make_embedding(vocab_size: int, num_hiddens: int, parts: Parts | None = None) -> nn.Module:
    """A scaled embedding whose rows start at standard deviation num_hiddens^-0.5.

    After the scaling by √num_hiddens the vectors then have unit variance, the size of the positional encoding; from
    N(0, 1) they would drown it.
    """
    embedding = chosen_part(parts, ScaledEmbedding)(vocab_size, num_hiddens)
    nn.init.normal_(plain_embedding(embedding).weight, std=num_hiddens**-0.5)
    return embedding


def flat_weights(attention: nn.Module) -> Tensor:
    """The weights a block's attention kept, (b, heads, q, k), as the book's (b * heads, q, k).

    Raises RuntimeError where it kept none.
    """
    if attention.attention_weights is None:
        raise RuntimeError(
            "there are no attention weights to look at yet; call the net in evaluation mode first, or in training "
            "mode after keep_attention(True)"
        )
    return attention.attention_weights.flatten(0, -3)


class EncoderBlock(nn.Module):
    """Self-attention and feed-forward network, each with residual and post-norm (Vaswani et al. 2017, section 3.1).

    `forward(X, valid_lens)`: (b, n, num_hiddens) → the same shape.
    """

    residual: type[nn.Module] = AddNorm

    def __init__(
        self,
        key_size: int,
        query_size: int,
        value_size: int,
        num_hiddens: int,
        norm_shape: int | Sequence[int],
        ffn_num_input: int,
        ffn_num_hiddens: int,
        num_heads: int,
        dropout: float,
        use_bias: bool = False,
        parts: Parts | None = None,
        **kwargs,
    ) -> None:
        super().__init__()
        sizes = (key_size, query_size, value_size, num_hiddens, num_heads, dropout, use_bias)
        self.assemble(
            build_part(parts, MultiHeadAttention, *sizes),
            chosen_part(parts, PositionWiseFFN)(ffn_num_input, ffn_num_hiddens, num_hiddens),
            partial(chosen_part(parts, self.residual), norm_shape, dropout),
        )

    def assemble(self, attention: nn.Module, ffn: nn.Module, new_residual: Callable[[], nn.Module]) -> None:
        """Name the parts. Each sublayer has a residual connection of its own."""
        self.attention = attention
        self.addnorm1 = new_residual()
        self.ffn = ffn
        self.addnorm2 = new_residual()

    def forward(self, X: Tensor, valid_lens: Tensor | None) -> Tensor:
        Y = self.addnorm1(X, self.attention(X, X, X, valid_lens))
        return self.addnorm2(Y, self.ffn(Y))


class PreNormEncoderBlock(EncoderBlock):
    """The same block with the norm before each sublayer and a residual path that nothing touches.

    Takes the arguments of `EncoderBlock` (Xiong et al. 2020, figure 1b). The stack needs one more norm at its end.
    """

    residual = SublayerConnection

    def assemble(self, attention: nn.Module, ffn: nn.Module, new_residual: Callable[[], nn.Module]) -> None:
        self.attention = attention
        self.sublayer1 = new_residual()
        self.ffn = ffn
        self.sublayer2 = new_residual()

    def forward(self, X: Tensor, valid_lens: Tensor | None) -> Tensor:
        X = self.sublayer1(X, lambda normed: self.attention(normed, normed, normed, valid_lens))
        return self.sublayer2(X, self.ffn)


def by_norm(norm: str, post: type[nn.Module], pre: type[nn.Module]) -> type[nn.Module]:
    """The block for a norm placement. Raises ValueError for one there isn't."""
    if norm not in ("post", "pre"):
        raise ValueError(f'norm is "{norm}"; it can be "post" or "pre"')
    return post if norm == "post" else pre


class TransformerEncoder(Encoder):
    """Embedding · √num_hiddens, positions, then num_layers blocks (Vaswani et al. 2017, figure 1, left).

    `forward(X, valid_lens)`: ids (b, n) → (b, n, num_hiddens). `attention_weights` lists (b * num_heads, n, n) a layer.
    norm: "post" (the paper's) or "pre", which ends the stack with a norm of its own. max_len: the longest sentence.
    """

    def __init__(
        self,
        vocab_size: int,
        key_size: int,
        query_size: int,
        value_size: int,
        num_hiddens: int,
        norm_shape: int | Sequence[int],
        ffn_num_input: int,
        ffn_num_hiddens: int,
        num_heads: int,
        num_layers: int,
        dropout: float,
        use_bias: bool = False,
        norm: str = "post",
        max_len: int = 1000,
        parts: Parts | None = None,
        **kwargs,
    ) -> None:
        super().__init__()
        block = by_norm(norm, post=EncoderBlock, pre=PreNormEncoderBlock)
        sizes = (key_size, query_size, value_size, num_hiddens, norm_shape, ffn_num_input, ffn_num_hiddens, num_heads)
        self.embedding = make_embedding(vocab_size, num_hiddens, parts)
        self.pos_encoding = chosen_part(parts, PositionalEncoding)(num_hiddens, dropout, max_len)
        self.blks = nn.ModuleList(build_part(parts, block, *sizes, dropout, use_bias) for _ in range(num_layers))
        self.final_norm = nn.LayerNorm(norm_shape) if norm == "pre" else nn.Identity()

    @property
    def attention_weights(self) -> list[Tensor]:
        return [flat_weights(block.attention) for block in self.blks]

    def forward(self, X: Tensor, valid_lens: Tensor | None = None, *args) -> Tensor:
        X = self.pos_encoding(self.embedding(X))
        for block in self.blks:
            X = block(X, valid_lens)
        return self.final_norm(X)
