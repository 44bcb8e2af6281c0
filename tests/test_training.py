"""Losses, schedule, clipping, the training step, and the toy tasks."""

import math

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from d2l_lite import training
from d2l_lite.decoder import EncoderDecoder, TransformerDecoder
from d2l_lite.decoding import exact_match
from d2l_lite.encoder import TransformerEncoder

BOS, EOS = 1, 2


def small_net(vocab_size=16, width=16, num_layers=1, dropout=0.0, seed=0):
    torch.manual_seed(seed)
    sizes = (vocab_size, width, width, width, width, [width], width, 2 * width, 4, num_layers, dropout)
    return EncoderDecoder(TransformerEncoder(*sizes), TransformerDecoder(*sizes))


def token_losses(pred, label):
    """-log softmax at the label, one token at a time: (b, n)."""
    return torch.stack([-pred[i].log_softmax(-1)[range(len(label[i])), label[i]] for i in range(len(label))])


# Masked cross-entropy


def test_masked_loss_is_the_mean_over_valid_tokens():
    torch.manual_seed(0)
    pred, label = torch.randn(3, 5, 7, dtype=torch.float64), torch.randint(7, (3, 5))
    losses = token_losses(pred, label)
    expected = torch.stack([losses[0, :2].mean(), losses[1].mean(), torch.zeros((), dtype=torch.float64)])
    got = training.MaskedSoftmaxCELoss()(pred, label, torch.tensor([2, 5, 0]))
    torch.testing.assert_close(got, expected)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 4), extra=st.integers(1, 6))
def test_more_padding_never_changes_the_loss(seed, length, extra):
    """d2l divides by the padded length: the same 4 tokens cost half as much when padded to 8."""
    generator = torch.Generator().manual_seed(seed)
    pred = torch.randn(1, 4 + extra, 6, generator=generator)
    label = torch.randint(6, (1, 4 + extra), generator=generator)
    loss, lens = training.MaskedSoftmaxCELoss(), torch.tensor([length])
    torch.testing.assert_close(loss(pred, label, lens), loss(pred[:, :4], label[:, :4], lens))


def test_what_stands_in_the_padding_reaches_neither_loss_nor_gradient():
    pred = torch.randn(2, 4, 5)
    pred[0, 2:] = 1e30
    pred.requires_grad_()
    label = torch.tensor([[1, 2, -1, 99], [0, 1, 2, 3]])
    loss = training.MaskedSoftmaxCELoss()(pred, label, torch.tensor([2, 4]))
    loss.sum().backward()
    assert loss.isfinite().all()
    assert (pred.grad[0, 2:] == 0).all() and (pred.grad[1] != 0).all()


def test_masked_loss_leaves_its_inputs_alone():
    pred, label, lens = torch.randn(2, 3, 4), torch.randint(4, (2, 3)), torch.tensor([1, 3])
    copies = pred.clone(), label.clone(), lens.clone()
    training.MaskedSoftmaxCELoss()(pred, label, lens)
    assert all(torch.equal(now, then) for now, then in zip((pred, label, lens), copies))


# Label smoothing, both definitions


def smoothed_target(target, size, padding_idx, smoothing):
    rows = torch.zeros(len(target), size, dtype=torch.float64)
    for row, wanted in zip(rows, target.tolist()):
        if wanted != padding_idx:
            row += smoothing / (size - 2)
            row[wanted] = 1 - smoothing
            row[padding_idx] = 0
    return rows


@pytest.mark.parametrize(("padding_idx", "smoothing"), [(0, 0.4), (3, 0.1), (0, 0.0)])
def test_label_smoothing_is_the_divergence_to_the_smoothed_target(padding_idx, smoothing):
    torch.manual_seed(1)
    x, target = torch.randn(6, 5, dtype=torch.float64).log_softmax(-1), torch.tensor([0, 1, 2, 3, 4, 1])
    expected = F.kl_div(x, smoothed_target(target, 5, padding_idx, smoothing), reduction="sum")
    got = training.LabelSmoothing(5, padding_idx, smoothing)(x, target)
    torch.testing.assert_close(got, expected)


def test_label_smoothing_is_zero_at_the_target_itself_and_for_padding():
    criterion, target = training.LabelSmoothing(6, 0, 0.3), torch.tensor([2, 5])
    best = smoothed_target(target, 6, 0, 0.3)
    assert criterion(best.log(), target).item() == pytest.approx(0.0, abs=1e-12)
    assert criterion(torch.randn(3, 6).log_softmax(-1), torch.zeros(3, dtype=torch.long)) == 0


