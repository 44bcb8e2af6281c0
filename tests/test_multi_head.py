"""Chapter 02: splitting features into heads, and attention in each of them."""

import math

import pytest
import torch

import d2l_lite as d2l


def test_heads_are_runs_of_neighbouring_columns_and_stand_next_to_each_other():
    X = torch.arange(2 * 3 * 8.0).view(2, 3, 8)
    heads = d2l.transpose_qkv(X, 4)
    assert heads.shape == (8, 3, 2)
    for example in range(2):
        for head in range(4):
            assert torch.equal(heads[4 * example + head], X[example, :, 2 * head : 2 * head + 2])
    assert torch.equal(d2l.split_heads(X, 4).flatten(0, 1), heads)


@pytest.mark.parametrize("width", [4, 12, 20])
def test_transpose_output_is_the_inverse_for_any_width(width):
    X = torch.randn(3, 5, width)
    assert torch.equal(d2l.transpose_output(d2l.transpose_qkv(X, 4), 4), X)
    assert torch.equal(d2l.merge_heads(d2l.split_heads(X, 4)), X)


def per_head(attention, queries, keys, values, allowed):
    """Vaswani et al. 2017, section 3.2.2, a head at a time; allowed (b, q, k)."""
    q, k, v = attention.W_q(queries), attention.W_k(keys), attention.W_v(values)
    size = q.shape[-1] // attention.num_heads
    outputs, weights = [], []
    for head in range(attention.num_heads):
        columns = slice(head * size, (head + 1) * size)
        scores = q[..., columns] @ k[..., columns].mT / math.sqrt(size)
        weights.append(scores.masked_fill(~allowed, float("-inf")).softmax(-1))
        outputs.append(weights[-1] @ v[..., columns])
    return attention.W_o(torch.cat(outputs, dim=-1)), torch.stack(weights, dim=1)


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("lens", [None, [2, 5, 1], [[1, 2, 3, 5], [5, 5, 1, 2], [2, 2, 2, 2]], "mask", "mask per head"])
def test_each_head_attends_on_its_own_columns(lens, bias):
    attention = d2l.MultiHeadAttention(6, 4, 7, 12, 3, dropout=0.4, bias=bias).double().eval()
    queries, keys, values = (torch.randn(3, n, size).double() for n, size in [(4, 4), (5, 6), (5, 7)])
    mask = torch.rand(3, 4, 5) < 0.7
    mask[..., 0] = True
    if lens is None:
        valid_lens, allowed = None, torch.ones(3, 4, 5, dtype=torch.bool)
    elif isinstance(lens, str):
        valid_lens, allowed = (mask if lens == "mask" else mask[:, None].expand(3, 3, 4, 5)), mask
    else:
        valid_lens = torch.tensor(lens)
        allowed = d2l.attention_mask(valid_lens, (3, 4, 5)).expand(3, 4, 5)
    output, weights = per_head(attention, queries, keys, values, allowed)
    torch.testing.assert_close(attention(queries, keys, values, valid_lens), output)
    torch.testing.assert_close(attention.attention_weights, weights)
    assert attention.attention_weights.shape == (3, 3, 4, 5)
    assert attention.attention.attention_weights.shape == (9, 4, 5)  # the book's view of them
    assert (attention.W_o.bias is not None) == bias


def test_sizes_that_do_not_divide_are_refused_at_construction_with_both_numbers():
    with pytest.raises(ValueError, match="num_hiddens = 16 .* num_heads = 3"):
        d2l.MultiHeadAttention(16, 16, 16, 16, 3, 0.0)


def test_dropout_is_off_in_evaluation_mode():
    attention = d2l.MultiHeadAttention(8, 8, 8, 8, 2, dropout=0.5)
    X = torch.randn(2, 6, 8)
    assert not torch.equal(attention(X, X, X), attention(X, X, X))
    attention.eval()
    assert torch.equal(attention(X, X, X), attention(X, X, X))


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
@pytest.mark.parametrize("training", [True, False])
def test_an_example_without_keys_gives_zeros_and_finite_gradients(dtype, training):
    attention = d2l.MultiHeadAttention(8, 8, 8, 8, 2, dropout=0.1 if training else 0.0).to(dtype).train(training)
    X = torch.randn(2, 3, 8).to(dtype).requires_grad_()
    output = attention(X, X, X, torch.tensor([0, 2]))
    assert output[0].count_nonzero() == 0
    output.sum().backward()
    for gradient in [X.grad, *(parameter.grad for parameter in attention.parameters())]:
        assert gradient.isfinite().all()
        assert gradient.count_nonzero() > 0


def test_the_mask_of_an_example_is_not_used_for_another():
    """Lengths repeated the wrong way (a, b, a, b for a, a, b, b) mix up examples and heads."""
    attention = d2l.MultiHeadAttention(8, 8, 8, 8, 4, 0.0).eval()
    X = torch.randn(3, 5, 8)
    together = attention(X, X, X, torch.tensor([1, 5, 3]))
    for row, length in enumerate([1, 5, 3]):
        alone = X[row : row + 1, :length]
        torch.testing.assert_close(together[row : row + 1, :length], attention(alone, alone, alone)[:, :length])


class PlainAttention(torch.nn.Module):
    """Dot-product attention without a heads axis, as chapter 01 asks for it."""

    def __init__(self, dropout):
        super().__init__()
        self.dropout = torch.nn.Dropout(dropout)

    def forward(self, queries, keys, values, valid_lens=None):
        assert queries.dim() == keys.dim() == values.dim() == 3
        scores = torch.bmm(queries, keys.transpose(1, 2)) / queries.shape[-1] ** 0.5
        self.attention_weights = d2l.masked_softmax(scores, valid_lens)
        return torch.bmm(self.dropout(self.attention_weights), values)


@pytest.mark.parametrize("lens", [None, [2, 4], [[1, 2, 3, 4], [4, 3, 2, 1]], "mask", "causal"])
def test_an_attention_without_a_heads_axis_takes_the_place_of_ours(lens):
    ours = d2l.MultiHeadAttention(6, 6, 6, 6, 3, 0.0).eval()
    other = d2l.MultiHeadAttention(6, 6, 6, 6, 3, 0.0, parts={"DotProductAttention": PlainAttention}).eval()
    other.load_state_dict(ours.state_dict())
    X = torch.randn(2, 4, 6)
    masks = {"mask": torch.rand(2, 4, 4) < 0.7, "causal": d2l.subsequent_mask(4)[0]}
    valid_lens = masks[lens] if isinstance(lens, str) else None if lens is None else torch.tensor(lens)
    torch.testing.assert_close(other(X, X, X, valid_lens), ours(X, X, X, valid_lens))
    torch.testing.assert_close(other.attention_weights, ours.attention_weights)


@pytest.mark.parametrize("num_heads", [0, -2])
def test_fewer_than_one_head_is_refused(num_heads):
    with pytest.raises(ValueError, match=f"num_hiddens = 8.*num_heads = {num_heads}"):
        d2l.MultiHeadAttention(8, 8, 8, 8, num_heads, 0.0)
