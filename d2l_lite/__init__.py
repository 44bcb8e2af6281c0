"""d2l_lite: a Transformer small enough to read, with the names of *Dive into Deep Learning*.

`import d2l_lite as d2l` stands in for `from d2l import torch as d2l` in the book's Transformer chapter. Names are
loaded when first used, so that a chapter needs no more files than the chapters before it.
"""

import importlib
import importlib.util

_MODULES = {
    "attention": "sequence_mask combine_masks attention_mask masked_softmax dot_product_scores attention "
    "DotProductAttention AdditiveAttention",
    "multi_head": "split_heads merge_heads transpose_qkv transpose_output MultiHeadAttention",
    "positional": "frequencies PositionalEncoding ScaledEmbedding position_rotation",
    "ffn": "PositionWiseFFN count_parameters",
    "add_norm": "LayerNorm AddNorm SublayerConnection",
    "encoder": "Encoder EncoderBlock PreNormEncoderBlock TransformerEncoder",
    "decoder": "Decoder AttentionDecoder EncoderDecoder subsequent_mask KeyValueCache attend_cached DecoderBlock "
    "PreNormDecoderBlock TransformerDecoder",
    "transformer": "TransformerConfig Transformer Generator",
    "fused": "Dropout linear_cross_entropy",
}
_HOME = {name: module for module, names in _MODULES.items() for name in names.split()}

__version__ = "0.1.0"
__all__ = sorted(_HOME)


def __getattr__(name: str):
    if name in _HOME:
        value = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"d2l_lite has no {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
