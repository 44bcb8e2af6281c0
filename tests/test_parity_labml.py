"""Against labml-nn 0.5.1: attention, relative attention, positions, label smoothing, the Noam optimiser.

labml puts the steps first, (steps, batch, features), and calls with keywords; `SequenceFirst` is our adapter for that.
Outputs and gradients agree to 1e-10 in float64 and to 1e-5 in float32. Tests named "mended" show a fault of labml's.
"""

import pytest
import torch
from oracles import Pair, assert_close, compare, draw, load_labml, randomise, twin
from torch import nn

import d2l_lite as d2l

pytestmark = pytest.mark.parity

BATCH, HEADS, QUERIES, KEYS, WIDTH = 3, 4, 5, 7, 12
every_dtype = pytest.mark.parametrize("dtype", [torch.float64, torch.float32], ids=str)


@pytest.fixture(scope="module")
def mha():
    return load_labml("transformers.mha")


def attention_pairs(ours: nn.Module, theirs: nn.Module) -> list[Pair]:
    """Copied across. labml's value and output layers always have a bias; a bias of ours that it lacks is set to 0."""
    pairs = []
    layers = {
        "q": (ours.W_q, theirs.query.linear),
        "k": (ours.W_k, theirs.key.linear),
        "v": (ours.W_v, theirs.value.linear),
        "o": (ours.W_o, theirs.output),
    }
    for name, (layer, other) in layers.items():
        pairs.append(Pair(f"weight {name}", layer.weight, other.weight))
        if other.bias is None:
            nn.init.zeros_(layer.bias)
        else:
            pairs.append(Pair(f"bias {name}", layer.bias, other.bias))
    for pair in pairs:
        pair.copy()
    return pairs


def random_mask(*shape: int) -> torch.Tensor:
    """True where attention is allowed, axis 1 the keys; each query keeps one, for labml answers NaN otherwise."""
    mask = torch.rand(shape, generator=torch.Generator().manual_seed(3)) > 0.5
    mask[:, 0] |= ~mask.any(dim=1)
    return mask


MASKS = {
    "none": None,
    "(q, k, b)": random_mask(QUERIES, KEYS, BATCH),
    "(q, k, 1)": random_mask(QUERIES, KEYS, 1),
    "(1, k, b)": random_mask(1, KEYS, BATCH),
}


@every_dtype
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("bias", [True, False])
def test_multi_head_attention(mha, bias, mask, dtype):
    theirs = mha.MultiHeadAttention(HEADS, WIDTH, dropout_prob=0.3, bias=bias).to(dtype).eval()
    ours = d2l.MultiHeadAttention(WIDTH, WIDTH, WIDTH, WIDTH, HEADS, 0.3, bias=True).to(dtype).eval()
    randomise(theirs)
    pairs = attention_pairs(ours, theirs)
    inputs, their_inputs = twin(*(draw(n, BATCH, WIDTH, dtype=dtype, seed=n) for n in (QUERIES, KEYS, KEYS)))
    names = ("query", "key", "value")
    output = d2l.SequenceFirst(ours)(**dict(zip(names, inputs)), mask=MASKS[mask])
    expected = theirs(**dict(zip(names, their_inputs)), mask=MASKS[mask])
    compare(output, expected, inputs, their_inputs, pairs)
    assert_close(ours.attention_weights, theirs.attn.permute(2, 3, 0, 1), "weights")  # theirs are (q, k, b, h)


def test_multi_head_attention_mended_masks_of_two_axes(mha):
    """labml takes (q, k, b) alone; ours takes what broadcasts."""
    theirs = mha.MultiHeadAttention(HEADS, WIDTH).eval()
    ours = d2l.MultiHeadAttention(WIDTH, WIDTH, WIDTH, WIDTH, HEADS, 0.0, bias=True).eval()
    attention_pairs(ours, theirs)
    X = draw(KEYS, BATCH, WIDTH, dtype=torch.float32)
    mask = random_mask(KEYS, KEYS)
    with pytest.raises(IndexError):
        theirs(query=X, key=X, value=X, mask=mask)
    with pytest.raises(AssertionError, match="^$"):
        theirs(query=X, key=X, value=X, mask=mask.expand(BATCH, KEYS, KEYS))
    expected = theirs(query=X, key=X, value=X, mask=mask[:, :, None])
    assert_close(d2l.SequenceFirst(ours)(query=X, key=X, value=X, mask=mask), expected)
    batch_first = X.transpose(0, 1)
    for same in (mask, mask.expand(BATCH, KEYS, KEYS), mask.expand(BATCH, HEADS, KEYS, KEYS)):
        assert_close(ours(batch_first, batch_first, batch_first, same).transpose(0, 1), expected)


