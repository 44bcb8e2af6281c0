"""Chapter 07: masks, the key/value cache, decoder blocks and the decoder."""

import math

import pytest
import torch
from conftest import unlike

import d2l_lite as d2l
from d2l_lite.decoder import PreNormDecoderBlock

BLOCKS = [d2l.DecoderBlock, PreNormDecoderBlock]
ENC_LENS = torch.tensor([4, 2])


def make_block(block=d2l.DecoderBlock, dropout=0.0, norm_shape=8, i=0):
    return unlike(block(8, 8, 8, 8, norm_shape, 8, 12, 2, dropout, i)).double()


def make_decoder(vocab_size=11, num_layers=2, dropout=0.0, **own):
    return unlike(d2l.TransformerDecoder(vocab_size, 8, 8, 8, 8, [8], 8, 12, 2, num_layers, dropout, **own)).double()


def enc_outputs(batch=2):
    return torch.randn(batch, 4, 8).double()


# ---------------------------------------------------------------- masks


@pytest.mark.parametrize("size", [1, 2, 5])
def test_subsequent_mask_allows_the_past_and_oneself(size):
    mask = d2l.subsequent_mask(size)
    assert mask.shape == (1, size, size)
    assert mask.dtype == torch.bool
    assert all(mask[0, i, j].item() == (j <= i) for i in range(size) for j in range(size))


# ---------------------------------------------------------------- the cache


@pytest.mark.parametrize("grad", [True, False])
def test_the_cache_joins_steps_and_never_rewrites_what_it_returned(grad):
    cache = d2l.KeyValueCache()
    assert cache.length == 0
    sizes = [1, 3, 20, 1, 1, 40]
    keys = [torch.randn(2, 3, n, 4, requires_grad=grad) for n in sizes]
    values = [torch.randn(2, 3, n, 5, requires_grad=grad) for n in sizes]
    originals = [tensor.detach().clone() for tensor in keys + values]
    returned = []
    with torch.set_grad_enabled(grad):
        for step, (K, V) in enumerate(zip(keys, values)):
            returned.append(cache.append(K, V))
            assert cache.length == sum(sizes[: step + 1])
    for step, (K_all, V_all) in enumerate(returned):
        assert torch.equal(K_all, torch.cat(keys[: step + 1], dim=-2))
        assert torch.equal(V_all, torch.cat(values[: step + 1], dim=-2))
    assert all(torch.equal(tensor, original) for tensor, original in zip(keys + values, originals))


def test_two_caches_share_nothing():
    one, two = d2l.KeyValueCache(), d2l.KeyValueCache()
    one.append(torch.randn(1, 2, 3, 4), torch.randn(1, 2, 3, 4))
    assert (one.length, two.length) == (3, 0)


@pytest.mark.parametrize("grad", [True, False])
def test_a_cache_refuses_the_steps_of_another_batch(grad):
    """One sentence would broadcast into the room of two."""
    cache = d2l.KeyValueCache()
    two, one = torch.randn(2, 3, 1, 4), torch.randn(1, 3, 1, 4)
    with torch.set_grad_enabled(grad):
        for _ in range(3):
            cache.append(two, two)
        with pytest.raises(ValueError, match=r"\(2, 3\).*\(1, 3\)"):
            cache.append(one, one)
        assert cache.append(two, two)[0].shape == (2, 3, 4, 4)


@torch.no_grad()
def test_a_selected_cache_holds_those_rows_and_is_its_own():
    cache = d2l.KeyValueCache()
    steps = [(torch.randn(3, 2, n, 4), torch.randn(3, 2, n, 4)) for n in (2, 1)]
    for K, V in steps:
        cache.append(K, V)
    chosen = cache.select(torch.tensor([2, 0, 2]))
    new = torch.randn(3, 2, 1, 4)
    chosen.append(new, new)
    other = torch.randn(3, 2, 1, 4)
    K_other, _ = cache.append(other, other)
    K_chosen, _ = chosen.append(new, new)
    old = torch.cat([K for K, _ in steps], dim=-2)
    assert torch.equal(K_other, torch.cat([old, other], dim=-2))
    assert torch.equal(K_chosen, torch.cat([old[[2, 0, 2]], new, new], dim=-2))
    assert d2l.KeyValueCache().select(torch.tensor([0])).length == 0


