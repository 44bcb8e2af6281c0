"""Laws that hold for every net, whatever its sizes and weights: drawn at random, small, mostly in float64."""

import copy
import inspect

import pytest
import torch
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from torch import nn

import d2l_lite as d2l

BOS, EOS, VOCAB = 1, 2, 9
WIDTH = 8

quick = settings(max_examples=25, deadline=None, derandomize=True, database=None)
few = settings(quick, max_examples=12)

seeds = st.integers(0, 10_000)
norms = st.sampled_from(["post", "pre"])
makes = st.sampled_from(["book", "config", "shared", "tied"])


def make_net(seed, norm="post", make="config", dropout=0.0, dtype=torch.float64, num_layers=2, num_heads=2):
    """A net with random weights everywhere: the book's classes put together, or one from a configuration."""
    torch.manual_seed(seed)
    if make == "book":
        sizes = (VOCAB, WIDTH, WIDTH, WIDTH, WIDTH, [WIDTH], WIDTH, 12, num_heads, num_layers, dropout)
        net = d2l.EncoderDecoder(
            d2l.TransformerEncoder(*sizes, norm=norm, max_len=50), d2l.TransformerDecoder(*sizes, norm=norm, max_len=50)
        )
    else:
        net = d2l.Transformer(
            d2l.TransformerConfig(
                VOCAB,
                VOCAB,
                num_hiddens=WIDTH,
                ffn_num_hiddens=12,
                num_heads=num_heads,
                num_encoder_layers=num_layers,
                num_decoder_layers=num_layers,
                dropout=dropout,
                norm=norm,
                share_embeddings=make in ("shared", "tied"),
                tie_output=make == "tied",
                max_len=50,
            )
        )
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.3)
    return net.to(dtype)


@st.composite
def nets(draw, **fixed):
    return make_net(draw(seeds), draw(norms), draw(makes), num_layers=draw(st.integers(1, 2)), **fixed)


@st.composite
def sentences(draw, min_batch=1):
    """(src, src_len, tgt, tgt_len): 1 to 3 sentences, up to 6 steps a side, none empty."""
    b, n, m = draw(st.integers(min_batch, 3)), draw(st.integers(1, 6)), draw(st.integers(1, 6))
    torch.manual_seed(draw(seeds))
    src_len = torch.tensor(draw(st.lists(st.integers(1, n), min_size=b, max_size=b)))
    tgt_len = torch.tensor(draw(st.lists(st.integers(1, m), min_size=b, max_size=b)))
    return torch.randint(3, VOCAB, (b, n)), src_len, torch.randint(3, VOCAB, (b, m)), tgt_len


@st.composite
def chunks(draw, total):
    """A way to cut `total` steps into pieces."""
    pieces = []
    while sum(pieces) < total:
        pieces.append(draw(st.integers(1, total - sum(pieces))))
    return pieces


def same(one, other, tolerance=1e-10):
    torch.testing.assert_close(one, other, rtol=tolerance, atol=tolerance)


def seeded(seed, function, *args):
    torch.manual_seed(seed)
    return function(*args)


# ---------------------------------------------------------------- causality


@quick
@given(nets(dropout=0.2), sentences(), st.booleans(), st.data())
def test_later_target_tokens_never_change_earlier_outputs(net, batch, training, data):
    """d2l masks in training mode only; a full pass in evaluation mode then sees the future."""
    src, src_len, tgt, _ = batch
    net.train(training)
    first = data.draw(st.integers(0, tgt.shape[1] - 1))
    changed = tgt.clone()
    changed[:, first:] = (tgt[:, first:] - 2) % 6 + 3  # another id in every place
    before, _ = seeded(5, net, src, tgt, src_len)  # the same seed: the same dropout
    after, _ = seeded(5, net, src, changed, src_len)
    same(after[:, :first], before[:, :first])
    assert (after[:, first:] - before[:, first:]).abs().max() > 1e-6


