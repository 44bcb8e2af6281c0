"""The operations done in another way than PyTorch does them."""

import math

import pytest
import torch
import torch.nn.functional as F

import d2l_lite as d2l
from d2l_lite import fused


@pytest.mark.parametrize("p", [0.1, 0.3, 0.5, 0.9])
def test_dropout_keeps_its_rate_and_the_expectation(p):
    torch.manual_seed(0)
    X = torch.full((300, 1001), 3.0)
    Y = d2l.Dropout(p)(X)
    dropped = (Y == 0).float().mean().item()
    assert dropped == pytest.approx(p, abs=0.004)  # the rate is a multiple of 1/256
    assert Y.mean().item() == pytest.approx(3, rel=0.02)
    assert Y[Y != 0].unique().numel() == 1
    threshold = round(p * 256)
    assert Y.max().item() * (1 - threshold / 256) == pytest.approx(3, rel=1e-5)  # so the expectation is exact


def test_dropout_draws_each_place_by_itself():
    torch.manual_seed(0)
    kept = (d2l.Dropout(0.5)(torch.ones(64, 64, 64)) != 0).float()
    for axis in range(3):
        one, other = kept.narrow(axis, 0, 63), kept.narrow(axis, 1, 63)
        assert torch.corrcoef(torch.stack([one.flatten(), other.flatten()]))[0, 1].abs() < 0.02
        assert ((kept.mean(dim=axis) - 0.5).abs() < 0.4).all()


def test_dropout_is_the_identity_in_evaluation_mode_and_at_rate_0():
    X = torch.randn(5, 7)
    assert d2l.Dropout(0.5).eval()(X) is X
    assert torch.equal(d2l.Dropout(0.0)(X), X)
    assert d2l.Dropout(1.0)(X).count_nonzero() == 0


@pytest.mark.parametrize("p", [1e-4, 0.9999])
def test_rates_too_small_for_a_byte_are_not_rounded_away(p):
    torch.manual_seed(0)
    kept = (d2l.Dropout(p)(torch.ones(400_000)) != 0).float().mean().item()
    assert kept == pytest.approx(1 - p, abs=1e-4)
    assert 0 < kept < 1


def test_dropout_repeats_with_the_seed_and_changes_without():
    dropout, X = d2l.Dropout(0.5), torch.randn(40, 5)
    torch.manual_seed(4)
    first = dropout(X)
    assert not torch.equal(dropout(X), first)
    torch.manual_seed(4)
    assert torch.equal(dropout(X), first)


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("shape", [(), (1,), (0, 3), (3, 5, 7)])
def test_dropout_takes_any_shape_and_type_and_leaves_its_input_alone(shape, dtype):
    X = torch.ones(shape, dtype=dtype)
    Y = d2l.Dropout(0.25)(X)
    assert (Y.shape, Y.dtype) == (X.shape, dtype)
    assert (X == 1).all()
    scale = torch.tensor(4 / 3, dtype=dtype)
    assert ((Y == 0) | ((Y - scale).abs() < 0.01)).all()
    assert d2l.Dropout(0.25)(torch.ones(4, 6).mT).shape == (6, 4)


def test_the_gradient_of_dropout_passes_where_the_value_did():
    X = torch.randn(50, 20).requires_grad_()
    Y = d2l.Dropout(0.5)(X)
    Y.sum().backward()
    torch.testing.assert_close(X.grad, torch.where(Y.detach() == 0, 0.0, 2.0))


# ---------------------------------------------------------------- attention with dropout


def step_by_step(queries, keys, values, mask, rate):
    """The same with PyTorch's operations one after another, and the same random numbers for the dropout."""
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    weights = scores.softmax(-1) if mask is None else d2l.masked_softmax(scores, mask)
    return d2l.Dropout(rate)(weights) @ values, weights


