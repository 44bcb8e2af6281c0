"""Chapter 05: layer normalisation and residual connections."""

import pytest
import torch
from torch import nn

import d2l_lite as d2l


@pytest.mark.parametrize("shape", [5, [5], [3, 5], (2, 3, 5)])
@pytest.mark.parametrize("scale", [1.0, 1e-3, 1e3])
def test_layer_norm_is_pytorchs_gradients_too(shape, scale):
    ours, theirs = d2l.LayerNorm(shape, eps=1e-4).double(), nn.LayerNorm(shape, eps=1e-4).double()
    with torch.no_grad():
        for name, parameter in ours.named_parameters():
            parameter.normal_()
            theirs.get_parameter(name).copy_(parameter)
    X = (torch.randn(2, 2, 3, 5).double() * scale + 0.3).requires_grad_()
    Y = X.detach().clone().requires_grad_()
    direction = torch.randn(2, 2, 3, 5).double()
    torch.testing.assert_close(ours(X), theirs(Y))
    (ours(X) * direction).sum().backward()
    (theirs(Y) * direction).sum().backward()
    torch.testing.assert_close(X.grad, Y.grad)
    for name, parameter in ours.named_parameters():
        torch.testing.assert_close(parameter.grad, theirs.get_parameter(name).grad)


def test_layer_norm_starts_with_mean_0_and_variance_1():
    """The biased variance: d2l's neighbours divide by n - 1, which at width 4 is off by 0.23."""
    Y = d2l.LayerNorm(4)(torch.randn(100, 4) * 3 + 2)
    torch.testing.assert_close(Y.mean(-1), torch.zeros(100), rtol=0, atol=1e-5)
    torch.testing.assert_close(Y.var(-1, unbiased=False), torch.ones(100), rtol=0, atol=1e-2)


def test_layer_norm_of_equal_numbers_is_finite():
    X = torch.full((2, 4), 3.0, requires_grad=True)
    Y = d2l.LayerNorm(4)(X)
    assert Y.count_nonzero() == 0
    Y.sum().backward()
    assert X.grad.isfinite().all()


def test_add_norm_normalises_the_sum():
    layer = d2l.AddNorm(5, dropout=0.5).eval()
    X, Y = torch.randn(2, 3, 5), torch.randn(2, 3, 5)
    torch.testing.assert_close(layer(X, Y), layer.ln(X + Y))
    torch.testing.assert_close(layer(X, Y), nn.functional.layer_norm(X + Y, [5]))


def test_add_norm_drops_from_y_alone():
    torch.manual_seed(0)
    layer = d2l.AddNorm(4, dropout=0.5)
    layer.ln = nn.Identity()
    X, Y = torch.randn(50, 20, 4), torch.randn(50, 20, 4)
    rest = layer(X, Y) - X  # what is left of Y: nothing, or twice as much
    dropped = rest.abs() < 1e-6
    assert 0.45 < dropped.float().mean() < 0.55
    torch.testing.assert_close(rest[~dropped], 2 * Y[~dropped], rtol=1e-4, atol=1e-5)
    assert torch.equal(layer.eval()(X, Y), X + Y)


@pytest.mark.parametrize("other", [(1, 3, 5), (2, 1, 5), (2, 3, 1), (3, 5), (2, 4, 5)])
def test_shapes_that_differ_are_refused_even_where_they_broadcast(other):
    layer = d2l.AddNorm(5, 0.0)
    with pytest.raises(ValueError) as error:
        layer(torch.randn(2, 3, 5), torch.randn(other))
    assert "(2, 3, 5)" in str(error.value)
    assert str(other) in str(error.value)


def moved_neighbours(norm_shape):
    """Whether changing one position changes the others."""
    layer = d2l.AddNorm(norm_shape, 0.0).eval()
    X = torch.randn(1, 3, 4)
    changed = X.clone()
    changed[0, 2] += 5
    difference = layer(changed, torch.zeros(1, 3, 4)) - layer(X, torch.zeros(1, 3, 4))
    return bool(difference[0, :2].abs().max() > 0.01)


def test_the_books_two_axes_let_positions_leak_and_the_last_axis_does_not():
    assert moved_neighbours([3, 4])
    assert not moved_neighbours([4])
    assert not moved_neighbours(4)


def test_sublayer_connection_norms_first_and_leaves_the_residual_path_alone():
    layer = d2l.SublayerConnection(5, dropout=0.5).eval()
    x = torch.randn(2, 3, 5)
    torch.testing.assert_close(layer(x, lambda normed: normed**2), x + layer.norm(x) ** 2)
    torch.testing.assert_close(layer(x, torch.zeros_like), x, rtol=0, atol=0)


def test_sublayer_connection_drops_from_the_sublayers_output_alone():
    torch.manual_seed(0)
    layer = d2l.SublayerConnection(4, dropout=0.5)
    x = torch.randn(50, 20, 4)
    rest = layer(x, torch.ones_like) - x
    dropped = rest.abs() < 1e-6
    assert 0.45 < dropped.float().mean() < 0.55
    torch.testing.assert_close(rest[~dropped], torch.full_like(rest[~dropped], 2.0), rtol=1e-4, atol=1e-5)


def test_layer_norm_of_large_numbers_in_float16_is_pytorchs():
    X = (300 * torch.randn(2, 3, 5)).half()
    torch.testing.assert_close(d2l.LayerNorm(5).half()(X), nn.LayerNorm(5).half()(X))


@pytest.mark.parametrize(("made_for", "given"), [(5, (2, 1)), ([3, 5], (2, 1, 5))])
def test_layer_norm_refuses_sizes_that_would_broadcast(made_for, given):
    with pytest.raises(ValueError, match="LayerNorm was made for"):
        d2l.LayerNorm(made_for)(torch.rand(given))