@quick
@given(nets(), sentences(), st.booleans())
def test_no_gradient_flows_back_from_earlier_outputs_to_later_tokens(net, batch, training):
    src, src_len, tgt, _ = batch
    net.train(training)
    place = tgt.shape[1] // 2
    embedded = []
    net.decoder.embedding.register_forward_hook(lambda module, args, output: embedded.append(output))
    logits, _ = net(src, tgt, src_len)
    gradient = torch.autograd.grad(logits[:, place].sum(), embedded[-1])[0]
    assert gradient[:, place + 1 :].count_nonzero() == 0
    assert gradient[:, place].count_nonzero() > 0


# ---------------------------------------------------------------- padding


def padded_otherwise(ids, lens, extra):
    """The same sentences with other ids in the padding, and more of it."""
    ids = torch.cat([ids, torch.randint(0, VOCAB, (len(ids), extra))], dim=1)
    padding = torch.arange(ids.shape[1]) >= lens[:, None]
    return torch.where(padding, torch.randint(0, VOCAB, ids.shape), ids)


@quick
@given(nets(), sentences(), st.integers(0, 4), st.booleans())
def test_padding_of_the_source_changes_neither_encoder_nor_decoder(net, batch, extra, training):
    src, src_len, tgt, _ = batch
    net.train(training)
    other = padded_otherwise(src, src_len, extra)
    before, after = net.encoder(src, src_len), net.encoder(other, src_len)
    for row, length in enumerate(src_len):
        same(after[row, :length], before[row, :length])
    same(net(other, tgt, src_len)[0], net(src, tgt, src_len)[0])


@quick
@given(nets(), sentences(), st.integers(0, 4))
def test_padding_of_the_target_changes_neither_the_loss_nor_its_gradient(net, batch, extra):
    src, src_len, tgt, tgt_len = batch
    results = []
    for padded in (tgt, padded_otherwise(tgt, tgt_len, extra)):
        net.zero_grad()
        total, tokens = d2l.accumulate_gradients(
            net, [(src, src_len, padded, tgt_len)], d2l.MaskedSoftmaxCELoss(), bos=BOS
        )
        results.append((total, tokens, [parameter.grad for parameter in net.parameters()]))
    same(results[0][0], results[1][0])
    assert results[0][1] == results[1][1]
    for one, other in zip(results[0][2], results[1][2]):
        same(one, other)


@quick
@given(sentences(), st.integers(0, 4), seeds)
def test_the_loss_does_not_read_predictions_past_the_end(batch, extra, seed):
    _, _, label, lens = batch
    torch.manual_seed(seed)
    pred = torch.randn(*label.shape, VOCAB).double()
    longer = torch.cat([pred, torch.full((len(pred), extra, VOCAB), 1e4).double()], dim=1)
    longer[torch.arange(longer.shape[1]) >= lens[:, None]] = float("nan")
    same(d2l.MaskedSoftmaxCELoss()(longer, padded_otherwise(label, lens, extra), lens),
         d2l.MaskedSoftmaxCELoss()(pred, label, lens))  # fmt: skip


# ---------------------------------------------------------------- permutations


@quick
@given(seeds, st.integers(1, 5), st.integers(1, 6), st.booleans())
def test_attention_does_not_care_for_the_order_of_keys_and_follows_that_of_queries(seed, num_queries, num_keys, masked):
    torch.manual_seed(seed)
    attention = d2l.MultiHeadAttention(4, 6, 5, 8, 2, 0.0).double().eval()
    queries, keys, values = (torch.randn(2, n, d).double() for n, d in [(num_queries, 6), (num_keys, 4), (num_keys, 5)])
    mask = torch.rand(2, num_queries, num_keys) < 0.7 if masked else None
    order, turn = torch.randperm(num_keys), torch.randperm(num_queries)
    output = attention(queries, keys, values, mask)
    same(attention(queries, keys[:, order], values[:, order], None if mask is None else mask[:, :, order]), output)
    same(attention(queries[:, turn], keys, values, None if mask is None else mask[:, turn]), output[:, turn])


class NoPositions(nn.Module):
    def forward(self, X, offset=0):
        return X


