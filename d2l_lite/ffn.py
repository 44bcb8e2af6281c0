"""Chapter 04: the same small network at every position."""

from torch import Tensor, nn


class PositionWiseFFN(nn.Module):
    """Two linear layers with a ReLU between, at each position alone (Vaswani et al. 2017, equation 2).

    dense2(max(0, dense1(X))), the same weights at every position.
    (…, ffn_num_input) → (…, ffn_num_outputs).
    """

    def __init__(self, ffn_num_input: int, ffn_num_hiddens: int, ffn_num_outputs: int, **kwargs) -> None:
        super().__init__()
        self.dense1 = nn.Linear(ffn_num_input, ffn_num_hiddens)
        self.relu = nn.ReLU()
        self.dense2 = nn.Linear(ffn_num_hiddens, ffn_num_outputs)

    def forward(self, X: Tensor) -> Tensor:
        return self.dense2(self.relu(self.dense1(X)))


def count_parameters(module: nn.Module) -> int:
    """The number of trainable scalars; a tensor that two layers share counts once, frozen ones and buffers never."""
    return sum(parameter.numel() for parameter in module.parameters() if parameter.requires_grad)
