"""Chapter 05: residual connections, and normalisation over the features."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from d2l_lite.fused import Dropout


class LayerNorm(nn.Module):
    """Layer normalisation (Ba et al. 2016, equation 4) over the trailing axes, with weight and bias.

    (X - mean) / √(variance + eps) · weight + bias, mean and variance over those axes of each position alone.
    normalized_shape: the size of the last axis, or a list of trailing sizes. The variance is the biased one and eps
    stands under the root. The blocks use PyTorch's `nn.LayerNorm`, the same function in one kernel.
    Raises ValueError for an input that doesn't end on these sizes.
    """

    def __init__(self, normalized_shape: int | Sequence[int], eps: float = 1e-5) -> None:
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.eps = eps
        self.axes = tuple(range(-len(shape), 0))
        self.weight = nn.Parameter(torch.ones(shape))
        self.bias = nn.Parameter(torch.zeros(shape))

    def forward(self, X: Tensor) -> Tensor:
        if X.shape[-len(self.axes) :] != self.weight.shape:
            raise ValueError(
                f"X is {tuple(X.shape)}, but this LayerNorm was made for {tuple(self.weight.shape)}; give its "
                "sizes as normalized_shape"
            )
        wide = X.float() if X.dtype.itemsize < 4 else X  # squares above 65,504 overflow in float16
        centred = wide - wide.mean(dim=self.axes, keepdim=True)
        variance = centred.square().mean(dim=self.axes, keepdim=True)
        return (centred * (variance + self.eps).rsqrt()).to(X.dtype) * self.weight + self.bias


class AddNorm(nn.Module):
    """Post-norm: LayerNorm(X + dropout(Y)), as the paper writes it (Vaswani et al. 2017, section 5.4).

    normalized_shape: the last axis, as the paper means it. The book's [steps, features] is accepted too: it fixes the
    number of steps and lets one position change another. Raises ValueError when X and Y differ in shape.
    """

    def __init__(self, normalized_shape: int | Sequence[int], dropout: float, **kwargs) -> None:
        super().__init__()
        self.dropout = Dropout(dropout)
        self.ln = nn.LayerNorm(normalized_shape)

    def forward(self, X: Tensor, Y: Tensor) -> Tensor:
        if X.shape != Y.shape:
            raise ValueError(
                f"a residual connection adds equal shapes, but X is {tuple(X.shape)} and Y is {tuple(Y.shape)}; the "
                "sublayer has to give back the shape it was given"
            )
        return self.ln(self.dropout(Y) + X)


class SublayerConnection(nn.Module):
    """Pre-norm: x + dropout(sublayer(norm(x))), as most code has it (Xiong et al. 2020, figure 1b).

    `forward(x, sublayer)`, sublayer being any function that keeps the shape.
    """

    def __init__(self, size: int | Sequence[int], dropout: float) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(size)
        self.dropout = Dropout(dropout)

    def forward(self, x: Tensor, sublayer: Callable[[Tensor], Tensor]) -> Tensor:
        return x + self.dropout(sublayer(self.norm(x)))