@quick
@given(nets(), st.integers(2, 6), seeds)
def test_an_encoder_without_positions_follows_a_permutation_and_one_with_them_does_not(net, length, seed):
    torch.manual_seed(seed)
    encoder = net.encoder.eval()
    ids, lens = torch.randint(3, VOCAB, (1, length + 2)), torch.tensor([length])
    order = torch.cat([torch.randperm(length), torch.arange(length, length + 2)])  # of the valid tokens
    moved = ids[:, order]
    if not torch.equal(moved[:, :length], ids[:, :length]):
        difference = encoder(moved, lens)[:, :length] - encoder(ids, lens)[:, order][:, :length]
        assert difference.abs().max() > 1e-6
    encoder.pos_encoding = NoPositions()
    same(encoder(moved, lens)[:, :length], encoder(ids, lens)[:, order][:, :length])


# ---------------------------------------------------------------- step by step


@quick
@given(st.data(), st.sampled_from([(torch.float64, 1e-10), (torch.float32, 1e-5)]), st.booleans())
def test_decoding_in_pieces_is_decoding_at_once(data, precision, grad):
    dtype, tolerance = precision
    net = data.draw(nets(dtype=dtype)).eval()
    src, src_len, _, _ = data.draw(sentences())
    steps = data.draw(st.integers(1, 9))
    tgt = torch.randint(3, VOCAB, (len(src), steps))
    with torch.set_grad_enabled(grad):
        memory = net.encoder(src, src_len)
        full, _ = net.decoder(tgt, net.decoder.init_state(memory, src_len))
        own, cross = net.decoder.attention_weights
        state, outputs, done = net.decoder.init_state(memory, src_len), [], 0
        saved = []
        for piece in tgt.split(data.draw(chunks(steps)), dim=1):
            output, state = net.decoder(piece, state)
            outputs.append(output)
            done += piece.shape[1]
            saved.append((done, net.decoder.attention_weights))
    assert state[3] == steps
    torch.testing.assert_close(torch.cat(outputs, dim=1), full, rtol=tolerance, atol=tolerance)
    for layer in range(len(own)):  # what was saved on the way, read when all is done
        rows = [nn.functional.pad(weights[0][layer], (0, steps - done)) for done, weights in saved]
        torch.testing.assert_close(torch.cat(rows, dim=1), own[layer], rtol=tolerance, atol=tolerance)
        rows = [weights[1][layer] for _, weights in saved]
        torch.testing.assert_close(torch.cat(rows, dim=1), cross[layer], rtol=tolerance, atol=tolerance)


@quick
@given(nets(), sentences(), st.data())
def test_a_selected_state_decodes_those_rows_alone(net, batch, data):
    src, src_len, tgt, _ = batch
    net.eval()
    rows = torch.tensor(data.draw(st.lists(st.integers(0, len(src) - 1), min_size=1, max_size=4)))
    done = data.draw(st.integers(0, tgt.shape[1] - 1))
    with torch.no_grad():
        state = net.decoder.init_state(net.encoder(src, src_len), src_len)
        if done:
            net.decoder(tgt[:, :done], state)
        chosen = net.decoder.select_state(state, rows)
        after, _ = net.decoder(tgt[rows, done:], chosen)
        alone, _ = net(src[rows], tgt[rows], src_len[rows])
        same(after, alone[:, done:])
        whole, _ = net(src, tgt, src_len)  # and the state that was selected from has not moved
        same(net.decoder(tgt[:, done:], state)[0], whole[:, done:])


def counting(linear):
    rows = []
    linear.register_forward_hook(lambda module, args, output: rows.append(args[0].flatten(0, -2).shape[0]))
    return rows


@few
@given(nets(), sentences(), st.integers(1, 12), st.booleans(), st.floats(0, 3))
def test_every_step_is_projected_once_and_every_source_once(net, batch, max_len, beam, bias):
    """d2l keeps inputs and projects all of them again: 1,275 key projections for 50 steps."""
    src, src_len, _, _ = batch
    likelier_eos(net, bias)
    own = [counting(block.attention1.W_k) for block in net.decoder.blks]
    cross = [counting(block.attention2.W_k) for block in net.decoder.blks]
    steps = counting(net.decoder.dense)
    if beam:
        d2l.beam_decode(net, src, src_len, BOS, EOS, max_len, beam_size=2)
    else:
        outputs = d2l.greedy_decode(net, src, src_len, BOS, EOS, max_len)
        assert sum(steps) == sum(min(len(ids) + 1, max_len) for ids in outputs)  # those that are done have left
    for layer in range(len(own)):
        assert own[layer] == steps
        assert cross[layer] == [src.numel()]