MASKS = {
    "none": lambda b, h, q, k: None,
    "padding": lambda b, h, q, k: torch.arange(k) < torch.randint(0, k + 1, (b, 1, 1, 1)),
    "causal": lambda b, h, q, k: torch.ones(1, 1, q, k, dtype=torch.bool).tril(),
    "any": lambda b, h, q, k: torch.rand(b, h, q, k) < 0.6,
    "nothing": lambda b, h, q, k: torch.zeros(1, 1, 1, 1, dtype=torch.bool),
}


@pytest.mark.parametrize("kind", MASKS)
@pytest.mark.parametrize(("num_queries", "num_keys"), [(4, 3), (1, 15), (5, 16), (3, 17), (2, 40), (1, 1)])
@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float64, 1e-12), (torch.float32, 1e-5)])
def test_attention_with_dropout_is_its_steps_one_by_one(num_queries, num_keys, kind, dtype, tolerance):
    shapes = [(2, 3, num_queries, 5), (2, 3, num_keys, 5), (2, 3, num_keys, 6)]
    tensors = [torch.randn(shape, dtype=dtype, requires_grad=True) for shape in shapes]
    copies = [tensor.detach().clone().requires_grad_() for tensor in tensors]
    mask = MASKS[kind](2, 3, num_queries, num_keys)
    direction = torch.randn(2, 3, num_queries, 6, dtype=dtype)
    torch.manual_seed(7)
    output, weights = fused.attention_with_dropout(*tensors, mask, 0.3)
    torch.manual_seed(7)
    expected, expected_weights = step_by_step(*copies, mask, 0.3)
    torch.testing.assert_close(output, expected, rtol=tolerance, atol=tolerance)
    torch.testing.assert_close(weights, expected_weights.detach(), rtol=tolerance, atol=tolerance)
    assert not weights.requires_grad
    output.backward(direction)
    expected.backward(direction)
    for ours, theirs in zip(tensors, copies):
        torch.testing.assert_close(ours.grad, theirs.grad, rtol=tolerance, atol=tolerance)
        assert torch.equal(ours.detach(), theirs.detach())


