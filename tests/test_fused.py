"""The two operations done in another way than PyTorch does them."""

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