# ---------------------------------------------------------------- batches


@quick
@given(nets(), sentences(min_batch=2))
def test_a_batch_of_one_is_a_row_of_a_batch_of_many(net, batch):
    src, src_len, tgt, tgt_len = batch
    net.eval()
    logits, _ = net(src, tgt, src_len)
    losses = d2l.MaskedSoftmaxCELoss()(logits, tgt, tgt_len)
    greedy = d2l.greedy_decode(net, src, src_len, BOS, EOS, max_len=8)
    beams = d2l.beam_decode(net, src, src_len, BOS, EOS, max_len=8, beam_size=3)
    for row in range(len(src)):
        one = slice(row, row + 1)
        alone = src[one, : src_len[row]]
        same(net(alone, tgt[one], src_len[one])[0], logits[one])
        same(d2l.MaskedSoftmaxCELoss()(logits[one], tgt[one], tgt_len[one]), losses[one])
        assert d2l.greedy_decode(net, alone, src_len[one], BOS, EOS, max_len=8) == greedy[one]
        beam = d2l.beam_decode(net, alone, None, BOS, EOS, max_len=8, beam_size=3)[0]
        assert [ids for ids, _ in beam] == [ids for ids, _ in beams[row]]
        assert [score for _, score in beam] == pytest.approx([score for _, score in beams[row]])


# ---------------------------------------------------------------- search


def likelier_eos(net, by):
    """Random nets seldom say eos; some of these do, at different steps. None says bos, which no result would show."""
    with torch.no_grad():
        net.decoder.dense.bias[EOS] += by
        net.decoder.dense.bias[BOS] = -100
    return net


def scorer(net, src, src_len):
    """The net as `beam_search` wants it: whole prefixes, one sentence, no cache."""

    @torch.no_grad()
    def step(prefixes):
        rows = len(prefixes)
        logits, _ = net.eval()(src.expand(rows, -1), torch.tensor(prefixes), src_len.expand(rows))
        return logits[:, -1].log_softmax(-1)

    return step


@quick
@given(nets(), sentences(), st.integers(1, 8), st.floats(-1, 3))
def test_a_beam_of_one_without_length_penalty_is_greedy(net, batch, max_len, bias):
    src, src_len, _, _ = batch
    likelier_eos(net, bias)
    greedy = d2l.greedy_decode(net, src, src_len, BOS, EOS, max_len)
    beams = d2l.beam_decode(net, src, src_len, BOS, EOS, max_len, beam_size=1, alpha=0.0)
    assert [beam[0][0] for beam in beams] == greedy
    for row in range(len(src)):
        step = scorer(net, src[row : row + 1], src_len[row : row + 1])
        assert d2l.beam_search(step, BOS, EOS, 1, max_len, 0.0)[0][0] == greedy[row]


@few
@given(nets(), sentences(), st.integers(2, 4), st.floats(0, 1), st.floats(0, 3))
def test_decoding_with_the_cache_is_the_search_over_whole_prefixes(net, batch, beam_size, alpha, bias):
    src, src_len, _, _ = batch
    likelier_eos(net, bias)
    beams = d2l.beam_decode(net, src, src_len, BOS, EOS, 6, beam_size, alpha)
    for row, beam in enumerate(beams):
        plain = d2l.beam_search(scorer(net, src[row : row + 1], src_len[row : row + 1]), BOS, EOS, beam_size, 6, alpha)
        assert [ids for ids, _ in beam] == [ids for ids, _ in plain]
        assert [score for _, score in beam] == pytest.approx([score for _, score in plain])


