"""Chapter 01: sequence_mask, masked_softmax, and the two attentions."""

import math
import pickle

import pytest
import torch

import d2l_lite as d2l

HALF = [torch.float16, torch.bfloat16]


def naive_weights(scores, allowed):
    """Softmax over the allowed keys, one row at a time; zeros where there are none."""
    scores, allowed = torch.broadcast_tensors(scores.double(), allowed)
    weights = torch.zeros_like(scores)
    for index in range(scores[..., 0].numel()):
        place = torch.unravel_index(torch.tensor(index), scores.shape[:-1])
        keys = allowed[place].nonzero()[:, 0]
        if len(keys):
            row = scores[place][keys]
            weights[(*place, keys)] = (row - row.max()).exp() / (row - row.max()).exp().sum()
    return weights


# ---------------------------------------------------------------- sequence_mask


@pytest.mark.parametrize("shape", [(3, 5), (3, 5, 2), (3, 5, 2, 2)])
def test_sequence_mask_sets_what_lies_past_the_length(shape):
    X = torch.randn(shape)
    masked = d2l.sequence_mask(X, torch.tensor([0, 2, 5]), value=-7)
    for row, length in enumerate([0, 2, 5]):
        assert torch.equal(masked[row, :length], X[row, :length])
        assert (masked[row, length:] == -7).all()
    assert (d2l.sequence_mask(X, torch.tensor([0, 2, 5]))[0] == 0).all()


def test_sequence_mask_works_on_a_leaf_that_needs_a_gradient_and_leaves_it_alone():
    X = torch.randn(2, 4, requires_grad=True)
    before = X.detach().clone()
    d2l.sequence_mask(X, torch.tensor([1, 3]), value=9).sum().backward()
    assert torch.equal(X.detach(), before)
    assert X.grad.tolist() == [[1, 0, 0, 0], [1, 1, 1, 0]]


# ---------------------------------------------------------------- masked_softmax

B, Q, K, H = 2, 3, 4, 2
LENS = torch.tensor([3, 1])
LENS_PER_QUERY = torch.tensor([[1, 4, 2], [3, 0, 4]])


def allowed_by(lens):
    """(b, q, k) from lengths (b,) or (b, q)."""
    return torch.stack([torch.arange(K) < n for n in lens.flatten()]).view(len(lens), -1, K).expand(-1, Q, -1)


def random_mask(*shape):
    return torch.rand(shape, generator=torch.Generator().manual_seed(3)) < 0.6


@pytest.mark.parametrize(
    ("valid_lens", "allowed"),
    [
        (None, torch.ones(B, Q, K, dtype=torch.bool)),
        (LENS, allowed_by(LENS)),
        (LENS.int(), allowed_by(LENS)),
        (LENS_PER_QUERY, allowed_by(LENS_PER_QUERY)),
        (random_mask(Q, K), random_mask(Q, K).expand(B, Q, K)),
        (random_mask(B, Q, K), random_mask(B, Q, K)),
        (random_mask(B, 1, K), random_mask(B, 1, K).expand(B, Q, K)),
        (random_mask(1, Q, K), random_mask(1, Q, K).expand(B, Q, K)),
        (random_mask(1, Q, 1), random_mask(1, Q, 1).expand(B, Q, K)),
        (torch.tensor([0, 9]), allowed_by(torch.tensor([0, 4]))),
    ],
    ids=["none", "b", "b-int32", "bq", "bool-qk", "bool-bqk", "bool-b1k", "bool-1qk", "bool-1q1", "beyond-the-keys"],
)
@pytest.mark.parametrize("heads", [False, True])
def test_masked_softmax_normalises_over_the_allowed_keys(valid_lens, allowed, heads):
    X = torch.randn(B, H, Q, K).double() if heads else torch.randn(B, Q, K).double()
    allowed = allowed[:, None] if heads else allowed
    torch.testing.assert_close(d2l.masked_softmax(X, valid_lens), naive_weights(X, allowed))


def test_a_mask_of_four_axes_may_differ_from_head_to_head():
    X, mask = torch.randn(B, H, Q, K).double(), random_mask(B, H, Q, K)
    torch.testing.assert_close(d2l.masked_softmax(X, mask), naive_weights(X, mask))
    torch.testing.assert_close(d2l.masked_softmax(X, mask[:, :1]), naive_weights(X, mask[:, :1]))


@pytest.mark.parametrize(
    "valid_lens",
    [
        torch.tensor([1, 2, 3]),
        torch.tensor([[1, 2]] * B),
        torch.ones(Q + 1, K, dtype=torch.bool),
        torch.ones(B, Q, K - 1, dtype=torch.bool),
        torch.ones(B, H, Q, K, dtype=torch.bool),
    ],
)
def test_a_mask_that_does_not_fit_is_an_error_that_says_both_shapes(valid_lens):
    with pytest.raises(ValueError) as error:
        d2l.masked_softmax(torch.randn(B, Q, K), valid_lens)
    assert str(tuple(valid_lens.shape)) in str(error.value)
    assert str((B, Q, K)) in str(error.value)
    assert "(queries, keys)" in str(error.value)


