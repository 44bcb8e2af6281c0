"""Chapter 04: the position-wise network, and counting parameters."""

import pytest
import torch
from torch import nn

import d2l_lite as d2l


@pytest.mark.parametrize("shape", [(4,), (2, 4), (2, 3, 4), (2, 3, 5, 4)])
def test_two_linear_layers_with_a_relu_between(shape):
    ffn = d2l.PositionWiseFFN(4, 6, 5)
    X = torch.randn(shape)
    hidden = X @ ffn.dense1.weight.T + ffn.dense1.bias
    expected = hidden.clamp(min=0) @ ffn.dense2.weight.T + ffn.dense2.bias
    torch.testing.assert_close(ffn(X), expected)
    assert ffn(X).shape == (*shape[:-1], 5)


def test_the_output_may_be_negative_and_the_hidden_layer_may_not_be_linear():
    torch.manual_seed(0)
    ffn = d2l.PositionWiseFFN(4, 6, 5)
    X = torch.randn(50, 4)
    assert (ffn(X) < 0).any()
    middle = (ffn(X) + ffn(-X)) / 2
    assert not torch.allclose(middle, ffn(torch.zeros(50, 4)))


def test_each_position_is_alone():
    ffn = d2l.PositionWiseFFN(4, 6, 5)
    X = torch.randn(2, 3, 4)
    before = ffn(X)
    X[0, 1] += 1
    after = ffn(X)
    changed = (after - before).abs().amax(dim=-1) > 0
    assert changed.tolist() == [[False, True, False], [False, False, False]]


def test_count_parameters_counts_what_is_trained_and_a_shared_tensor_once():
    net = nn.ModuleDict({"one": nn.Linear(3, 4), "two": nn.Linear(3, 4), "norm": nn.BatchNorm1d(4)})
    assert d2l.count_parameters(net) == 16 + 16 + 8  # batch norm's running statistics are buffers
    net["two"].weight = net["one"].weight
    assert d2l.count_parameters(net) == 12 + 4 + 4 + 8
    net["one"].bias.requires_grad_(False)
    assert d2l.count_parameters(net) == 12 + 4 + 8
    net["one"].weight.requires_grad_(False)
    assert d2l.count_parameters(net) == 4 + 8
    assert d2l.count_parameters(nn.ReLU()) == 0


def test_count_parameters_of_a_transformer_that_ties_its_tables():
    sizes = {"num_hiddens": 8, "ffn_num_hiddens": 12, "num_heads": 2, "num_encoder_layers": 1, "num_decoder_layers": 1}
    plain = d2l.count_parameters(d2l.Transformer(d2l.TransformerConfig(20, 20, **sizes)))
    shared = d2l.count_parameters(d2l.Transformer(d2l.TransformerConfig(20, 20, **sizes, share_embeddings=True)))
    tied = d2l.TransformerConfig(20, 20, **sizes, share_embeddings=True, tie_output=True)
    assert shared == plain - 20 * 8
    assert d2l.count_parameters(d2l.Transformer(tied)) == plain - 2 * 20 * 8