@quick
@given(nets(), sentences(), st.integers(1, 4), st.floats(0, 1), st.floats(0, 3))
def test_a_finished_hypothesis_never_changes(net, batch, beam_size, alpha, bias):
    """After max_len steps a hypothesis that still lives has max_len ids, and one that has ended has fewer."""
    src, src_len, _, _ = batch
    likelier_eos(net, bias)
    for row in range(len(src)):
        step, finished = scorer(net, src[row : row + 1], src_len[row : row + 1]), {}
        for max_len in range(1, 7):
            found = d2l.beam_search(step, BOS, EOS, beam_size, max_len, alpha)
            assert 1 <= len(found) <= beam_size
            ended = {tuple(ids): score for ids, score in found if len(ids) < max_len}
            assert ended.items() >= finished.items()
            finished = ended
            if len(finished) == beam_size:
                later = d2l.beam_search(step, BOS, EOS, beam_size, 12, alpha)
                assert {tuple(ids): score for ids, score in later} == finished


@quick
@given(nets(), sentences(), st.integers(1, 6), st.booleans(), st.floats(0, 3))
def test_a_finished_sentence_stays_and_the_mode_too(net, batch, max_len, training, bias):
    src, src_len, _, _ = batch
    likelier_eos(net, bias)
    net.train(training)
    net.encoder.blks[0].eval()
    modes = [module.training for module in net.modules()]
    short = d2l.greedy_decode(net, src, src_len, BOS, EOS, max_len)
    longer = d2l.greedy_decode(net, src, src_len, BOS, EOS, max_len + 3)
    for one, other in zip(short, longer):
        assert other == one if len(one) < max_len else other[:max_len] == one
    assert [module.training for module in net.modules()] == modes


# ---------------------------------------------------------------- nothing to attend to


@quick
@given(st.data(), st.booleans(), st.sampled_from([torch.float32, torch.bfloat16, torch.float16]))
def test_an_empty_source_gives_finite_outputs_and_gradients(data, training, dtype):
    """d2l gives weight to the padding here, labml NaN."""
    net = data.draw(nets(dtype=dtype, dropout=0.1)).train(training)
    src, src_len, tgt, _ = data.draw(sentences())
    src_len = src_len.clone()
    src_len[0] = 0
    logits, _ = net(src, tgt, src_len)
    assert logits.dtype == dtype
    assert logits.isfinite().all()
    logits.float().square().mean().backward()
    for parameter in net.parameters():
        assert parameter.grad is None or parameter.grad.isfinite().all()
    if not training:
        assert all(weights[: net.encoder.blks[0].attention.num_heads].count_nonzero() == 0
                   for weights in net.encoder.attention_weights)  # fmt: skip
        other = torch.cat([src[:1].flip(1) % 6 + 3, src[1:]])
        torch.testing.assert_close(net(other, tgt, src_len)[0], logits)  # nothing of it is read


# ---------------------------------------------------------------- inputs


def leaf(*shape):
    return torch.randn(shape).requires_grad_()


def ids(*shape):
    return torch.randint(3, VOCAB, shape)


LENS = torch.tensor([2, 0])


def block_state():
    return [torch.randn(2, 4, WIDTH), LENS, [None], 0]


def block_of(name, *more):
    return getattr(d2l, name)(WIDTH, WIDTH, WIDTH, WIDTH, WIDTH, WIDTH, 12, 2, 0.1, *more)


def stack_of(name):
    return getattr(d2l, name)(VOCAB, WIDTH, WIDTH, WIDTH, WIDTH, WIDTH, WIDTH, 12, 2, 2, 0.1)


def mha(name):
    return getattr(d2l, name)(WIDTH, WIDTH, WIDTH, WIDTH, 2, 0.1)


def attention_inputs():
    return leaf(2, 3, WIDTH), leaf(2, 4, WIDTH), leaf(2, 4, WIDTH), LENS


