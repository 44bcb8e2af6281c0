"""Heatmaps: the right numbers under the right labels, and what each head is worth."""

import matplotlib
import numpy as np
import pytest
import torch
from torch import nn

from d2l_lite import heatmaps, training
from d2l_lite.decoder import EncoderDecoder, TransformerDecoder
from d2l_lite.encoder import TransformerEncoder

LAYERS, HEADS, BOS = 2, 3, 1


@pytest.fixture
def net():
    torch.manual_seed(0)
    sizes = (10, 12, 12, 12, 12, [12], 12, 24, HEADS, LAYERS, 0.4)
    return EncoderDecoder(TransformerEncoder(*sizes), TransformerDecoder(*sizes)).train()


def images(figure):
    return [axes for axes in figure.axes if axes.images]


def tick_texts(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


# show_heatmaps


def test_every_matrix_is_drawn_queries_down_on_one_scale():
    matrices = torch.rand(2, 3, 4, 5, requires_grad=True) * 2 - 0.5
    backend = matplotlib.get_backend(auto_select=False)
    figure = heatmaps.show_heatmaps(matrices, "Keys", "Queries", titles=["one", "two", "three"], figsize=(6, 4))
    assert matplotlib.get_backend(auto_select=False) == backend
    drawn = images(figure)
    assert len(drawn) == 6 and len(figure.axes) == 7  # one colour bar
    limits = (matrices.min().item(), matrices.max().item())
    for axes, matrix in zip(drawn, matrices.detach().flatten(0, 1)):
        np.testing.assert_array_equal(axes.images[0].get_array(), matrix.numpy())
        assert axes.images[0].get_clim() == pytest.approx(limits)
        assert axes.get_ylim()[0] > axes.get_ylim()[1]  # the first query on top
    assert [axes.get_title() for axes in drawn] == ["one", "two", "three", "", "", ""]
    assert [axes.get_xlabel() for axes in drawn] == [""] * 3 + ["Keys"] * 3
    assert [axes.get_ylabel() for axes in drawn] == ["Queries", "", ""] * 2
    assert tuple(figure.get_size_inches()) == (6, 4)
    assert drawn[0].images[0].get_cmap().name == "Reds"


@pytest.mark.parametrize("convert", [lambda m: m.tolist(), lambda m: m.numpy(), lambda m: m.bfloat16()])
def test_heatmaps_of_lists_arrays_and_half_precision(convert):
    matrices = torch.eye(3).reshape(1, 1, 3, 3)
    figure = heatmaps.show_heatmaps(convert(matrices), "Keys", "Queries")
    np.testing.assert_array_equal(images(figure)[0].images[0].get_array(), np.eye(3))


def test_heatmaps_of_one_value_and_of_one_key_are_drawn():
    figure = heatmaps.show_heatmaps(torch.ones(1, 2, 3, 1), "Keys", "Queries")
    assert figure._repr_png_().startswith(b"\x89PNG")


def test_heatmaps_name_a_wrong_shape():
    with pytest.raises(ValueError, match=r"\(4, 5\), but \(rows, cols, queries, keys\)"):
        heatmaps.show_heatmaps(torch.rand(4, 5), "Keys", "Queries")


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
def test_heatmaps_of_a_gpu_tensor():
    figure = heatmaps.show_heatmaps(torch.rand(1, 1, 2, 3, device="cuda"), "Keys", "Queries")
    assert images(figure)[0].images[0].get_array().shape == (2, 3)


# attention_of


def test_attention_of_one_sentence(net):
    src, tgt = torch.tensor([4, 5, 6, 2, 0, 0]), torch.tensor([BOS, 7, 8, 9, 3])
    weights = heatmaps.attention_of(net, src, 4, tgt)
    assert net.training and all(module.training for module in net.modules())
    shapes = {kind: tuple(weight.shape) for kind, weight in weights.items()}
    assert shapes == {"encoder": (2, 3, 6, 6), "decoder": (2, 3, 5, 5), "cross": (2, 3, 5, 6)}
    for weight in weights.values():
        assert not weight.requires_grad
        torch.testing.assert_close(weight.sum(-1), torch.ones(weight.shape[:-1]))
    assert (weights["encoder"][..., 4:] == 0).all() and (weights["cross"][..., 4:] == 0).all()
    assert (weights["decoder"].triu(1) == 0).all()
    assert torch.equal(weights["encoder"], heatmaps.attention_of(net, src, 4, tgt)["encoder"])  # no dropout


def test_attention_keeps_layers_and_heads_apart(net):
    src, tgt = torch.tensor([4, 5, 6, 2]), torch.tensor([BOS, 7])
    weights = heatmaps.attention_of(net, src, 4, tgt)
    net.eval()
    net(src[None], tgt[None], torch.tensor([4]))
    for layer in range(LAYERS):
        expected = net.encoder.blks[layer].attention.attention_weights[0]  # (heads, n, n)
        torch.testing.assert_close(weights["encoder"][layer], expected)
        expected = net.decoder.blks[layer].attention2.attention_weights[0]
        torch.testing.assert_close(weights["cross"][layer], expected)


# Labels


def test_labels_stand_on_the_axes_whose_sizes_they_have(net):
    """The Annotated Transformer labels decoder self-attention with source words, and swaps the cross-attention's."""
    src_tokens, tgt_tokens = ["i", "lost", "$5$", "<eos>"], ["<bos>", "j'ai", "perdu", "5", "$"]
    src, tgt = torch.tensor([4, 5, 6, 2, 0, 0]), torch.tensor([BOS, 7, 8, 9, 3])
    weights = heatmaps.attention_of(net, src, 4, tgt)
    figures = heatmaps.translation_heatmaps(weights, src_tokens, tgt_tokens)
    on_axes = {
        "encoder": (src_tokens, src_tokens),
        "decoder": (tgt_tokens, tgt_tokens),
        "cross": (tgt_tokens, src_tokens),
    }
    assert set(figures) == set(on_axes)
    for kind, (queries, keys) in on_axes.items():
        drawn = images(figures[kind])
        assert len(drawn) == LAYERS * HEADS
        for axes, matrix in zip(drawn, weights[kind].flatten(0, 1)):
            shown = axes.images[0].get_array()
            assert shown.shape == (len(queries), len(keys))
            np.testing.assert_array_equal(shown, matrix[: len(queries), : len(keys)].numpy())
            assert axes.get_yticks().tolist() == list(range(len(queries)))
            assert axes.get_xticks().tolist() == list(range(len(keys)))
        assert all(tick_texts(axes.yaxis) == queries for axes in drawn[::HEADS])  # the outer axes
        assert all(tick_texts(axes.xaxis) == keys for axes in drawn[-HEADS:])
        assert [axes.get_title() for axes in drawn[:HEADS]] == ["head 1", "head 2", "head 3"]
        assert drawn[0].get_ylabel().startswith("layer 1") and drawn[HEADS].get_ylabel().startswith("layer 2")
        assert not any(label.get_parse_math() for label in drawn[0].get_yticklabels())  # a "$" in a token is no formula
        assert figures[kind]._repr_png_().startswith(b"\x89PNG")
    assert "target" in images(figures["cross"])[0].get_ylabel()
    assert "source" in images(figures["cross"])[-1].get_xlabel()


def test_labels_that_do_not_fit_are_refused(net):
    weights = heatmaps.attention_of(net, torch.tensor([4, 5, 2]), 3, torch.tensor([BOS, 7]))
    with pytest.raises(ValueError, match="4 source tokens.*3 positions"):
        heatmaps.translation_heatmaps(weights, list("abcd"), list("xy"))
    with pytest.raises(ValueError, match="3 query tokens.*2 rows"):
        heatmaps.translation_heatmaps(weights, list("abc"), list("xyz"))
    figure = heatmaps.show_heatmaps(torch.rand(1, 1, 2, 3), "Keys", "Queries")
    with pytest.raises(ValueError, match="2 rows .* 3 columns"):
        heatmaps.label_heatmap(figure, list("abc"), list("xy"))


# head_importance


def loss_without(net, batches, layer, head):
    """The loss per token while a hook zeroes one head's output on its way into W_o."""
    width = 12 // HEADS

    def zero_head(module, args):
        output = args[0].clone()
        output[..., head * width : (head + 1) * width] = 0
        return (output,)

    hook = None
    if layer is not None:
        hook = net.encoder.blks[layer].attention.W_o.register_forward_pre_hook(zero_head)
    total = tokens = 0
    criterion = training.MaskedSoftmaxCELoss()
    with torch.no_grad():
        for src, src_len, tgt, tgt_len in batches:
            logits, _ = net(src, training.shift_right(tgt, BOS), src_len)
            total += (criterion(logits, tgt, tgt_len) * tgt_len).sum().item()
            tokens += tgt_len.sum().item()
    if hook is not None:
        hook.remove()
    return total / tokens


def test_head_importance_is_the_rise_of_the_loss(net):
    batches = training.copy_task_batches(2, 3, vocab_size=10, num_steps=5, min_steps=2, seed=3)
    batches.append(training.copy_task_batches(1, 2, vocab_size=10, num_steps=1, seed=4)[0])
    before = {name: value.clone() for name, value in net.state_dict().items()}
    net.encoder.blks[0].eval()
    modes = [module.training for module in net.modules()]
    got = heatmaps.head_importance(net, iter(batches), training.MaskedSoftmaxCELoss())
    assert [module.training for module in net.modules()] == modes
    assert all(torch.equal(before[name], value) for name, value in net.state_dict().items())
    net.eval()
    whole = loss_without(net, batches, None, None)
    expected = [[loss_without(net, batches, i, h) - whole for h in range(HEADS)] for i in range(LAYERS)]
    assert got.shape == (LAYERS, HEADS)
    torch.testing.assert_close(got, torch.tensor(expected), atol=1e-6, rtol=1e-3)
    assert got.abs().max() > 1e-4


def test_weights_come_back_after_an_error(net):
    before = {name: value.clone() for name, value in net.state_dict().items()}
    calls = []

    def failing_loss(*args):
        calls.append(1)
        if len(calls) == 3:
            raise RuntimeError("on purpose")
        return training.MaskedSoftmaxCELoss()(*args)

    with pytest.raises(RuntimeError, match="on purpose"):
        heatmaps.head_importance(net, training.copy_task_batches(1, 2, vocab_size=10), failing_loss)
    assert all(torch.equal(before[name], value) for name, value in net.state_dict().items())
    assert net.training


def test_head_importance_takes_any_ordered_container(net):
    batches = training.copy_task_batches(1, 2, vocab_size=10)
    expected = heatmaps.head_importance(net, batches, training.MaskedSoftmaxCELoss())

    class NamedEncoder(nn.Module):
        def __init__(self, encoder):
            super().__init__()
            self.inner = encoder
            self.blks = nn.ModuleDict({f"block {i}": block for i, block in enumerate(encoder.blks)})

        def forward(self, X, valid_lens):
            return self.inner(X, valid_lens)

    named = EncoderDecoder(NamedEncoder(net.encoder), net.decoder)
    torch.testing.assert_close(heatmaps.head_importance(named, batches, training.MaskedSoftmaxCELoss()), expected)


def test_heatmaps_of_a_list_of_tensors_such_as_an_encoders_weights():
    layers = [torch.rand(3, 4, 5, requires_grad=True) for _ in range(2)]
    figure = heatmaps.show_heatmaps(layers, "keys", "queries")
    assert torch.equal(torch.from_numpy(figure.axes[4].images[0].get_array().data), layers[1][1].detach())


def test_a_nan_stays_blank_and_leaves_the_scale_to_the_numbers():
    figure = heatmaps.show_heatmaps(torch.tensor([[[[0.5, torch.nan], [1.0, 2.0]]]]), "keys", "queries")
    assert figure.axes[0].images[0].get_clim() == (0.5, 2.0)
