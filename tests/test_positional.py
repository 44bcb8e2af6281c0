"""Chapter 03: positions written into vectors."""

import math

import pytest
import torch

import d2l_lite as d2l


@pytest.mark.parametrize("width", [1, 2, 7, 8])
def test_sines_on_even_columns_cosines_on_odd_ones(width):
    P = d2l.PositionalEncoding(width, 0.0, max_len=12).P
    assert P.shape == (1, 12, width)
    for i in range(12):
        for column in range(width):
            angle = i / 10000 ** (2 * (column // 2) / width)
            expected = math.sin(angle) if column % 2 == 0 else math.cos(angle)
            assert P[0, i, column].item() == pytest.approx(expected, abs=1e-6)


def test_far_positions_are_right_in_float32():
    P = d2l.PositionalEncoding(32, 0.0, max_len=1001).P
    exact = 1000 / 10000 ** (torch.arange(0, 32, 2).double() / 32)
    torch.testing.assert_close(P[0, 1000, 0::2].double(), exact.sin(), rtol=0, atol=1e-6)
    torch.testing.assert_close(P[0, 1000, 1::2].double(), exact.cos(), rtol=0, atol=1e-6)


def test_the_offset_moves_the_window():
    encoding = d2l.PositionalEncoding(6, 0.0, max_len=10)
    X = torch.randn(2, 4, 6)
    torch.testing.assert_close(encoding(X), X + encoding.P[:, :4])
    torch.testing.assert_close(encoding(X, 5), X + encoding.P[:, 5:9])
    torch.testing.assert_close(encoding(X, offset=6), X + encoding.P[:, 6:10])  # up to the very end
    whole = torch.randn(2, 9, 6)
    pieces = [encoding(whole[:, start : start + 3], start) for start in (0, 3, 6)]
    torch.testing.assert_close(torch.cat(pieces, dim=1), encoding(whole))


@pytest.mark.parametrize(("steps", "offset"), [(11, 0), (4, 7), (1, 10)])
def test_positions_past_max_len_are_an_error_that_says_what_to_do(steps, offset):
    encoding = d2l.PositionalEncoding(6, 0.0, max_len=10)
    with pytest.raises(ValueError, match=f"positions up to {steps + offset} .*max_len = 10.*larger max_len"):
        encoding(torch.randn(1, steps, 6), offset)


def test_the_table_is_a_buffer_that_moves_and_is_not_trained():
    encoding = d2l.PositionalEncoding(6, 0.0)
    assert list(encoding.parameters()) == []
    assert [name for name, _ in encoding.named_buffers()] == ["P"]
    assert encoding.P.shape == (1, 1000, 6)
    assert encoding.to(torch.float64)(torch.zeros(1, 2, 6).double()).dtype == torch.float64
    assert encoding.P.dtype == torch.float64
    assert encoding.to("meta").P.device.type == "meta"


def test_dropout_falls_on_the_sum_in_training_mode_only():
    torch.manual_seed(0)
    encoding = d2l.PositionalEncoding(8, 0.5, max_len=200)
    X = torch.randn(4, 200, 8) + 3  # no sum is zero by chance
    dropped = encoding(X)
    kept = dropped != 0
    assert 0.45 < kept.float().mean() < 0.55
    encoding.eval()
    torch.testing.assert_close(dropped[kept], 2 * encoding(X)[kept])
    assert (encoding(X) != 0).all()


def test_scaled_embedding_multiplies_by_the_root_of_the_width():
    torch.manual_seed(0)
    embedding = d2l.ScaledEmbedding(500, 16)
    ids = torch.randint(500, (3, 5))
    torch.testing.assert_close(embedding(ids), embedding.embedding.weight[ids] * 4)
    assert embedding.embedding.weight.std().item() == pytest.approx(1, abs=0.05)  # PyTorch's own start
    assert [name for name, _ in embedding.named_parameters()] == ["embedding.weight"]


@pytest.mark.parametrize("delta", [0, 1, 5, -3])
def test_a_rotation_moves_every_position_by_delta(delta):
    P = d2l.PositionalEncoding(8, 0.0, max_len=40).P[0]
    rotations = d2l.position_rotation(delta, 8)
    assert rotations.shape == (4, 2, 2)
    for i in (3, 10, 30):
        before, after = P[i].view(4, 2), P[i + delta].view(4, 2)  # pairs (sin, cos)
        torch.testing.assert_close((rotations @ before[..., None]).squeeze(-1), after, rtol=0, atol=1e-5)


def test_rotations_are_rotations_and_add_up():
    one, two, three = (d2l.position_rotation(delta, 10) for delta in (1, 2, 3))
    torch.testing.assert_close(two @ one, three)
    torch.testing.assert_close(one @ one.mT, torch.eye(2).expand(5, 2, 2))
