"""Chapter 03: where a word stands, written into its vector."""

import math

import torch
from torch import Tensor, nn

from d2l_lite.fused import Dropout


def frequencies(num_hiddens: int) -> Tensor:
    """1 / 10000^(2j / num_hiddens) for each pair j of columns, float64, (⌈num_hiddens / 2⌉,)."""
    return 10000 ** (-torch.arange(0, num_hiddens, 2, dtype=torch.float64) / num_hiddens)


class PositionalEncoding(nn.Module):
    """Adds sines and cosines of the position, then dropout (Vaswani et al. 2017, section 3.5).

    P[i, 2j] = sin(i / 10000^(2j / num_hiddens)), P[i, 2j + 1] = cos of the same angle.
    P: (1, max_len, num_hiddens), a buffer; sin on the even columns, cos on the odd ones; an odd width ends on a sin.
    `forward(X, offset=0)`: X (b, n, num_hiddens) stands at positions offset … offset + n - 1.
    Raises ValueError for positions past max_len.
    """

    def __init__(self, num_hiddens: int, dropout: float, max_len: int = 1000) -> None:
        super().__init__()
        self.dropout = Dropout(dropout)
        positions = torch.arange(max_len, dtype=torch.float64)  # float32 would be off by 1e-4 at position 1,000
        angles = positions[:, None] * frequencies(num_hiddens)
        P = torch.empty(1, max_len, num_hiddens)
        P[0, :, 0::2] = angles.sin()
        P[0, :, 1::2] = angles[:, : num_hiddens // 2].cos()
        self.register_buffer("P", P, persistent=False)  # computed anew by each model: nothing to save

    def forward(self, X: Tensor, offset: int = 0) -> Tensor:
        end = offset + X.shape[1]
        if end > self.P.shape[1]:
            raise ValueError(
                f"positions up to {end} are needed (offset {offset} + {X.shape[1]} steps), but the encoding was made "
                f"for max_len = {self.P.shape[1]}; make it with a larger max_len, or give shorter sentences"
            )
        return self.dropout(X + self.P[:, offset:end])


class ScaledEmbedding(nn.Module):
    """Embedding times √num_hiddens (Vaswani et al. 2017, section 3.4): ids (b, n) → (b, n, num_hiddens)."""

    def __init__(self, vocab_size: int, num_hiddens: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, num_hiddens)

    @property
    def weight(self) -> nn.Parameter:
        return self.embedding.weight

    def forward(self, ids: Tensor) -> Tensor:
        return self.embedding(ids) * math.sqrt(self.embedding.embedding_dim)


def position_rotation(delta: int, num_hiddens: int) -> Tensor:
    """The rotations that move the encoding by `delta` steps: (num_hiddens / 2, 2, 2) matrices M_j with
    M_j · [sin, cos](i) = [sin, cos](i + delta) for every position i (Vaswani et al. 2017, section 3.5).

    From sin(a + b) = sin a cos b + cos a sin b, with b = delta · frequency j.
    """
    angle = delta * frequencies(num_hiddens)
    sin, cos = angle.sin(), angle.cos()
    return torch.stack([torch.stack([cos, sin], dim=-1), torch.stack([-sin, cos], dim=-1)], dim=-2).float()