def test_multi_head_attention_mended_a_query_without_keys_is_finite(mha):
    theirs = mha.MultiHeadAttention(HEADS, WIDTH).eval()
    ours = d2l.MultiHeadAttention(WIDTH, WIDTH, WIDTH, WIDTH, HEADS, 0.0, bias=True).eval()
    attention_pairs(ours, theirs)
    X = draw(KEYS, BATCH, WIDTH, dtype=torch.float32).requires_grad_()
    mask = torch.ones(KEYS, KEYS, 1, dtype=torch.bool)
    mask[2] = False
    assert theirs(query=X, key=X, value=X, mask=mask)[2].isnan().all()
    output = d2l.SequenceFirst(ours)(query=X, key=X, value=X, mask=mask)
    output.square().sum().backward()
    assert output.isfinite().all() and X.grad.isfinite().all()


def test_multi_head_attention_mended_heads_that_do_not_fit_are_refused_at_once(mha):
    theirs = mha.MultiHeadAttention(3, 16)  # made without a word
    X = draw(KEYS, BATCH, 16, dtype=torch.float32)
    with pytest.raises(RuntimeError):
        theirs(query=X, key=X, value=X)
    with pytest.raises(ValueError, match=r"16\b.*\b3\b"):
        d2l.MultiHeadAttention(16, 16, 16, 16, 3, 0.0)


# --- Relative attention -----------------------------------------------------------------------------------------------


@every_dtype
@pytest.mark.parametrize("with_v", [False, True])
@pytest.mark.parametrize("queries", [KEYS, QUERIES])
def test_relative_attention(queries, with_v, dtype):
    """labml documents R[i - j] and indexes by j - i, so its table is ours turned round; queries are the last steps.

    Its bias of a distance is a table of its own; ours is v · R, as in the paper, and is filled in for it here.
    """
    relative = load_labml("transformers.xl.relative_mha")
    furthest = KEYS - 1
    theirs = relative.RelativeMultiHeadAttention(HEADS, WIDTH, 0.3).to(dtype).eval()
    ours = d2l.RelativeMultiHeadAttention(WIDTH, WIDTH, WIDTH, WIDTH, HEADS, 0.3, bias=True, max_distance=furthest)
    ours = ours.to(dtype).eval()
    randomise(theirs)
    pairs = attention_pairs(ours, theirs)
    pairs.append(Pair("u", ours.u, theirs.query_pos_bias))
    with torch.no_grad():
        ours.v.copy_(draw(*ours.v.shape, dtype=dtype, seed=9) if with_v else torch.zeros_like(ours.v))
        ours.u.copy_(theirs.query_pos_bias)
        near = theirs.key_pos_embeddings[theirs.P - furthest : theirs.P + furthest + 1]  # by j - i, (distance, h, d)
        ours.rel.copy_(near.flip(0).transpose(0, 1))
        theirs.key_pos_bias.zero_()
        theirs.key_pos_bias[theirs.P - furthest : theirs.P + furthest + 1] = torch.einsum("khd,hd->kh", near, ours.v)
    inputs, their_inputs = twin(draw(KEYS, BATCH, WIDTH, dtype=dtype))
    mask = random_mask(queries, KEYS, BATCH)
    X, their_X = inputs[0], their_inputs[0]
    output = d2l.SequenceFirst(ours)(query=X[-queries:], key=X, value=X, mask=mask)
    expected = theirs(query=their_X[-queries:], key=their_X, value=their_X, mask=mask)
    compare(output, expected, inputs, their_inputs, pairs)
    assert_close(ours.attention_weights, theirs.attn.permute(2, 3, 0, 1), "weights")
    if not with_v:
        gradient = theirs.key_pos_embeddings.grad[theirs.P - furthest : theirs.P + furthest + 1]
        assert_close(ours.rel.grad, gradient.flip(0).transpose(0, 1), "gradient of rel")