@pytest.mark.parametrize("frozen", [False, True])
def test_the_gradient_through_a_cache_is_that_of_the_full_pass(frozen):
    """Frozen key projections leave the cache without gradients of its own, but what looked at it still needs them."""
    mha = d2l.MultiHeadAttention(8, 8, 8, 8, 2, 0.0).double().eval()
    if frozen:
        mha.W_k.requires_grad_(False)
        mha.W_v.requires_grad_(False)
    X = torch.randn(2, 6, 8).double()
    gradients = []
    for pieces in ([6], [1, 2, 1, 1, 1]):
        mha.zero_grad()
        cache = d2l.KeyValueCache()
        outputs = [d2l.attend_cached(mha, piece, cache) for piece in X.split(pieces, dim=1)]
        (torch.cat(outputs, dim=1) ** 2).sum().backward()
        gradients.append([p.grad.clone() for p in mha.parameters() if p.requires_grad])
    for full, stepwise in zip(*gradients):
        torch.testing.assert_close(stepwise, full, rtol=1e-10, atol=1e-10)


def test_a_cache_filled_without_gradients_goes_on_with_them_and_back():
    mha = d2l.MultiHeadAttention(8, 8, 8, 8, 2, 0.0).double().eval()
    X = torch.randn(1, 9, 8).double()
    full = mha(X, X, X, torch.arange(1, 10)[None])
    cache, outputs = d2l.KeyValueCache(), []
    for step, piece in enumerate(X.split(1, dim=1)):
        with torch.set_grad_enabled(step % 3 == 1):
            outputs.append(d2l.attend_cached(mha, piece, cache))
    torch.testing.assert_close(torch.cat(outputs, dim=1), full, rtol=1e-10, atol=1e-10)
    sum(output.sum() for output in outputs if output.requires_grad).backward()
    assert mha.W_k.weight.grad.isfinite().all()


# ---------------------------------------------------------------- attend_cached


def count_rows(linear):
    """A list to which each call of the layer adds the number of rows that went through it."""
    rows = []
    linear.register_forward_hook(lambda module, inputs, output: rows.append(inputs[0].flatten(0, -2).shape[0]))
    return rows


class BookAttention(torch.nn.Module):
    """Multi-head attention as the chapters build it: heads on the batch axis, lengths repeated."""

    def __init__(self, mha):
        super().__init__()
        self.num_heads, self.attention = mha.num_heads, PlainAttention()
        self.W_q, self.W_k, self.W_v, self.W_o = mha.W_q, mha.W_k, mha.W_v, mha.W_o


class PlainAttention(torch.nn.Module):
    def forward(self, queries, keys, values, valid_lens=None):
        scores = torch.bmm(queries, keys.transpose(1, 2)) / queries.shape[-1] ** 0.5
        return torch.bmm(d2l.masked_softmax(scores, valid_lens), values)


@pytest.mark.parametrize("other_make", [False, True])
@pytest.mark.parametrize("pieces", [[7], [1] * 7, [3, 1, 2, 1]])
@torch.no_grad()
def test_attend_cached_is_causal_attention_that_projects_each_step_once(pieces, other_make):
    mha = d2l.MultiHeadAttention(8, 8, 8, 8, 2, 0.0).double().eval()
    X = torch.randn(2, 7, 8).double()
    full = mha(X, X, X, d2l.subsequent_mask(7))
    mha = BookAttention(mha).eval() if other_make else mha
    rows, cache = count_rows(mha.W_k), d2l.KeyValueCache()
    outputs = [d2l.attend_cached(mha, piece, cache) for piece in X.split(pieces, dim=1)]
    torch.testing.assert_close(torch.cat(outputs, dim=1), full, rtol=1e-10, atol=1e-10)
    assert sum(rows) == 2 * 7
    assert cache.length == 7


# ---------------------------------------------------------------- blocks


@pytest.mark.parametrize("training", [True, False])
def test_the_post_norm_block_by_hand(training):
    block = make_block().train(training)
    X, memory = torch.randn(2, 5, 8).double(), enc_outputs()
    Y = block.addnorm1.ln(X + block.attention1(X, X, X, d2l.subsequent_mask(5)))
    Z = block.addnorm2.ln(Y + block.attention2(Y, memory, memory, ENC_LENS))
    expected = block.addnorm3.ln(Z + block.ffn(Z))
    output, _ = block(X, [memory, ENC_LENS, [None]])
    torch.testing.assert_close(output, expected)


