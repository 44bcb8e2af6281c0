"""Chapter 06: encoder blocks and the encoder."""

import math

import pytest
import torch
from conftest import unlike
from torch import nn

import d2l_lite as d2l
from d2l_lite.encoder import PreNormEncoderBlock


def make_block(block=d2l.EncoderBlock, dropout=0.0, norm_shape=8, **own):
    return unlike(block(8, 8, 8, 8, norm_shape, 8, 12, 2, dropout, **own))


def make_encoder(vocab_size=20, num_layers=2, dropout=0.0, **own):
    return unlike(d2l.TransformerEncoder(vocab_size, 8, 8, 8, 8, [8], 8, 12, 2, num_layers, dropout, **own))


LENS = torch.tensor([3, 5])


def test_the_post_norm_block_is_two_sublayers_each_added_and_normalised():
    block = make_block().eval()
    X = torch.randn(2, 5, 8)
    Y = block.addnorm1.ln(X + block.attention(X, X, X, LENS))
    expected = block.addnorm2.ln(Y + block.ffn(Y))
    torch.testing.assert_close(block(X, LENS), expected)
    assert block.addnorm1 is not block.addnorm2


def test_the_pre_norm_block_leaves_the_residual_path_alone():
    block = make_block(PreNormEncoderBlock).eval()
    X = torch.randn(2, 5, 8)
    normed = block.sublayer1.norm(X)
    Y = X + block.attention(normed, normed, normed, LENS)
    torch.testing.assert_close(block(X, LENS), Y + block.ffn(block.sublayer2.norm(Y)))


@pytest.mark.parametrize("use_bias", [False, True])
def test_use_bias_is_about_the_projections(use_bias):
    block = make_block(use_bias=use_bias)
    assert (block.attention.W_q.bias is not None) == use_bias
    assert block.ffn.dense1.bias is not None


def test_dropout_works_in_training_mode_only():
    block, X = make_block(dropout=0.5), torch.randn(2, 5, 8)
    assert not torch.equal(block(X, LENS), block(X, LENS))
    block.eval()
    assert torch.equal(block(X, LENS), block(X, LENS))


def test_the_books_two_axis_norm_shape_is_accepted():
    block = make_block(norm_shape=[5, 8]).eval()
    assert block(torch.ones(2, 5, 8), LENS).shape == (2, 5, 8)


def by_hand(encoder, ids, lens):
    X = encoder.embedding.embedding.weight[ids] * math.sqrt(8) + encoder.pos_encoding.P[:, : ids.shape[1]]
    weights = []
    for block in encoder.blks:
        X = block(X, lens)
        weights.append(block.attention.attention_weights)
    return encoder.final_norm(X), weights


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_the_encoder_scales_adds_positions_once_and_stacks_its_blocks(norm):
    encoder = make_encoder(num_layers=3, norm=norm).eval()
    ids = torch.randint(20, (2, 5))
    expected, weights = by_hand(encoder, ids, LENS)
    torch.testing.assert_close(encoder(ids, LENS), expected)
    assert isinstance(encoder.final_norm, nn.LayerNorm if norm == "pre" else nn.Identity)
    assert len(encoder.attention_weights) == 3
    for flat, layer in zip(encoder.attention_weights, weights):
        assert flat.shape == (4, 5, 5)
        torch.testing.assert_close(flat, layer.flatten(0, 1))
    assert not torch.equal(encoder.attention_weights[0], encoder.attention_weights[2])


def test_blocks_share_no_weights():
    encoder = make_encoder(num_layers=2)
    first, second = (set(map(id, block.parameters())) for block in encoder.blks)
    assert not first & second
    assert not torch.equal(encoder.blks[0].ffn.dense1.weight, encoder.blks[1].ffn.dense1.weight)


def test_embeddings_start_as_large_as_the_positions():
    """From N(0, 1), times the root of the width, they would drown the positional encoding."""
    torch.manual_seed(0)
    encoder = d2l.TransformerEncoder(1000, 64, 64, 64, 64, [64], 64, 64, 4, 1, 0.0)
    assert encoder.embedding.embedding.weight.std().item() == pytest.approx(64**-0.5, rel=0.05)
    assert encoder.embedding(torch.arange(1000)[None]).std().item() == pytest.approx(1, rel=0.05)


def test_without_lengths_everything_is_valid():
    encoder, ids = make_encoder().eval(), torch.randint(20, (2, 5))
    torch.testing.assert_close(encoder(ids, None), encoder(ids, torch.tensor([5, 5])))
    torch.testing.assert_close(encoder(ids), encoder(ids, None))


def test_a_sentence_that_is_too_long_is_an_error():
    with pytest.raises(ValueError, match="max_len = 4"):
        make_encoder(max_len=4)(torch.zeros(1, 5, dtype=torch.long), None)


def test_the_book_calls_of_the_encoder():
    block = d2l.EncoderBlock(24, 24, 24, 24, [100, 24], 24, 48, 8, 0.5).eval()
    assert block(torch.ones(2, 100, 24), torch.tensor([3, 2])).shape == (2, 100, 24)
    assert block.attention.attention.attention_weights.shape == (16, 100, 100)
    encoder = d2l.TransformerEncoder(200, 24, 24, 24, 24, [100, 24], 24, 48, 8, 2, 0.5).eval()
    assert encoder(torch.ones(2, 100, dtype=torch.long), torch.tensor([3, 2])).shape == (2, 100, 24)
    assert [weights.shape for weights in encoder.attention_weights] == [(16, 100, 100)] * 2


def test_the_base_class_says_what_is_missing():
    with pytest.raises(NotImplementedError, match="forward"):
        d2l.Encoder()(torch.zeros(1))


def test_a_norm_there_is_not():
    with pytest.raises(ValueError, match='norm is "Pre"; it can be "post" or "pre"'):
        d2l.TransformerEncoder(9, 8, 8, 8, 8, [8], 8, 8, 2, 1, 0.0, norm="Pre")
