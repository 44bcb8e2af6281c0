"""Chapter 07, second half: a decoder that doesn't look ahead and remembers what it has seen.

A decoder's state is a list: the encoder's outputs, their valid lengths, what each block remembers, and the number of
steps done. In evaluation mode a call goes on from there, with one step or several; in training mode each call is a
whole sentence and the last two items are left alone. A call moves the state on in place and returns it.
"""

from collections.abc import Callable, Sequence
from functools import partial

from torch import Tensor, nn

from d2l_lite.add_norm import AddNorm, SublayerConnection
from d2l_lite.cache import BlockMemory, InputCache, KeyValueCache, attend_cached, causal_lens
from d2l_lite.encoder import by_norm, flat_weights, make_embedding
from d2l_lite.ffn import PositionWiseFFN
from d2l_lite.multi_head import MultiHeadAttention, Parts, build_part, chosen_part
from d2l_lite.positional import PositionalEncoding


class Decoder(nn.Module):
    """The book's base class: `init_state(enc_outputs, *args)` and `forward(X, state)` → (output, state)."""

    def __init__(self, **kwargs) -> None:
        super().__init__()

    def init_state(self, enc_outputs: Tensor, *args) -> list:
        raise NotImplementedError("a Decoder's subclass defines init_state(enc_outputs, *args)")

    def forward(self, X: Tensor, state: list) -> tuple[Tensor, list]:
        raise NotImplementedError("a Decoder's subclass defines forward(X, state)")


class AttentionDecoder(Decoder):
    """A decoder that shows its `attention_weights`; a subclass assigns the attribute or overrides it by a property."""

    attention_weights = None


class EncoderDecoder(nn.Module):
    """Encoder and decoder as one net: `forward(enc_X, dec_X, *args)` → (output, state).

    The extra arguments, here the valid lengths of the source, go to the encoder and to `init_state`.
    """

    def __init__(self, encoder: nn.Module, decoder: nn.Module, **kwargs) -> None:
        super().__init__()
        self.encoder = encoder
        self.decoder = decoder

    def forward(self, enc_X: Tensor, dec_X: Tensor, *args) -> tuple[Tensor, list]:
        state = self.decoder.init_state(self.encoder(enc_X, *args), *args)
        return self.decoder(dec_X, state)


def cross_parts(parts: Parts | None) -> Parts | None:
    """The parts for attention to the source: a variant made for one sequence names another class for it."""
    other = getattr(chosen_part(parts, MultiHeadAttention), "cross_attention", None)
    return parts if other is None else {**(parts or {}), "MultiHeadAttention": other}


class _AttendingBlock(nn.Module):
    """The two attentions of a decoder block, with the memory that evaluation mode uses."""

    i: int
    attention1: nn.Module
    attention2: nn.Module

    def _memory(self, state: list) -> BlockMemory:
        if state[2][self.i] is None:
            projects = isinstance(self.attention1, MultiHeadAttention)
            state[2][self.i] = BlockMemory(KeyValueCache() if projects else InputCache())
        return state[2][self.i]

    def attend_to_past(self, X: Tensor, state: list) -> Tensor:
        """Causal self-attention, in training mode within X, in evaluation mode over the memory and X."""
        if self.training:
            return self.attention1(X, X, X, causal_lens(len(X), 0, X.shape[1], X.device))
        past = self._memory(state).past
        if isinstance(past, InputCache):
            return past.attend(self.attention1, X)
        return attend_cached(self.attention1, X, past)

    def attend_to_source(self, X: Tensor, state: list) -> Tensor:
        """Attention to the encoder's outputs, whose keys and values are projected once a sentence."""
        enc_outputs, enc_valid_lens = state[0], state[1]
        if self.training or not isinstance(self.attention2, MultiHeadAttention):
            return self.attention2(X, enc_outputs, enc_outputs, enc_valid_lens)
        memory = self._memory(state)
        if memory.source is None:
            memory.source = self.attention2.project_keys_values(enc_outputs, enc_outputs)
        return self.attention2.attend(X, *memory.source, enc_valid_lens)