@pytest.mark.parametrize("training", [True, False])
def test_the_pre_norm_block_by_hand(training):
    block = make_block(PreNormDecoderBlock).train(training)
    X, memory = torch.randn(2, 5, 8).double(), enc_outputs()
    normed = block.sublayer1.norm(X)
    Y = X + block.attention1(normed, normed, normed, d2l.subsequent_mask(5))
    Z = Y + block.attention2(block.sublayer2.norm(Y), memory, memory, ENC_LENS)
    output, _ = block(X, [memory, ENC_LENS, [None]])
    torch.testing.assert_close(output, Z + block.ffn(block.sublayer3.norm(Z)))


@pytest.mark.parametrize("block_class", BLOCKS)
@pytest.mark.parametrize("pieces", [[1] * 6, [2, 4], [5, 1]])
def test_a_block_goes_on_from_its_own_place_in_the_state(block_class, pieces):
    block = make_block(block_class, i=1).eval()
    X, memory = torch.randn(2, 6, 8).double(), enc_outputs()
    state = [memory, ENC_LENS, [None, None, None], 0]
    outputs = [block(piece, state)[0] for piece in X.split(pieces, dim=1)]
    full, _ = block(X, [memory, ENC_LENS, [None, None, None], 0])
    torch.testing.assert_close(torch.cat(outputs, dim=1), full, rtol=1e-10, atol=1e-10)
    assert state[2][0] is None
    assert state[2][2] is None
    assert state[0] is memory


@pytest.mark.parametrize("block_class", BLOCKS)
def test_training_leaves_the_memory_alone(block_class):
    block = make_block(block_class).train()
    state = [enc_outputs(), ENC_LENS, [None]]
    _, returned = block(torch.randn(2, 3, 8).double(), state)
    assert returned[2] == [None]


def test_the_books_state_has_three_items():
    block = d2l.DecoderBlock(24, 24, 24, 24, [100, 24], 24, 48, 8, 0.5, 0).eval()
    X = torch.ones(2, 100, 24)
    state = [torch.ones(2, 100, 24), torch.tensor([3, 2]), [None]]
    assert block(X, state)[0].shape == (2, 100, 24)


# ---------------------------------------------------------------- the decoder


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_the_decoder_by_hand(norm):
    decoder = make_decoder(norm=norm).eval()
    memory, ids = enc_outputs(), torch.randint(11, (2, 5))
    hidden = decoder.embedding.embedding.weight[ids] * math.sqrt(8) + decoder.pos_encoding.P[:, :5]
    for block in decoder.blks:
        hidden, _ = block(hidden, [memory, ENC_LENS, [None, None]])
    logits, _ = decoder(ids, decoder.init_state(memory, ENC_LENS))
    torch.testing.assert_close(logits, decoder.dense(decoder.final_norm(hidden)))
    assert logits.shape == (2, 5, 11)
    own, cross = decoder.attention_weights
    for layer, block in enumerate(decoder.blks):
        torch.testing.assert_close(own[layer], block.attention1.attention_weights.flatten(0, 1))
        torch.testing.assert_close(cross[layer], block.attention2.attention_weights.flatten(0, 1))
    assert [weights.shape for weights in own + cross] == [(4, 5, 5)] * 2 + [(4, 5, 4)] * 2
    assert own[0].triu(1).count_nonzero() == 0
    assert cross[0][2:, :, 2:].count_nonzero() == 0  # past the second source's length


def test_embeddings_start_at_the_size_of_the_positions():
    torch.manual_seed(0)
    decoder = d2l.TransformerDecoder(1000, 64, 64, 64, 64, [64], 64, 64, 4, 1, 0.0)
    assert decoder.embedding.embedding.weight.std().item() == pytest.approx(64**-0.5, rel=0.05)


def test_the_state_is_a_list_of_four_and_counts_the_steps():
    decoder, memory = make_decoder(num_layers=3).eval(), enc_outputs()
    state = decoder.init_state(memory, ENC_LENS)
    assert state[0] is memory
    assert state[1] is ENC_LENS
    assert state[2:] == [[None, None, None], 0]
    _, state = decoder(torch.randint(11, (2, 3)), state)
    assert state[3] == 3
    _, state = decoder(torch.randint(11, (2, 1)), state)
    assert state[3] == 4
    assert len({id(memory) for memory in state[2]}) == 3  # no two layers share one
    assert decoder.init_state(memory, ENC_LENS)[2:] == [[None, None, None], 0]