def test_label_smoothing_is_finite_at_probability_zero():
    """The penalty chart of The Annotated Transformer: a probability of 0 for padding gave NaN."""
    criterion = training.LabelSmoothing(5, 0, 0.1)
    probabilities = torch.tensor([[0, 0.8, 0.1, 0.05, 0.05], [0, 1, 0, 0, 0]])
    x = probabilities.log().requires_grad_()
    loss = criterion(x[:1], torch.tensor([1]))
    assert 0 < loss < 1
    everything = criterion(x, torch.tensor([1, 1]))
    everything.backward()
    assert everything.isfinite() and everything > loss and x.grad.isfinite().all()


def test_label_smoothing_names_sizes_that_do_not_fit():
    with pytest.raises(ValueError, match="size is 2"):
        training.LabelSmoothing(2, 0, 0.1)
    with pytest.raises(ValueError, match="4 classes.*5"):
        training.LabelSmoothing(5, 0, 0.1)(torch.randn(2, 4).log_softmax(-1), torch.tensor([1, 2]))


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.7])
def test_smoothed_cross_entropy_is_pytorchs(reduction, smoothing):
    torch.manual_seed(2)
    pred, label = torch.randn(4, 3, 7, dtype=torch.float64), torch.randint(7, (4, 3))
    label[1, 1:] = -100
    expected = F.cross_entropy(pred.movedim(-1, 1), label, label_smoothing=smoothing, reduction=reduction)
    torch.testing.assert_close(training.smoothed_cross_entropy(pred, label, smoothing, reduction=reduction), expected)
    masked = training.MaskedSoftmaxCELoss(label_smoothing=smoothing)(pred, label, torch.tensor([3, 1, 3, 3]))
    per_token = training.smoothed_cross_entropy(pred, label, smoothing, reduction="none")
    torch.testing.assert_close(masked, per_token.sum(1) / torch.tensor([3, 1, 3, 3]))


def test_smoothed_cross_entropy_ignores_padding_when_told():
    pred, label = torch.randn(5, 4), torch.tensor([0, 1, 0, 2, 3])
    expected = F.cross_entropy(pred, label, ignore_index=0, label_smoothing=0.2)
    torch.testing.assert_close(training.smoothed_cross_entropy(pred, label, 0.2, ignore_index=0), expected)
    with pytest.raises(ValueError, match="'median'"):
        training.smoothed_cross_entropy(pred, label, 0.2, reduction="median")


def test_the_two_definitions_of_smoothing_differ():
    x, target = torch.tensor([[4.0, 1, 0, 0, 0]]).double().log_softmax(-1), torch.tensor([1])
    entropy = -sum(p * math.log(p) for p in (0.6, 0.4 / 3, 0.4 / 3, 0.4 / 3))  # KL + entropy = cross-entropy
    over_v_minus_2 = training.LabelSmoothing(5, 0, 0.4)(x, target) + entropy
    over_v = training.smoothed_cross_entropy(x, target, 0.4)
    # Cross-entropy is log Z minus the mean logit under the target.
    log_z = math.log(sum(math.exp(logit) for logit in (4, 1, 0, 0, 0)))
    assert over_v_minus_2.item() == pytest.approx(log_z - 0.6 * 1)
    assert over_v.item() == pytest.approx(log_z - 0.6 * 1 - 0.08 * (4 + 1))


# Schedule and clipping


def test_noam_rate_rises_to_the_end_of_warmup_then_falls_with_the_root():
    rates = [training.noam_rate(step, 512, 2.0, 100) for step in range(1, 401)]
    assert max(rates) == rates[99] == pytest.approx(2.0 * 512**-0.5 * 100**-0.5)
    assert rates[49] == pytest.approx(rates[99] / 2)
    assert rates[399] == pytest.approx(rates[99] / 2)
    assert training.noam_rate(0, 512, 2.0, 100) == rates[0]


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), theta=st.floats(0.01, 20.0))
def test_clipping_scales_to_the_joint_norm(seed, theta):
    torch.manual_seed(seed)
    net = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 2))
    net(torch.randn(5, 3)).square().sum().backward()
    net[1].bias.grad = None
    before = [p.grad.clone() for p in net.parameters() if p.grad is not None]
    norm = torch.cat([grad.flatten() for grad in before]).norm()
    returned = training.grad_clipping(net, theta)
    assert float(returned) == pytest.approx(norm.item(), rel=1e-5)
    assert net[1].bias.grad is None
    after = [p.grad for p in net.parameters() if p.grad is not None]
    factor = min(1.0, theta / norm.item())
    for then, now in zip(before, after):
        torch.testing.assert_close(now, then * factor)
        assert factor < 1 or torch.equal(now, then)