class DecoderBlock(_AttendingBlock):
    """Causal self-attention, attention to the source, feed-forward network, each with post-norm.

    `forward(X, state)` → ((b, n, num_hiddens), state), causal in both modes. Of the state it reads the encoder's
    outputs and lengths and, in evaluation mode, goes on from `state[2][i]` (Vaswani et al. 2017, section 3.1).
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
        i: int,
        use_bias: bool = False,
        parts: Parts | None = None,
        **kwargs,
    ) -> None:
        super().__init__()
        self.i = i
        sizes = (key_size, query_size, value_size, num_hiddens, num_heads, dropout, use_bias)
        self.assemble(
            build_part(parts, MultiHeadAttention, *sizes),
            build_part(cross_parts(parts), MultiHeadAttention, *sizes),
            chosen_part(parts, PositionWiseFFN)(ffn_num_input, ffn_num_hiddens, num_hiddens),
            partial(chosen_part(parts, self.residual), norm_shape, dropout),
        )

    def assemble(
        self, to_past: nn.Module, to_source: nn.Module, ffn: nn.Module, new_residual: Callable[[], nn.Module]
    ) -> None:
        """Name the parts. Each sublayer has a residual connection of its own."""
        self.attention1 = to_past
        self.addnorm1 = new_residual()
        self.attention2 = to_source
        self.addnorm2 = new_residual()
        self.ffn = ffn
        self.addnorm3 = new_residual()

    def forward(self, X: Tensor, state: list) -> tuple[Tensor, list]:
        Y = self.addnorm1(X, self.attend_to_past(X, state))
        Z = self.addnorm2(Y, self.attend_to_source(Y, state))
        return self.addnorm3(Z, self.ffn(Z)), state


class PreNormDecoderBlock(DecoderBlock):
    """The same block with the norm before each sublayer (Xiong et al. 2020, figure 1b).

    Takes the arguments of `DecoderBlock`. The stack needs one more norm at its end.
    """

    residual = SublayerConnection

    def assemble(
        self, to_past: nn.Module, to_source: nn.Module, ffn: nn.Module, new_residual: Callable[[], nn.Module]
    ) -> None:
        self.attention1 = to_past
        self.sublayer1 = new_residual()
        self.attention2 = to_source
        self.sublayer2 = new_residual()
        self.ffn = ffn
        self.sublayer3 = new_residual()

    def forward(self, X: Tensor, state: list) -> tuple[Tensor, list]:
        X = self.sublayer1(X, lambda normed: self.attend_to_past(normed, state))
        X = self.sublayer2(X, lambda normed: self.attend_to_source(normed, state))
        return self.sublayer3(X, self.ffn), state


class TransformerDecoder(AttentionDecoder):
    """Embedding, positions, num_layers blocks, and a linear layer to the vocabulary (Vaswani et al. 2017, figure 1).

    `init_state(enc_outputs, enc_valid_lens)` gives [enc_outputs, enc_valid_lens, [None] * num_layers, 0].
    `forward(X, state)`: ids (b, n) → logits (b, n, vocab_size), state. In evaluation mode the positions go on from the
    steps done, state[3]. `attention_weights` is [self, cross], each a list of (b * num_heads, q, k), one a layer.
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
        block = by_norm(norm, post=DecoderBlock, pre=PreNormDecoderBlock)
        sizes = (key_size, query_size, value_size, num_hiddens, norm_shape, ffn_num_input, ffn_num_hiddens, num_heads)
        self.num_layers = num_layers
        self.embedding = make_embedding(vocab_size, num_hiddens, parts)
        self.pos_encoding = chosen_part(parts, PositionalEncoding)(num_hiddens, dropout, max_len)
        self.blks = nn.ModuleList(
            build_part(parts, block, *sizes, dropout, i, use_bias=use_bias) for i in range(num_layers)
        )
        self.final_norm = nn.LayerNorm(norm_shape) if norm == "pre" else nn.Identity()
        self.dense = nn.Linear(num_hiddens, vocab_size)

    @property
    def attention_weights(self) -> list[list[Tensor]]:
        return [
            [flat_weights(block.attention1) for block in self.blks],
            [flat_weights(block.attention2) for block in self.blks],
        ]

    def init_state(self, enc_outputs: Tensor, enc_valid_lens: Tensor | None = None, *args) -> list:
        return [enc_outputs, enc_valid_lens, [None] * self.num_layers, 0]

    @property
    def select_state(self) -> Callable[[list, Tensor], list]:
        """`select_state(state, rows)`: the state of the given rows of the batch, in that order, for beams that fork
        and sentences that are done. There is none where a block of another make keeps a memory of its own kind.
        """
        if not all(isinstance(block, _AttendingBlock) for block in self.blks):
            raise AttributeError("select_state: what blocks of another make keep in the state can't be selected")
        return self._select_state

    def _select_state(self, state: list, rows: Tensor) -> list:
        enc_outputs, enc_valid_lens, memories, steps = state
        lens = None if enc_valid_lens is None else enc_valid_lens[rows]
        return [enc_outputs[rows], lens, [memory and memory.select(rows) for memory in memories], steps]

    def features(self, X: Tensor, state: list) -> tuple[Tensor, list]:
        """What the last linear layer reads: ids (b, n) → (b, n, num_hiddens), state."""
        offset = 0 if self.training else state[3]
        hidden = self.pos_encoding(self.embedding(X), offset)
        for block in self.blks:
            hidden, state = block(hidden, state)
        if not self.training:
            state[3] = offset + X.shape[1]
        return self.final_norm(hidden), state

    def forward(self, X: Tensor, state: list) -> tuple[Tensor, list]:
        hidden, state = self.features(X, state)
        return self.dense(hidden), state