def test_training_leaves_the_count_of_steps_alone_and_starts_at_position_0():
    decoder, memory = make_decoder(), enc_outputs()
    state, ids = decoder.init_state(memory, ENC_LENS), torch.randint(11, (2, 3))
    first, state = decoder(ids, state)
    again, state = decoder(ids, state)
    assert state[3] == 0
    torch.testing.assert_close(first, again)


def test_positions_go_on_from_the_steps_done():
    """The same word at every step would give the same logits if it always stood at position 0."""
    decoder, memory = make_decoder().eval(), enc_outputs(1)
    state, seen = decoder.init_state(memory, None), []
    decoder.pos_encoding.register_forward_hook(lambda module, inputs, output: seen.append(inputs[1]))
    for _ in range(3):
        decoder(torch.full((1, 1), 5), state)
    assert seen == [0, 1, 2]


def test_select_state_is_decoding_those_rows_alone():
    decoder, memory = make_decoder().eval(), enc_outputs(3)
    lens, ids = torch.tensor([4, 2, 3]), torch.randint(11, (3, 4))
    rows = torch.tensor([2, 0, 2])
    state = decoder.init_state(memory, lens)
    decoder(ids, state)
    chosen = decoder.select_state(state, rows)
    new = torch.randint(11, (3, 2))
    expected, _ = decoder(torch.cat([ids[rows], new], dim=1), decoder.init_state(memory[rows], lens[rows]))
    torch.testing.assert_close(decoder(new, chosen)[0], expected[:, 4:], rtol=1e-10, atol=1e-10)
    more = torch.randint(11, (3, 1))  # the old state is still the whole batch's
    whole, _ = decoder(torch.cat([ids, more], dim=1), decoder.init_state(memory, lens))
    torch.testing.assert_close(decoder(more, state)[0], whole[:, 4:], rtol=1e-10, atol=1e-10)
    fresh = decoder.select_state(decoder.init_state(memory, None), rows)
    assert fresh[1] is None
    assert fresh[2:] == [[None, None], 0]


def test_saved_weights_stay_as_they_were_while_the_cache_grows():
    decoder, memory = make_decoder().eval(), enc_outputs()
    state, saved, copies = decoder.init_state(memory, ENC_LENS), [], []
    with torch.no_grad():
        for step in range(40):
            decoder(torch.randint(11, (2, 1)), state)
            saved.append(decoder.attention_weights)
            copies.append([[layer.clone() for layer in kind] for kind in saved[-1]])
            assert saved[-1][0][1].shape == (4, 1, step + 1)
    for kept, copy in zip(saved, copies):
        for kind in (0, 1):
            assert all(torch.equal(one, other) for one, other in zip(kept[kind], copy[kind]))


def test_base_classes_and_attention_weights_of_ones_own():
    class Assigned(d2l.AttentionDecoder):
        def init_state(self, enc_outputs, *args):
            return [enc_outputs]

        def forward(self, X, state):
            self.attention_weights = [X]
            return X, state

    class Overridden(Assigned):
        @property
        def attention_weights(self):
            return self._kept

        @attention_weights.setter
        def attention_weights(self, value):
            self._kept = value

    for decoder in (Assigned(), Overridden()):
        net = d2l.EncoderDecoder(torch.nn.Identity(), decoder)
        output, state = net(torch.ones(1), torch.zeros(1))
        assert torch.equal(decoder.attention_weights[0], output)
        assert torch.equal(state[0], torch.ones(1))
    with pytest.raises(NotImplementedError, match="init_state"):
        d2l.Decoder().init_state(torch.ones(1))
    with pytest.raises(NotImplementedError, match="forward"):
        d2l.Decoder()(torch.ones(1), [])


def test_encoder_decoder_hands_the_lengths_to_both():
    encoder = d2l.TransformerEncoder(9, 8, 8, 8, 8, [8], 8, 12, 2, 1, 0.0).double().eval()
    net = d2l.EncoderDecoder(encoder, make_decoder().eval())
    src, tgt = torch.randint(9, (2, 4)), torch.randint(11, (2, 3))
    logits, state = net(src, tgt, ENC_LENS)
    expected, _ = net.decoder(tgt, net.decoder.init_state(encoder(src, ENC_LENS), ENC_LENS))
    torch.testing.assert_close(logits, expected)
    assert state[3] == 3