# Each entry makes a function and its arguments; state is what a decoder moves on, so only its tensors are compared.
CALLS = {
    "sequence_mask": lambda: (d2l.sequence_mask, leaf(2, 4, 3), LENS, -1),
    "combine_masks": lambda: (d2l.combine_masks, torch.rand(2, 1, 4) < 0.5, torch.rand(1, 3, 4) < 0.5),
    "attention_mask": lambda: (d2l.attention_mask, LENS, (2, 3, 4)),
    "masked_softmax": lambda: (d2l.masked_softmax, leaf(2, 3, 4), LENS),
    "masked_softmax with a mask": lambda: (d2l.masked_softmax, leaf(2, 3, 4), torch.rand(2, 3, 4) < 0.5),
    "dot_product_scores": lambda: (d2l.dot_product_scores, leaf(2, 3, 4), leaf(2, 5, 4)),
    "attention": lambda: (d2l.attention, leaf(2, 3, 4), leaf(2, 5, 4), leaf(2, 5, 6), torch.rand(2, 3, 5) < 0.5),
    "DotProductAttention": lambda: (d2l.DotProductAttention(0.1), *attention_inputs()),
    "AdditiveAttention": lambda: (d2l.AdditiveAttention(WIDTH, WIDTH, 5, 0.1), *attention_inputs()),
    "split_heads": lambda: (d2l.split_heads, leaf(2, 3, 8), 4),
    "merge_heads": lambda: (d2l.merge_heads, leaf(2, 4, 3, 2)),
    "transpose_qkv": lambda: (d2l.transpose_qkv, leaf(2, 3, 8), 4),
    "transpose_output": lambda: (d2l.transpose_output, leaf(8, 3, 2), 4),
    "MultiHeadAttention": lambda: (mha("MultiHeadAttention"), *attention_inputs()),
    "AdditiveMultiHeadAttention": lambda: (mha("AdditiveMultiHeadAttention"), *attention_inputs()),
    "RelativeMultiHeadAttention": lambda: (mha("RelativeMultiHeadAttention"), *attention_inputs()),
    "PositionalEncoding": lambda: (d2l.PositionalEncoding(WIDTH, 0.1), leaf(2, 3, WIDTH), 2),
    "ScaledEmbedding": lambda: (d2l.ScaledEmbedding(VOCAB, WIDTH), ids(2, 3)),
    "PositionWiseFFN": lambda: (d2l.PositionWiseFFN(WIDTH, 6, 5), leaf(2, 3, WIDTH)),
    "LayerNorm": lambda: (d2l.LayerNorm(WIDTH), leaf(2, 3, WIDTH)),
    "AddNorm": lambda: (d2l.AddNorm(WIDTH, 0.1), leaf(2, 3, WIDTH), leaf(2, 3, WIDTH)),
    "SublayerConnection": lambda: (d2l.SublayerConnection(WIDTH, 0.1), leaf(2, 3, WIDTH), torch.tanh),
    "EncoderBlock": lambda: (block_of("EncoderBlock"), leaf(2, 3, WIDTH), LENS),
    "PreNormEncoderBlock": lambda: (block_of("PreNormEncoderBlock"), leaf(2, 3, WIDTH), LENS),
    "TransformerEncoder": lambda: (stack_of("TransformerEncoder"), ids(2, 3), LENS),
    "attend_cached": lambda: (d2l.attend_cached, mha("MultiHeadAttention"), leaf(2, 3, WIDTH), d2l.KeyValueCache()),
    "DecoderBlock": lambda: (block_of("DecoderBlock", 0), leaf(2, 3, WIDTH), block_state()),
    "PreNormDecoderBlock": lambda: (block_of("PreNormDecoderBlock", 0), leaf(2, 3, WIDTH), block_state()),
    "TransformerDecoder": lambda: (stack_of("TransformerDecoder"), ids(2, 3),
                                   [torch.randn(2, 4, WIDTH), LENS, [None] * 2, 0]),
    "KeyValueCache": lambda: (d2l.KeyValueCache().append, leaf(2, 2, 3, 4), leaf(2, 2, 3, 4)),
    "EncoderDecoder": lambda: (make_net(0, make="book", dtype=torch.float32), ids(2, 3), ids(2, 4), LENS),
    "Transformer": lambda: (make_net(0, dtype=torch.float32), ids(2, 3), ids(2, 4), LENS),
    "Generator": lambda: (d2l.Generator(WIDTH, VOCAB), leaf(2, 3, WIDTH)),
    "SequenceFirst": lambda: (lambda q, k, v, mask: d2l.SequenceFirst(mha("MultiHeadAttention"))(
        query=q, key=k, value=v, mask=mask),
        leaf(3, 2, WIDTH), leaf(4, 2, WIDTH), leaf(4, 2, WIDTH), torch.rand(3, 4, 2) < 0.5),
    "Dropout": lambda: (d2l.Dropout(0.3), leaf(2, 3)),
    "linear_cross_entropy": lambda: (d2l.linear_cross_entropy, leaf(5, WIDTH), leaf(VOCAB, WIDTH), leaf(VOCAB), ids(5)),
    "MaskedSoftmaxCELoss": lambda: (d2l.MaskedSoftmaxCELoss(), leaf(2, 3, VOCAB), ids(2, 3), LENS),
    "LabelSmoothing": lambda: (d2l.LabelSmoothing(VOCAB, 0, 0.1), leaf(4, VOCAB), ids(4)),
    "smoothed_cross_entropy": lambda: (d2l.smoothed_cross_entropy, leaf(2, 3, VOCAB), ids(2, 3), 0.1),
    "shift_right": lambda: (d2l.shift_right, ids(2, 3), BOS),
    "greedy_decode": lambda: (d2l.greedy_decode, make_net(0, dtype=torch.float32), ids(2, 3), LENS, BOS, EOS, 4),
    "beam_decode": lambda: (d2l.beam_decode, make_net(0, dtype=torch.float32), ids(2, 3), LENS, BOS, EOS, 4),
    "attention_of": lambda: (d2l.attention_of, make_net(0, dtype=torch.float32), ids(3), 2, ids(4)),
    "average_checkpoints": lambda: (d2l.average_checkpoints, [{"w": leaf(2)}, {"w": leaf(2)}]),
}  # fmt: skip
CHAPTERS = ["attention", "multi_head", "positional", "ffn", "add_norm", "encoder", "cache", "decoder", "transformer",
            "variants", "fused"]  # fmt: skip