@pytest.mark.parametrize("valid_lens", [torch.tensor([1.0, 2.0]), torch.ones(B, Q, K), torch.tensor(3)])
def test_lengths_of_another_type_or_shape_are_an_error_that_says_what_to_give(valid_lens):
    with pytest.raises(ValueError, match="give whole numbers of shape .* or a boolean mask that is True where"):
        d2l.masked_softmax(torch.randn(B, Q, K), valid_lens)


@pytest.mark.parametrize("dtype", [torch.float32, *HALF])
def test_large_scores_neither_overflow_nor_leak(dtype):
    """A fill of -1e9 is no float16, and one of -1e6 gives weight to masked keys beside still lower scores."""
    X = torch.tensor([[[1e4, -1e4, 0.0, 1e4]], [[-1e4, -1e4, 1e4, 1e4]], [[-6e4, -5e4, 0.0, 0.0]]]).to(dtype)
    weights = d2l.masked_softmax(X, torch.tensor([4, 2, 2]))
    assert weights.dtype == dtype
    expected = [[[0.5, 0.0, 0.0, 0.5]], [[0.5, 0.5, 0.0, 0.0]], [[0.0, 1.0, 0.0, 0.0]]]
    torch.testing.assert_close(weights.float(), torch.tensor(expected))


def test_very_low_scores_do_not_leak():
    X = torch.tensor([[[-3e7, -3e7 - 8, 5.0]]])
    weights = d2l.masked_softmax(X, torch.tensor([2]))
    assert weights[0, 0, 2] == 0
    torch.testing.assert_close(weights.sum(), torch.tensor(1.0))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, *HALF])
def test_a_row_without_keys_gets_zeros_and_finite_gradients(dtype):
    X = torch.randn(2, 2, 3).to(dtype).requires_grad_()
    weights = d2l.masked_softmax(X, torch.tensor([0, 2]))
    assert weights[0].count_nonzero() == 0
    (weights * torch.randn_like(weights)).sum().backward()
    assert X.grad.isfinite().all()
    assert X.grad[0].count_nonzero() == 0
    assert X.grad[1].count_nonzero() > 0


def test_combine_masks_allows_what_all_allow():
    one, two = random_mask(B, 1, K), random_mask(1, Q, K)
    assert d2l.combine_masks(None, None) is None
    assert torch.equal(d2l.combine_masks(None, one), one)
    assert torch.equal(d2l.combine_masks(one, None, two), one & two)


def test_padding_and_causal_masks_combine():
    X, lens = torch.randn(2, 4, 4), torch.tensor([2, 4])
    padding = d2l.attention_mask(lens, X.shape)
    weights = d2l.masked_softmax(X, d2l.combine_masks(padding, d2l.subsequent_mask(4)))
    torch.testing.assert_close(weights, d2l.masked_softmax(X, torch.tensor([[1, 2, 2, 2], [1, 2, 3, 4]])))


# ---------------------------------------------------------------- the attentions


def dot_product(queries, keys, values, allowed):
    """Equation 1 of the paper in so many loops."""
    scores = torch.stack([torch.stack([q @ k / math.sqrt(len(q)) for k in ks]) for qs, ks in zip(queries, keys)
                          for q in qs]).view(len(queries), -1, keys.shape[1])  # fmt: skip
    return naive_weights(scores, allowed) @ values


@pytest.mark.parametrize("valid_lens", [None, LENS, LENS_PER_QUERY, random_mask(Q, K), random_mask(B, Q, K)])
def test_dot_product_attention_is_the_papers_equation(valid_lens):
    queries, keys, values = torch.randn(B, Q, 5).double(), torch.randn(B, K, 5).double(), torch.randn(B, K, 6).double()
    mask = d2l.attention_mask(valid_lens, (B, Q, K))
    allowed = torch.ones(B, Q, K, dtype=torch.bool) if mask is None else mask.expand(B, Q, K)
    attention = d2l.DotProductAttention(dropout=0.5).eval()
    expected = dot_product(queries, keys, values, allowed)
    torch.testing.assert_close(attention(queries, keys, values, valid_lens), expected)
    torch.testing.assert_close(attention.attention_weights, naive_weights(queries @ keys.mT / math.sqrt(5), allowed))
    attention.train().dropout.p = 0.0
    torch.testing.assert_close(attention(queries, keys, values, valid_lens), expected)