def test_clipping_of_nothing_and_of_zeros():
    net = nn.Linear(2, 2)
    assert training.grad_clipping(net, 1.0) == 0
    net.weight.grad = torch.zeros(2, 2)
    assert training.grad_clipping(net.parameters(), 1.0) == 0
    assert (net.weight.grad == 0).all()


# One step


def batch_of(lengths, seed=0):
    generator = torch.Generator().manual_seed(seed)
    longest = max(lengths)
    tgt_len = torch.tensor(lengths)
    tgt = torch.randint(3, 16, (len(lengths), longest), generator=generator)
    tgt[torch.arange(len(lengths)), tgt_len - 1] = EOS
    tgt[torch.arange(longest) >= tgt_len[:, None]] = 0
    src = torch.randint(3, 16, (len(lengths), 6), generator=generator)
    return src, torch.randint(1, 7, (len(lengths),), generator=generator), tgt, tgt_len


def reference_gradients(net, batches):
    """Gradients of the mean over all valid tokens, one sentence at a time."""
    net.zero_grad()
    net.train()
    losses = []
    for src, src_len, tgt, tgt_len in batches:
        for i, m in enumerate(tgt_len.tolist()):
            dec_in = torch.tensor([[BOS, *tgt[i, : m - 1].tolist()]])
            logits, _ = net(src[i : i + 1], dec_in, src_len[i : i + 1])
            losses.append(F.cross_entropy(logits[0], tgt[i, :m], reduction="none"))
    losses = torch.cat(losses)
    losses.mean().backward()
    gradients = [p.grad.clone() for p in net.parameters()]
    net.zero_grad()
    return losses.sum().detach(), len(losses), gradients


def test_train_step_follows_the_gradient_of_the_loss_per_token():
    net = small_net().double()
    batch = batch_of([5, 1, 3])
    total, tokens, gradients = reference_gradients(net, [batch])
    before = [p.detach().clone() for p in net.parameters()]
    for p in net.parameters():
        p.grad = torch.full_like(p, 7.0)  # stale
    net.eval()
    copies = [part.clone() for part in batch]
    optimizer = torch.optim.SGD(net.parameters(), lr=0.5)
    got_total, got_tokens = training.train_step(net, batch, training.MaskedSoftmaxCELoss(), optimizer, None, BOS)
    assert net.training
    assert got_tokens == tokens and not got_total.requires_grad
    torch.testing.assert_close(got_total, total)
    for p, old, gradient in zip(net.parameters(), before, gradients):
        torch.testing.assert_close(p.detach(), old - 0.5 * gradient)
    assert all(torch.equal(now, then) for now, then in zip(batch, copies))


def test_train_step_clips():
    net = small_net()
    before = [p.detach().clone() for p in net.parameters()]
    optimizer = torch.optim.SGD(net.parameters(), lr=1.0)
    training.train_step(net, batch_of([4, 2]), training.MaskedSoftmaxCELoss(), optimizer, 0.01, BOS)
    moved = torch.cat([(p.detach() - old).flatten() for p, old in zip(net.parameters(), before)]).norm()
    assert moved.item() == pytest.approx(0.01, rel=1e-3)


def test_accumulated_batches_equal_one_large_batch():
    """The Annotated Transformer's accumulation divides by nothing, and leaves gradients of the last batches over."""
    net = small_net().double()
    batches = [batch_of([5, 1, 3], seed=1), batch_of([2], seed=2), batch_of([4, 4], seed=3)]
    total, tokens, gradients = reference_gradients(net, batches)
    got_total, got_tokens = training.accumulate_gradients(net, batches, training.MaskedSoftmaxCELoss(), BOS)
    assert got_tokens == tokens and not got_total.requires_grad
    torch.testing.assert_close(got_total, total)
    for p, gradient in zip(net.parameters(), gradients):
        torch.testing.assert_close(p.grad, gradient)


