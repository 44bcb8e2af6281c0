"""The whole Transformer from one configuration, made of the chapters' parts."""

from dataclasses import asdict, dataclass

from torch import Tensor, nn

from d2l_lite.attention import AttentionWeights
from d2l_lite.decoder import EncoderDecoder, TransformerDecoder
from d2l_lite.encoder import TransformerEncoder, plain_embedding
from d2l_lite.multi_head import Parts, build_part


@dataclass(frozen=True)
class TransformerConfig:
    """The sizes and choices that make a Transformer. The defaults are the paper's base model.

    Raises ValueError when they contradict each other, naming both numbers.
    """

    src_vocab_size: int  # source vocabulary, special tokens included
    tgt_vocab_size: int  # target vocabulary, special tokens included
    num_hiddens: int = 512  # width of the vectors, the paper's d_model
    ffn_num_hiddens: int = 2048  # width inside the feed-forward networks, the paper's d_ff
    num_heads: int = 8
    num_encoder_layers: int = 6
    num_decoder_layers: int = 6
    dropout: float = 0.1  # on embeddings, on attention weights and on each sublayer's output
    norm: str = "post"  # "post": the paper's text; "pre": most code, easier to train
    use_bias: bool = False  # biases in the attention projections
    share_embeddings: bool = False  # one table for source and target; needs one joint vocabulary
    tie_output: bool = False  # the output layer's weight is the target embedding (Press and Wolf 2017)
    max_len: int = 1000  # the longest sentence, in tokens

    def __post_init__(self) -> None:
        if self.num_heads < 1 or self.num_hiddens % self.num_heads:
            raise ValueError(
                f"num_hiddens = {self.num_hiddens} can't be divided into num_heads = {self.num_heads} equal heads; "
                "choose a width that is a multiple of the number of heads"
            )
        if self.share_embeddings and self.src_vocab_size != self.tgt_vocab_size:
            raise ValueError(
                f"share_embeddings needs one joint vocabulary, but the sizes are {self.src_vocab_size} and "
                f"{self.tgt_vocab_size}; build the vocabularies jointly, or set share_embeddings to False"
            )
        if self.norm not in ("post", "pre"):
            raise ValueError(f'norm is "{self.norm}"; it can be "post" or "pre"')


PART_NAMES = {
    "DotProductAttention",
    "MultiHeadAttention",
    "PositionalEncoding",
    "ScaledEmbedding",
    "PositionWiseFFN",
    "AddNorm",
    "SublayerConnection",
    "EncoderBlock",
    "PreNormEncoderBlock",
    "TransformerEncoder",
    "DecoderBlock",
    "PreNormDecoderBlock",
    "TransformerDecoder",
}


class Generator(nn.Module):
    """From features to the log-probabilities of the next token: (…, num_hiddens) → (…, vocab_size)."""

    def __init__(self, num_hiddens: int, vocab_size: int) -> None:
        super().__init__()
        self.proj = nn.Linear(num_hiddens, vocab_size)

    def forward(self, X: Tensor) -> Tensor:
        return self.proj(X).log_softmax(dim=-1)


class Transformer(EncoderDecoder):
    """Encoder and decoder of one `TransformerConfig` (Vaswani et al. 2017, figure 1).

    `forward(src, dec_in, src_len)` → (logits (b, n, tgt_vocab_size), state); `encode` and `decode` are its halves.
    parts: replaces classes by name, {"MultiHeadAttention": Mine, …}; any class with the book's signature fits.
    A name that is no part's raises ValueError.
    The model runs on PyTorch's fused attention and keeps no weights in training; `keep_attention(True)` changes that.
    """

    def __init__(self, config: TransformerConfig, parts: Parts | None = None) -> None:
        unknown = sorted(set(parts or ()) - PART_NAMES)
        if unknown:
            raise ValueError(f"there is no part {', '.join(unknown)}; the parts are {', '.join(sorted(PART_NAMES))}")
        width = config.num_hiddens
        sizes = (width, width, width, width, [width], width, config.ffn_num_hiddens, config.num_heads)
        own = {"use_bias": config.use_bias, "norm": config.norm, "max_len": config.max_len}
        super().__init__(
            build_part(
                parts,
                TransformerEncoder,
                config.src_vocab_size,
                *sizes,
                config.num_encoder_layers,
                config.dropout,
                **own,
            ),
            build_part(
                parts,
                TransformerDecoder,
                config.tgt_vocab_size,
                *sizes,
                config.num_decoder_layers,
                config.dropout,
                **own,
            ),
        )
        self.config = config
        self._tie_weights()
        self.keep_attention(False)

    def _tie_weights(self) -> None:
        table = plain_embedding(self.decoder.embedding).weight
        if self.config.share_embeddings:
            plain_embedding(self.encoder.embedding).weight = table
        if self.config.tie_output:
            self.decoder.dense.weight = table

    def keep_attention(self, keep: bool = True) -> None:
        """Whether attention weights can be read after a call in training mode too, and not in evaluation mode alone."""
        for module in self.modules():
            if isinstance(module, AttentionWeights):
                module.remember = keep

    def encode(self, src: Tensor, src_len: Tensor | None = None) -> Tensor:
        """Source ids (b, n) and lengths (b,) → (b, n, num_hiddens)."""
        return self.encoder(src, src_len)

    def decode(self, memory: Tensor, src_len: Tensor | None, tgt: Tensor) -> Tensor:
        """Logits (b, m, tgt_vocab_size) for target ids (b, m), bos first, given `encode`'s output."""
        return self.decoder(tgt, self.decoder.init_state(memory, src_len))[0]

    def features(self, src: Tensor, dec_in: Tensor, src_len: Tensor | None = None) -> Tensor:
        """What the output layer reads, (b, m, num_hiddens): for losses that join the output layer."""
        state = self.decoder.init_state(self.encoder(src, src_len), src_len)
        return self.decoder.features(dec_in, state)[0]

    def describe(self) -> dict:
        """The configuration as plain data, for a checkpoint."""
        return asdict(self.config)


def build_transformer(description: dict, parts: Parts | None = None) -> Transformer:
    """The model that `describe` described, with weights still to be loaded. Raises TypeError for an unknown field."""
    return Transformer(TransformerConfig(**description), parts)