@pytest.mark.parametrize("valid_lens", [None, LENS, LENS_PER_QUERY, random_mask(B, Q, K)])
def test_additive_attention_is_bahdanaus_score(valid_lens):
    queries, keys, values = torch.randn(B, Q, 5).double(), torch.randn(B, K, 7).double(), torch.randn(B, K, 6).double()
    attention = d2l.AdditiveAttention(7, 5, 8, dropout=0.5).double().eval()
    assert [name for name, _ in attention.named_parameters()] == ["W_k.weight", "W_q.weight", "w_v.weight"]
    W_q, W_k, w_v = attention.W_q.weight, attention.W_k.weight, attention.w_v.weight[0]
    scores = torch.stack([torch.stack([torch.stack([w_v @ (W_q @ q + W_k @ k).tanh() for k in ks]) for q in qs])
                          for qs, ks in zip(queries, keys)])  # fmt: skip
    mask = d2l.attention_mask(valid_lens, (B, Q, K))
    weights = naive_weights(scores, torch.tensor(True) if mask is None else mask)
    torch.testing.assert_close(attention(queries, keys, values, valid_lens), weights @ values)
    torch.testing.assert_close(attention.attention_weights, weights)


@pytest.mark.parametrize("make", [lambda p: d2l.DotProductAttention(p), lambda p: d2l.AdditiveAttention(5, 5, 4, p)])
def test_dropout_falls_on_the_weights_in_training_mode_only(make):
    """With values that are the identity, the output is the weights after dropout."""
    torch.manual_seed(0)
    attention = make(0.25)
    queries, keys = torch.randn(1, 400, 5), torch.randn(1, 8, 5)
    values = torch.eye(8)[None]
    attention.eval()
    weights = attention(queries, keys, values)
    torch.testing.assert_close(weights.sum(-1), torch.ones(1, 400))
    assert torch.equal(attention(queries, keys, values), weights)
    attention.train()
    dropped = attention(queries, keys, values)
    kept = dropped != 0
    assert 0.70 < kept.float().mean() < 0.80
    torch.testing.assert_close(dropped[kept], weights[kept] / 0.75, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("dtype", HALF)
def test_half_precision(dtype):
    queries, keys, values = torch.randn(B, Q, 8), torch.randn(B, K, 8), torch.randn(B, K, 6)
    attention = d2l.DotProductAttention(0.0).eval()
    expected = attention(queries, keys, values, torch.tensor([2, 0]))
    half = attention(queries.to(dtype), keys.to(dtype), values.to(dtype), torch.tensor([2, 0]))
    assert half.dtype == dtype
    torch.testing.assert_close(half.float(), expected, rtol=0.05, atol=0.05)
    assert half[1].count_nonzero() == 0
    assert attention.attention_weights.dtype == dtype


@pytest.mark.parametrize("make", [lambda p: d2l.DotProductAttention(p), lambda p: d2l.AdditiveAttention(4, 4, 5, p)])
def test_weights_are_kept_without_a_graph_and_from_before_the_dropout(make):
    attention = make(0.5)
    queries = torch.randn(2, 3, 4, requires_grad=True)
    attention(queries, queries, queries)
    weights = attention.attention_weights
    assert not weights.requires_grad
    torch.testing.assert_close(weights.sum(-1), torch.ones(2, 3))
    attention.remember = False
    attention(queries, queries, queries)
    assert attention.attention_weights is None  # in training mode they cost memory
    attention.eval()
    attention(queries, queries, queries)
    torch.testing.assert_close(attention.attention_weights, weights)


def test_the_last_call_is_the_one_shown():
    attention = d2l.DotProductAttention(0.0).eval()
    first, second = torch.randn(1, 2, 4), torch.randn(1, 3, 4)
    attention(first, first, first)
    shown = attention.attention_weights
    kept = shown.clone()
    attention(second, second, second)
    assert attention.attention_weights.shape == (1, 3, 3)
    assert torch.equal(shown, kept)


def test_attention_as_a_function_takes_masks_dropout_and_heads():
    query, key, value = torch.randn(2, 3, 4, 5), torch.randn(2, 3, 6, 5), torch.randn(2, 3, 6, 7)
    mask = torch.arange(6) < torch.tensor([4, 2])[:, None, None, None]
    output, weights = d2l.attention(query, key, value, mask)
    assert output.shape == (2, 3, 4, 7)
    torch.testing.assert_close(output, d2l.DotProductAttention(0.0).eval()(query, key, value, mask))
    assert weights[1, :, :, 2:].count_nonzero() == 0
    torch.testing.assert_close(weights.sum(-1), torch.ones(2, 3, 4))
    dropped, dropped_weights = d2l.attention(query, key, value, mask, torch.nn.Dropout(0.5))
    torch.testing.assert_close(dropped, dropped_weights @ value)
    assert not torch.equal(dropped_weights, weights)


@pytest.mark.parametrize("training", [True, False])
def test_a_batch_of_none_has_lengths_too(training):
    attention = d2l.DotProductAttention(0.1).train(training)
    output = attention(torch.rand(0, 3, 4), torch.rand(0, 5, 4), torch.rand(0, 5, 2), torch.zeros(0, dtype=torch.long))
    assert output.shape == (0, 3, 2)


def test_a_saved_or_copied_module_leaves_the_last_call_behind():
    attention = d2l.DotProductAttention(0.0).eval()
    empty = len(pickle.dumps(attention))
    X = torch.randn(2, 50, 64)
    attention(X, X, X)
    assert len(pickle.dumps(attention)) == empty
    assert attention.attention_weights.shape == (2, 50, 50)