@pytest.mark.parametrize("num_keys", [4, 20])
def test_attention_with_dropout_takes_large_scores(num_keys):
    """Neither overflow nor a leak from behind the mask, whatever the masked scores are."""
    queries = torch.full((1, 1, 2, 4), 100.0, requires_grad=True)
    keys = torch.linspace(-100, 100, num_keys)[None, None, :, None].repeat(1, 1, 1, 4).requires_grad_()
    mask = torch.arange(num_keys) < num_keys // 2  # the largest scores are masked
    output, weights = fused.attention_with_dropout(queries, keys, keys, mask, 0.1)
    assert weights[..., num_keys // 2 :].count_nonzero() == 0
    torch.testing.assert_close(weights.sum(-1), torch.ones(1, 1, 2))
    output.sum().backward()
    assert queries.grad.isfinite().all()
    assert keys.grad.isfinite().all()


def test_attention_with_dropout_without_a_heads_axis_and_from_views():
    """Heads are views of a wider tensor, not contiguous."""
    wide = torch.randn(2, 5, 12).double()
    queries = wide.unflatten(-1, (3, 4)).transpose(1, 2)
    torch.manual_seed(1)
    output, weights = fused.attention_with_dropout(queries, queries, queries, None, 0.5)
    torch.manual_seed(1)
    flat, flat_weights = fused.attention_with_dropout(*[queries.flatten(0, 1)] * 3, None, 0.5)
    torch.testing.assert_close(output.flatten(0, 1), flat)
    torch.testing.assert_close(weights.flatten(0, 1), flat_weights)


def test_where_attention_with_dropout_does_not_fit_the_steps_are_taken():
    """Keys without a batch of their own, one byte too small a rate, half precision: right all the same."""
    X = torch.randn(2, 3, 4)
    assert fused.fits_attention_with_dropout(X, X, X, 0.5)
    for queries, keys, rate in [(X, X[:1], 0.5), (X, X, 1e-4), (X.bfloat16(), X.bfloat16(), 0.5)]:
        assert not fused.fits_attention_with_dropout(queries, keys, keys, rate)
        output = d2l.DotProductAttention(rate).train()(queries, keys, keys, torch.tensor([2, 0]))
        assert output.isfinite().all()
        assert output[1].count_nonzero() == 0
    with torch.autocast("cpu", torch.bfloat16):
        assert not fused.fits_attention_with_dropout(X, X, X, 0.5)


# ---------------------------------------------------------------- linear layer and loss in one


def problem(rows=13, features=6, classes=9, bias=True, dtype=torch.float64):
    hidden, weight = torch.randn(rows, features, dtype=dtype), torch.randn(classes, features, dtype=dtype)
    bias = torch.randn(classes, dtype=dtype) if bias else None
    return [None if t is None else t.requires_grad_() for t in (hidden, weight, bias)], torch.randint(classes, (rows,))


def reference(tensors, target, smoothing):
    logits = F.linear(*tensors)
    return F.cross_entropy(logits, target, reduction="sum", label_smoothing=smoothing)


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 1.0])
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("chunk", [1, 40, 10**6])
def test_linear_cross_entropy_is_the_two_after_each_other(smoothing, bias, chunk, monkeypatch):
    monkeypatch.setattr(fused, "CHUNK_ELEMENTS", chunk)
    tensors, target = problem(bias=bias)
    originals = [None if t is None else t.detach().clone() for t in tensors]
    copies = [None if t is None else t.detach().clone().requires_grad_() for t in tensors]
    loss, expected = d2l.linear_cross_entropy(*tensors, target, smoothing), reference(copies, target, smoothing)
    torch.testing.assert_close(loss, expected)
    (loss * 0.3).backward()
    (expected * 0.3).backward()
    for ours, theirs, original in zip(tensors, copies, originals):
        if ours is not None:
            torch.testing.assert_close(ours.grad, theirs.grad)
            assert torch.equal(ours.detach(), original)


def test_linear_cross_entropy_with_large_logits_is_finite():
    tensors, target = problem(dtype=torch.float32)
    with torch.no_grad():
        tensors[0].mul_(1e4)
    loss = d2l.linear_cross_entropy(*tensors, target)
    loss.backward()
    assert loss.isfinite()
    assert all(tensor.grad.isfinite().all() for tensor in tensors)


@pytest.mark.parametrize("how", ["no_grad", "autocast"])
def test_linear_cross_entropy_without_gradients_and_in_mixed_precision(how):
    tensors, target = problem(dtype=torch.float32)
    expected = reference(tensors, target, 0.1)
    if how == "no_grad":
        with torch.no_grad():
            torch.testing.assert_close(d2l.linear_cross_entropy(*tensors, target, 0.1), expected)
    else:
        with torch.autocast("cpu", torch.bfloat16):
            loss = d2l.linear_cross_entropy(*tensors, target, 0.1)
        assert loss.dtype == torch.float32
        torch.testing.assert_close(loss, expected, rtol=0.02, atol=0)
        loss.backward()
        assert all(tensor.grad.isfinite().all() for tensor in tensors)


def test_linear_cross_entropy_of_nothing_is_zero():
    tensors, target = problem(rows=0)
    loss = d2l.linear_cross_entropy(*tensors, target)
    loss.backward()
    assert loss == 0
    assert tensors[1].grad.count_nonzero() == 0


def test_part_of_the_tensors_may_be_frozen():
    tensors, target = problem()
    tensors[1].requires_grad_(False)
    d2l.linear_cross_entropy(*tensors, target).backward()
    copies = [tensor.detach().clone().requires_grad_() for tensor in tensors]
    reference(copies, target, 0.0).backward()
    assert tensors[1].grad is None
    torch.testing.assert_close(tensors[0].grad, copies[0].grad)
    torch.testing.assert_close(tensors[2].grad, copies[2].grad)