# Base classes, a configuration, and functions that take no tensor.
NO_TENSORS = {"Encoder", "Decoder", "AttentionDecoder", "TransformerConfig", "frequencies", "position_rotation",
              "subsequent_mask", "count_parameters"}  # fmt: skip


def tensors_in(thing):
    if isinstance(thing, torch.Tensor):
        return [thing]
    if isinstance(thing, dict):
        return tensors_in(list(thing.values()))
    if isinstance(thing, nn.Module):
        return list(thing.state_dict().values())
    return [tensor for item in thing for tensor in tensors_in(item)] if isinstance(thing, (list, tuple)) else []


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("name", CALLS)
def test_inputs_and_weights_are_as_they_were(name, training):
    """Leaves that need gradients, too: changing one in place is an error of PyTorch's, as in d2l's masked_softmax."""
    torch.manual_seed(0)
    function, *args = CALLS[name]()
    for module in [function, *args]:
        if isinstance(module, nn.Module):
            module.train(training)
    given_tensors = tensors_in([function, *args])
    before = [(copy.deepcopy(tensor.detach()), tensor._version) for tensor in given_tensors]
    result = function(*args)
    outputs = [tensor for tensor in tensors_in(result) if tensor.requires_grad and tensor.grad_fn is not None]
    if outputs:
        sum(output.float().sum() for output in outputs).backward()
    for tensor, (value, version) in zip(given_tensors, before, strict=True):
        assert torch.equal(tensor.detach(), value)
        assert tensor._version == version  # not even changed and changed back


def test_no_public_function_was_forgotten():
    public = {name for chapter in CHAPTERS for name in d2l._MODULES[chapter].split()}
    missing = public - {name.split()[0] for name in CALLS} - NO_TENSORS
    assert not missing
    assert all(inspect.isclass(getattr(d2l, name)) or callable(getattr(d2l, name)) for name in public)


@quick
@given(sentences(), seeds)
def test_a_padding_mask_and_lengths_are_the_same_thing(batch, seed):
    _, _, ids, lens = batch
    assume(ids.shape[1] > 1)
    attention = make_net(seed).encoder.blks[0].attention.eval()
    X = torch.randn(*ids.shape, WIDTH).double()
    mask = torch.arange(ids.shape[1]) < lens[:, None, None]  # (b, 1, k)
    same(attention(X, X, X, mask), attention(X, X, X, lens))
    per_query = lens[:, None].expand(ids.shape)
    same(attention(X, X, X, per_query), attention(X, X, X, lens))
