"""Attention variants: each against a loop over queries and keys, as parts of a whole net, and in labml's layout."""

import math

import pytest
import torch
from torch import nn

import d2l_lite as d2l
from d2l_lite.variants import shift_to_keys

VARIANTS = [d2l.AdditiveMultiHeadAttention, d2l.RelativeMultiHeadAttention]


def randomise(module: nn.Module) -> nn.Module:
    """Every parameter at random, so that none hides at zero."""
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.normal_(std=0.5)
    return module


def make(variant, num_heads=2, num_hiddens=6, **own):
    attention = variant(num_hiddens, num_hiddens, num_hiddens, num_hiddens, num_heads, 0.0, **own)
    return randomise(attention.double().eval())


def looped(attention, queries, keys, score):
    """Scores (b, heads, q, k), one at a time; score(head, query, key, distance), the queries being the last keys."""
    batch, heads, num_queries, _ = queries.shape
    num_keys = keys.shape[2]
    scores = torch.empty(batch, heads, num_queries, num_keys, dtype=queries.dtype)
    for b in range(batch):
        for h in range(heads):
            for i in range(num_queries):
                for j in range(num_keys):
                    distance = num_keys - num_queries + i - j
                    scores[b, h, i, j] = score(h, queries[b, h, i], keys[b, h, j], distance)
    return scores


@pytest.mark.parametrize(("num_queries", "num_keys"), [(4, 4), (2, 5), (1, 5), (1, 1), (5, 3)])
def test_additive_scores_are_those_of_a_loop(num_queries, num_keys):
    attention = make(d2l.AdditiveMultiHeadAttention)
    queries, keys = torch.randn(3, 2, num_queries, 3).double(), torch.randn(3, 2, num_keys, 3).double()

    def score(head, query, key, distance):
        return attention.w_v[head] @ (query + key).tanh()

    with torch.no_grad():
        torch.testing.assert_close(attention.get_scores(queries, keys), looped(attention, queries, keys, score))


def test_one_additive_head_is_additive_attention():
    many = make(d2l.AdditiveMultiHeadAttention, num_heads=1, num_hiddens=5)
    one = d2l.AdditiveAttention(5, 5, 5, 0.0).double().eval()
    with torch.no_grad():
        one.W_q.weight.copy_(many.W_q.weight)
        one.W_k.weight.copy_(many.W_k.weight)
        one.w_v.weight.copy_(many.w_v)
        many.W_v.weight.copy_(torch.eye(5))
        many.W_o.weight.copy_(torch.eye(5))
    queries, keys, values = (torch.randn(2, n, 5).double() for n in (3, 4, 4))
    lens = torch.tensor([2, 4])
    torch.testing.assert_close(many(queries, keys, values, lens), one(queries, keys, values, lens))


@pytest.mark.parametrize(("num_queries", "num_keys"), [(4, 4), (2, 5), (1, 5), (1, 1), (7, 7)])
@pytest.mark.parametrize("max_distance", [9, 2, 0])
def test_relative_scores_are_those_of_a_loop_in_both_directions(num_queries, num_keys, max_distance):
    attention = make(d2l.RelativeMultiHeadAttention, max_distance=max_distance)
    queries, keys = torch.randn(3, 2, num_queries, 3).double(), torch.randn(3, 2, num_keys, 3).double()

    def score(head, query, key, distance):
        rel = attention.rel[head, min(max(distance, -max_distance), max_distance) + max_distance]
        u, v = attention.u[head], attention.v[head]
        return (query @ key + query @ rel + u @ key + v @ rel) / math.sqrt(3)

    with torch.no_grad():
        torch.testing.assert_close(attention.get_scores(queries, keys), looped(attention, queries, keys, score))


def test_the_shift_puts_each_distance_under_its_key():
    by_distance = torch.arange(4, -3, -1).expand(1, 3, 7)  # three queries, five keys: each column holds its distance
    assert shift_to_keys(by_distance, 5)[0].tolist() == [[2, 1, 0, -1, -2], [3, 2, 1, 0, -1], [4, 3, 2, 1, 0]]


def test_relative_scores_start_as_plain_ones_and_learn():
    attention = d2l.RelativeMultiHeadAttention(6, 6, 6, 6, 2, 0.0)
    queries, keys = torch.randn(2, 2, 3, 3), torch.randn(2, 2, 3, 3)
    scores = attention.get_scores(queries, keys)
    torch.testing.assert_close(scores, queries @ keys.mT / math.sqrt(3))
    (scores * torch.randn_like(scores)).sum().backward()
    assert attention.rel.grad.abs().sum() > 0
    assert attention.u.grad.abs().sum() > 0


def test_relative_scores_between_two_sequences_are_refused():
    attention = make(d2l.RelativeMultiHeadAttention)
    with pytest.raises(ValueError, match="4 queries and 3 keys; use MultiHeadAttention"):
        attention.get_scores(torch.randn(1, 2, 4, 3).double(), torch.randn(1, 2, 3, 3).double())