def test_xavier_leaves_embeddings_alone_also_tied_ones():
    net = small_net(vocab_size=400, width=32)
    net.decoder.dense.weight = net.decoder.embedding.embedding.weight
    tied = net.decoder.dense.weight.detach().clone()
    old = net.encoder.blks[0].ffn.dense1.weight.detach().clone()
    training.xavier_init(net)
    assert torch.equal(net.decoder.dense.weight, tied)
    new = net.encoder.blks[0].ffn.dense1.weight.detach()
    bound = math.sqrt(6 / sum(new.shape))
    assert not torch.equal(new, old) and 0.9 * bound < new.abs().max() <= bound
    assert net.encoder.embedding.embedding.weight.std().item() == pytest.approx(32**-0.5, rel=0.05)


# Toy tasks and training loops


@pytest.mark.parametrize("reverse", [False, True])
def test_toy_batches_hold_what_they_say(reverse):
    make = training.reverse_task_batches if reverse else training.copy_task_batches
    batches = make(3, 5, vocab_size=9, num_steps=6, min_steps=2, seed=4, pad=8, bos=0, eos=3)
    lengths = set()
    for src, src_len, tgt, tgt_len in batches:
        assert torch.equal(src_len, tgt_len)
        for source, target, n in zip(src.tolist(), tgt.tolist(), src_len.tolist()):
            words = source[: n - 1]
            assert set(words) <= {1, 2, 4, 5, 6, 7} and 2 <= len(words) <= 6
            assert source[n - 1 :] == [3] + [8] * (len(source) - n)
            assert target == (words[::-1] if reverse else words) + source[n - 1 :]
            lengths.add(n)
    assert len(lengths) > 1
    again = make(3, 5, vocab_size=9, num_steps=6, min_steps=2, seed=4, pad=8, bos=0, eos=3)
    other = make(3, 5, vocab_size=9, num_steps=6, min_steps=2, seed=5, pad=8, bos=0, eos=3)
    assert all(torch.equal(a, b) for one, two in zip(batches, again) for a, b in zip(one, two))
    assert any(
        a.shape != b.shape or not torch.equal(a, b) for one, two in zip(batches, other) for a, b in zip(one, two)
    )


def test_toy_batches_refuse_ids_that_clash():
    with pytest.raises(ValueError, match="pad = 0, bos = 0"):
        training.copy_task_batches(1, 1, bos=0)
    with pytest.raises(ValueError, match="vocab_size = 3"):
        training.copy_task_batches(1, 1, vocab_size=3)


def test_a_small_net_learns_to_reverse_eight_tokens():
    """With d2l's decoder, which adds position 0 at every step, 0 % come out right."""
    net = small_net(width=64)
    training.xavier_init(net)
    history = training.train_toy(net, training.reverse_task_batches(50, 64, seed=0))
    assert history[-1] < history[0] / 10
    assert exact_match(net, training.reverse_task_batches(4, 64, seed=1), BOS, EOS) >= 0.95


def test_the_books_loop_trains_and_reports_the_loss_per_token(capsys):
    net = small_net()
    table = net.encoder.embedding.embedding.weight.detach().clone()
    batches = training.copy_task_batches(4, 16, num_steps=3)
    history = training.train_seq2seq(net, batches, 0.005, 12, {"<bos>": BOS}, "cpu")
    assert len(history) == 12 and history[-1] < history[0] / 2
    assert history[0] == pytest.approx(math.log(16), rel=0.3)  # untrained: about log V a token, whatever the padding
    assert (net.encoder.embedding.embedding.weight - table).abs().max() < 1  # trained on, not drawn anew
    printed = capsys.readouterr().out
    assert f"loss {history[-1]:.3f}" in printed and "tokens/s" in printed
    printed.encode("cp1252")


def test_gradients_that_the_optimizer_does_not_clear_do_not_grow():
    net, batch = small_net(), training.copy_task_batches(1, 4)[0]
    optimizer = torch.optim.SGD(net.decoder.parameters(), lr=0.0)
    sizes = []
    for _ in range(2):
        training.train_step(net, batch, training.MaskedSoftmaxCELoss(), optimizer, None, bos=1)
        sizes.append(sum(float(parameter.grad.norm()) for parameter in net.encoder.parameters()))
    assert sizes[0] == pytest.approx(sizes[1], rel=1e-5)


@pytest.mark.parametrize("dtype", [torch.int32, torch.uint8])
def test_labels_of_any_whole_number_type(dtype):
    pred, label, valid_len = torch.randn(2, 3, 5), torch.tensor([[1, 2, 3], [4, 0, 0]]), torch.tensor([3, 1])
    loss = training.MaskedSoftmaxCELoss()
    assert torch.equal(loss(pred, label.to(dtype), valid_len), loss(pred, label, valid_len))