# --- Positions --------------------------------------------------------------------------------------------------------


def test_positional_encoding():
    positions = load_labml("transformers.positional_encoding")
    ours = d2l.PositionalEncoding(WIDTH, 0.3, max_len=600).eval()
    theirs = positions.PositionalEncoding(WIDTH, 0.3, max_len=600).eval()
    X = draw(KEYS, BATCH, WIDTH, dtype=torch.float32)
    assert_close(ours(X.transpose(0, 1)).transpose(0, 1), theirs(X))
    # Far out, labml's angles in float32 have lost digits.
    torch.testing.assert_close(ours.P.transpose(0, 1), theirs.positional_encodings, atol=2e-4, rtol=0)


def test_positional_encoding_mended_odd_widths(mha):
    positions = load_labml("transformers.positional_encoding")
    with pytest.raises(RuntimeError):
        positions.PositionalEncoding(7, 0.0)
    assert d2l.PositionalEncoding(7, 0.0)(torch.zeros(1, 2, 7)).shape == (1, 2, 7)


# --- Label smoothing, Noam --------------------------------------------------------------------------------------------


@every_dtype
@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.4])
@pytest.mark.parametrize("padding", [0, 3])
def test_label_smoothing(padding, smoothing, dtype):
    losses = load_labml("transformers.label_smoothing_loss")
    size, target = 11, torch.tensor([1, 0, 3, 10, 3, 7])
    inputs, their_inputs = twin(draw(len(target), size, dtype=dtype))
    ours = d2l.LabelSmoothing(size, padding, smoothing)(inputs[0].log_softmax(-1), target)
    theirs = losses.LabelSmoothingLoss(size, padding, smoothing)(their_inputs[0].log_softmax(-1), target)
    compare(ours, theirs, inputs, their_inputs)


def test_label_smoothing_mended_probability_zero_is_finite():
    """The chart of the penalty, in labml and in The Annotated Transformer, sets some probabilities to 0: all NaN."""
    losses = load_labml("transformers.label_smoothing_loss")
    log_probabilities, target = torch.tensor([[0.0, 0.7, 0.1, 0.1, 0.1]]).log(), torch.tensor([1])
    assert losses.LabelSmoothingLoss(5, 0, 0.1)(log_probabilities, target).isnan()
    kept = [0.9, 0.1 / 3, 0.1 / 3, 0.1 / 3]
    by_hand = sum(p * (torch.tensor(p).log() - q) for p, q in zip(kept, log_probabilities[0, 1:]))
    torch.testing.assert_close(d2l.LabelSmoothing(5, 0, 0.1)(log_probabilities, target), by_hand)


def test_noam_rate():
    noam = load_labml("optimizers.noam")
    optimizer = noam.Noam([nn.Parameter(torch.zeros(1))], lr=2.0, warmup=50, d_model=32)
    for step in range(1, 200):
        expected = optimizer.get_lr({"step": step}, optimizer.param_groups[0])
        assert d2l.noam_rate(step, 32, 2.0, 50) == pytest.approx(expected, rel=1e-12)


def test_a_run_with_noam_is_adam_with_noam_rate():
    """labml ties the schedule to an optimiser of its own; here it's a function, for any scheduler of PyTorch's."""
    noam = load_labml("optimizers.noam")
    nets = [nn.Linear(4, 3).double() for _ in range(2)]
    nets[1].load_state_dict(nets[0].state_dict())
    options = {"betas": (0.9, 0.98), "eps": 1e-16}
    theirs = noam.Noam(nets[1].parameters(), lr=2.0, warmup=8, d_model=32, **options)
    ours = torch.optim.Adam(nets[0].parameters(), lr=1.0, **options)
    schedule = torch.optim.lr_scheduler.LambdaLR(ours, lambda done: d2l.noam_rate(done + 1, 32, 2.0, 8))
    for step in range(20):
        for net, optimizer in zip(nets, (ours, theirs)):
            optimizer.zero_grad()
            net(draw(6, 4, seed=step)).square().sum().backward()
            optimizer.step()
        schedule.step()
    for mine, other in zip(nets[0].parameters(), nets[1].parameters(), strict=True):
        assert_close(mine, other)
