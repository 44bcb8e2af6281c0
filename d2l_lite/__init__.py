"""d2l_lite: a Transformer small enough to read, with the names of *Dive into Deep Learning*.

`import d2l_lite as d2l` stands in for `from d2l import torch as d2l` in the book's Transformer chapter. Names are
loaded when first used, so that a chapter needs no more files than the chapters before it.
"""

import importlib
import sys
import types

_MODULES = {
    "attention": "sequence_mask combine_masks attention_mask masked_softmax dot_product_scores attention "
    "DotProductAttention AdditiveAttention",
    "multi_head": "split_heads merge_heads transpose_qkv transpose_output MultiHeadAttention",
    "positional": "frequencies PositionalEncoding ScaledEmbedding position_rotation",
    "ffn": "PositionWiseFFN count_parameters",
    "add_norm": "LayerNorm AddNorm SublayerConnection",
    "encoder": "Encoder EncoderBlock PreNormEncoderBlock TransformerEncoder",
    "cache": "subsequent_mask KeyValueCache attend_cached",
    "decoder": "Decoder AttentionDecoder EncoderDecoder DecoderBlock PreNormDecoderBlock TransformerDecoder",
    "data": "preprocess_nmt tokenize_nmt count_corpus Vocab truncate_pad build_array_nmt bucket_batches load_array "
    "read_data_nmt load_data_nmt",
    "training": "MaskedSoftmaxCELoss LabelSmoothing smoothed_cross_entropy noam_rate grad_clipping shift_right "
    "accumulate_gradients train_step xavier_init train_seq2seq train_toy copy_task_batches reverse_task_batches",
    "decoding": "greedy_decode beam_search beam_decode exact_match predict_seq2seq average_checkpoints",
    "bleu": "bleu corpus_bleu score BleuScore",
    "heatmaps": "show_heatmaps attention_of head_importance label_heatmap translation_heatmaps",
    "transformer": "TransformerConfig Transformer Generator",
    "variants": "AdditiveMultiHeadAttention RelativeMultiHeadAttention SequenceFirst",
    "translate": "Translator",
    "fused": "Dropout linear_cross_entropy",
    "baseline": "nearest_sentence_baseline",
    "corpora": "load_corpus Corpus TestSet",
    "tokenization": "Tokenizer normalise_text train_tokenizers",
    "config": "RunConfig CONFIGS named_config",
    "display": "Animator progress_bar",
    "utils": "ones zeros ones_like zeros_like tensor arange linspace meshgrid eye normal rand randn sin cos sinh "
    "cosh tanh exp log abs matmul concat stack int32 float32 reshape transpose astype to size numpy "
    "argmax reduce_sum reduce_mean Timer Accumulator pick_device try_gpu try_all_gpus evaluating "
    "seed_everything",
}
_HOME = {name: module for module, names in _MODULES.items() for name in names.split()}

# What the book's later edition calls these things, or has in their place.
_D2L_1_0 = {
    "TransformerEncoderBlock": "EncoderBlock",
    "TransformerDecoderBlock": "DecoderBlock",
    "Seq2Seq": "EncoderDecoder, trained by train_seq2seq",
    "Trainer": "train_seq2seq, or `course train` for a full run",
    "MTFraEng": "load_data_nmt, or load_corpus for the full corpora",
    "DataModule": "load_data_nmt",
    "Module": "torch.nn.Module",
    "Classifier": "torch.nn.Module",
    "HyperParameters": "plain arguments of __init__",
    "ProgressBoard": "Animator",
    "add_to_class": "a subclass",
    "gpu": "try_gpu",
    "num_gpus": "len(try_all_gpus())",
    "cpu": 'torch.device("cpu")',
    "check_shape": "an assert on .shape",
}

__version__ = "0.1.0"
__all__ = sorted(_HOME)


def __getattr__(name: str):
    if name in _HOME:
        value = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
        globals()[name] = value
        return value
    if name in _D2L_1_0:
        raise AttributeError(
            f"d2l_lite has no {name!r}: it follows the 0.17 edition of d2l; use {_D2L_1_0[name]} instead"
        )
    raise AttributeError(f"d2l_lite has no {name!r}; dir(d2l_lite) lists what it has")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _named_like_its_module(name: str) -> property:
    """`d2l.bleu` stays the function: importing the module of that name would put the module in its place."""
    home = f"{__name__}.{name}"
    return property(lambda _: getattr(importlib.import_module(home), name), lambda _, module: None)


class _Package(types.ModuleType):
    attention = _named_like_its_module("attention")
    bleu = _named_like_its_module("bleu")


sys.modules[__name__].__class__ = _Package
