"""The book's helpers: aliases, sums and times, curves, devices, modes, seeds."""

import random

import numpy as np
import pytest
import torch
from torch import nn

from d2l_lite import display, utils
from d2l_lite.display import Animator, progress_bar


def test_aliases_do_what_the_book_expects():
    x = utils.reshape(utils.arange(6, dtype=utils.float32), (2, 3))
    assert utils.transpose(x).shape == (3, 2)
    assert utils.concat([x, x], 0).shape == (4, 3)
    assert utils.reduce_sum(x) == 15 and utils.reduce_mean(x) == 2.5
    assert utils.reduce_sum(x, 0).tolist() == [3, 5, 7]
    assert utils.astype(x, utils.int32).dtype == torch.int32
    assert utils.argmax(x, 1).tolist() == [2, 2]
    assert utils.size(x) == 6
    assert isinstance(utils.numpy(x.requires_grad_()), np.ndarray)
    assert utils.ones((2, 2)).sum() == 4 and utils.zeros(3).sum() == 0
    assert utils.tensor([1, 2]).tolist() == [1, 2]


def test_timer_sums_what_it_measured():
    timer = utils.Timer()
    first = timer.stop()
    timer.start()
    second = timer.stop()
    assert first >= 0 and second >= 0
    assert timer.sum() == pytest.approx(first + second)
    assert timer.avg() == pytest.approx((first + second) / 2)
    assert timer.cumsum() == pytest.approx([first, first + second])


def test_accumulator_takes_tensors_and_numbers():
    sums = utils.Accumulator(2)
    sums.add(1, torch.tensor(2.0))
    sums.add(3.5, torch.tensor(4.0))
    assert (sums[0], sums[1]) == (4.5, 6.0)
    with pytest.raises(ValueError, match="2 sums"):
        sums.add(1)
    sums.reset()
    assert sums[0] == 0.0


def test_animator_keeps_curves_without_a_display():
    animator = Animator(xlabel="epoch", legend=["train", "test"], xlim=(0, 3), yscale="log")
    animator.add(1, (0.5, None))
    animator.add(2, (0.25, 0.75))
    axes = animator.draw().axes[0]
    assert [line.get_xydata().tolist() for line in axes.lines] == [[[1, 0.5], [2, 0.25]], [[2, 0.75]]]
    assert axes.get_xlabel() == "epoch" and axes.get_yscale() == "log" and axes.get_xlim() == (0, 3)
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["train", "test"]


def test_animator_redraws_one_picture_in_a_notebook(monkeypatch):
    ipython_display = pytest.importorskip("IPython.display")
    shown = []

    class Handle:
        def update(self, picture):
            shown.append(("update", picture.data[:4]))

    def fake_display(picture, display_id):
        shown.append(("display", picture.data[:4]))
        return Handle()

    monkeypatch.setattr(display, "in_notebook", lambda: True)
    monkeypatch.setattr(ipython_display, "display", fake_display)
    animator = Animator()
    animator.add(1, 2.0)
    animator.add(2, 1.0)
    assert shown == [("display", b"\x89PNG"), ("update", b"\x89PNG")]


def test_progress_bar_is_silent_without_a_terminal(capsys):
    with progress_bar(3, "training") as advance:
        for _ in range(3):
            advance("loss 1.0")
    assert capsys.readouterr().out.strip() == ""


def test_pick_device_says_what_is_there():
    assert utils.pick_device("cpu") == torch.device("cpu")
    assert utils.pick_device(torch.device("cpu")) == torch.device("cpu")
    for name in ("quantum", "cuda:97", "cpu gpu"):
        with pytest.raises(ValueError, match="'auto' or one of: .*cpu"):
            utils.pick_device(name)


@pytest.mark.parametrize(
    ("cuda", "mps", "picked"), [(2, True, "cuda"), (0, True, "mps"), (0, False, "cpu")], ids=["cuda", "mps", "cpu"]
)
def test_auto_takes_cuda_then_mps_then_cpu(monkeypatch, cuda, mps, picked):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: cuda > 0)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: cuda)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: mps)
    assert utils.pick_device() == torch.device(picked)
    assert utils.try_gpu().type == picked
    assert utils.try_gpu(1) == torch.device("cuda:1" if cuda else "cpu")
    assert len(utils.try_all_gpus()) == max(cuda, 1)
    if cuda:
        assert utils.pick_device("cuda:1") == torch.device("cuda:1")
    else:
        with pytest.raises(ValueError, match="no device 'cuda'"):
            utils.pick_device("cuda")


def test_evaluating_puts_every_mode_back_even_after_an_error():
    net = nn.Sequential(nn.Linear(2, 2), nn.Dropout(0.5), nn.Sequential(nn.Dropout(0.1)))
    net.train()
    net[2].eval()  # a frozen part
    before = [module.training for module in net.modules()]
    with pytest.raises(RuntimeError, match="on purpose"), utils.evaluating(net) as inside:
        assert inside is net and not any(module.training for module in net.modules())
        assert not torch.is_grad_enabled()
        raise RuntimeError("on purpose")
    assert [module.training for module in net.modules()] == before
    assert torch.is_grad_enabled()


def test_what_evaluating_computed_may_enter_a_graph():
    net = nn.Linear(2, 2)
    with utils.evaluating(net):
        features = net(torch.ones(1, 2))
    net(features).sum().backward()
    assert net.weight.grad is not None


def test_seed_everything_repeats_all_draws():
    def draws():
        return random.random(), np.random.rand(), torch.rand(1).item()

    utils.seed_everything(2**40 + 7)
    first = draws()
    utils.seed_everything(2**40 + 7)
    assert draws() == first
    utils.seed_everything(8)
    assert draws() != first