@pytest.mark.parametrize("variant", VARIANTS)
def test_incremental_equals_full(variant):
    attention = make(variant)
    X = torch.randn(2, 7, 6).double()
    steps = torch.arange(1, 8).expand(2, 7)
    full = attention(X, X, X, steps)
    cache = d2l.KeyValueCache()
    pieces = [d2l.attend_cached(attention, piece, cache) for piece in X.split([1, 3, 1, 2], dim=1)]
    torch.testing.assert_close(torch.cat(pieces, dim=1), full, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("variant", VARIANTS)
def test_masks_dropout_and_weights_stay_as_they_are(variant):
    attention = make(variant)
    X = torch.randn(2, 5, 6).double()
    before = attention(X, X, X, torch.tensor([3, 0]))
    changed = X.clone()
    changed[0, 3:] += 1
    assert torch.equal(attention(changed, changed, changed, torch.tensor([3, 0]))[0, :3], before[0, :3])
    weights = attention.attention_weights
    assert weights.shape == (2, 2, 5, 5)
    assert not weights.requires_grad
    torch.testing.assert_close(weights.sum(-1)[0], torch.ones(2, 5).double())
    assert weights[1].count_nonzero() == 0
    attention.attention.dropout.p = 0.5
    assert torch.equal(attention(X, X, X, torch.tensor([3, 0])), before)  # evaluation mode
    attention.train()
    assert not torch.equal(attention(X, X, X, torch.tensor([3, 0])), before)


def test_get_scores_is_the_hook_that_a_new_variant_overrides():
    class Nearest(d2l.MultiHeadAttention):
        """Looks at the key that is nearest to the query."""

        def get_scores(self, queries, keys):
            return -torch.cdist(queries, keys)

    attention = make(Nearest)
    queries, keys = torch.randn(2, 3, 6).double(), torch.randn(2, 4, 6).double()
    attention(queries, keys, keys, torch.tensor([4, 2]))
    heads = [d2l.split_heads(W(X), 2) for W, X in [(attention.W_q, queries), (attention.W_k, keys)]]
    expected = d2l.masked_softmax(-torch.cdist(*heads), torch.tensor([4, 2]))
    torch.testing.assert_close(attention.attention_weights, expected)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("norm", ["post", "pre"])
def test_a_variant_as_a_part_trains_and_decodes(variant, norm):
    torch.manual_seed(0)
    config = d2l.TransformerConfig(
        11, 9, num_hiddens=8, ffn_num_hiddens=12, num_heads=2, num_encoder_layers=1, num_decoder_layers=2, dropout=0.1,
        norm=norm,
    )  # fmt: skip
    net = d2l.Transformer(config, parts={"MultiHeadAttention": variant})
    assert isinstance(net.encoder.blks[0].attention, variant)
    assert isinstance(net.decoder.blks[1].attention1, variant)
    relative = variant is d2l.RelativeMultiHeadAttention  # distances make sense within one sequence only
    assert isinstance(net.decoder.blks[1].attention2, variant) != relative
    assert isinstance(net.decoder.blks[1].attention2, d2l.MultiHeadAttention)

    src, src_len = torch.randint(3, 11, (4, 5)), torch.tensor([5, 2, 3, 4])
    tgt, tgt_len = torch.randint(3, 9, (4, 6)), torch.tensor([6, 3, 6, 2])
    before = {name: parameter.detach().clone() for name, parameter in net.named_parameters()}
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for _ in range(3):
        d2l.train_step(net, (src, src_len, tgt, tgt_len), d2l.MaskedSoftmaxCELoss(), optimizer, 1.0, bos=1)
    unmoved = [name for name, parameter in net.named_parameters() if torch.equal(parameter, before[name])]
    assert unmoved == []

    net.double().eval()
    with torch.no_grad():
        memory = net.encode(src, src_len)
        full = net.decode(memory, src_len, tgt)
        state = net.decoder.init_state(memory, src_len)
        pieces = [net.decoder(piece, state)[0] for piece in tgt.split([2, 1, 3], dim=1)]
    torch.testing.assert_close(torch.cat(pieces, dim=1), full, rtol=1e-10, atol=1e-10)
    greedy = d2l.greedy_decode(net, src, src_len, 1, 2, max_len=6)
    beam = d2l.beam_decode(net, src, src_len, 1, 2, max_len=6, beam_size=1, alpha=0.0)
    assert [best[0][0] for best in beam] == greedy


def batch_first(attention, query, key, value, mask):
    return attention(query.transpose(0, 1), key.transpose(0, 1), value.transpose(0, 1), mask).transpose(0, 1)


@pytest.mark.parametrize("attention_class", [d2l.MultiHeadAttention, *VARIANTS])
def test_sequence_first_takes_labmls_layout_and_masks(attention_class):
    attention = make(attention_class)
    adapter = d2l.SequenceFirst(attention)
    query, key, value = (torch.randn(4, 3, 6).double() for _ in range(3))  # (steps, batch, features)
    mask = torch.rand(4, 4, 3) < 0.6  # (queries, keys, batch)
    assert adapter(query=query, key=key, value=value).shape == (4, 3, 6)
    for labml, ours in [
        (None, None),
        (mask, mask.permute(2, 0, 1)),
        (mask.int(), mask.permute(2, 0, 1)),  # labml's masks forbid where they are 0
        (mask[:, :, :1], mask[None, :, :, 0].expand(3, 4, 4)),
        (mask[:, :, 1], mask[None, :, :, 1].expand(3, 4, 4)),
        (mask[:1], mask[:1].permute(2, 0, 1).expand(3, 4, 4)),
    ]:
        result = adapter(query=query, key=key, value=value, mask=labml)
        torch.testing.assert_close(result, batch_first(attention, query, key, value, ours))
        torch.testing.assert_close(adapter.attention_weights, attention.attention_weights)


def test_sequence_first_is_called_by_keyword_and_names_a_mask_that_does_not_fit():
    adapter = d2l.SequenceFirst(make(d2l.MultiHeadAttention))
    X = torch.randn(4, 3, 6).double()
    with pytest.raises(TypeError):
        adapter(X, X, X)
    with pytest.raises(ValueError, match=r"\(queries, keys, batch\)"):
        adapter(query=X, key=X, value=X, mask=torch.ones(4, dtype=torch.bool))
    with pytest.raises(ValueError, match=r"\(2, 4, 4\) doesn't fit"):
        adapter(query=X, key=X, value=X, mask=torch.ones(4, 4, 2, dtype=torch.bool))
