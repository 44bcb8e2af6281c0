"""Two operations that PyTorch does slowly on a CPU, with the same mathematics and less work.

`Dropout` draws its mask from random bytes; `linear_cross_entropy` joins the last linear layer to the loss, so that no
gradient of the size (tokens, vocabulary) is kept beside the logits.
"""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

LEVELS = 256  # one random byte decides about one number
CHUNK_ELEMENTS = 1 << 21  # logits held at once by the fused loss, about 8 MB in float32: the size of a CPU's cache


class Dropout(nn.Dropout):
    """Inverted dropout (Srivastava et al. 2014, section 10): zeros with rate p, the rest divided by 1 - p.

    On a CPU the mask comes from random bytes, several times faster than `torch.bernoulli`. The rate is then p rounded
    to a multiple of 1/256, and the scale follows the rounded rate, so the expectation of the output is exactly the
    input. Elsewhere, and for rates that would round to 0 or 1, this is `nn.Dropout`. An input of any shape.
    """

    def forward(self, X: Tensor) -> Tensor:
        threshold = round(self.p * LEVELS)
        if not self.training or self.p == 0:
            return X
        if X.device.type != "cpu" or not 0 < threshold < LEVELS:
            return F.dropout(X, self.p, training=True)
        words = torch.empty((X.numel() + 7) // 8, dtype=torch.int64).random_(-(2**63), None)
        keep = words.view(torch.uint8)[: X.numel()].view(X.shape) >= threshold
        return X * keep.to(X.dtype).mul_(LEVELS / (LEVELS - threshold))


class _LinearCrossEntropy(torch.autograd.Function):
    """Forward and backward of the output layer and the loss in one pass, some rows of logits at a time."""

    @staticmethod
    def forward(ctx, hidden, weight, bias, target, smoothing):
        num_rows, num_classes = len(hidden), len(weight)
        total = hidden.new_zeros((), dtype=torch.float32 if hidden.dtype.itemsize < 4 else hidden.dtype)
        grad_hidden, grad_weight = torch.empty_like(hidden), torch.zeros_like(weight)
        grad_bias = None if bias is None else torch.zeros_like(bias)
        rows = max(1, CHUNK_ELEMENTS // num_classes)
        for start in range(0, num_rows, rows):
            chunk, wanted = hidden[start : start + rows], target[start : start + rows, None]
            logits = F.linear(chunk, weight, bias)  # (rows, classes)
            log_norm = logits.logsumexp(dim=-1, keepdim=True)
            picked = logits.gather(1, wanted)
            total += (log_norm - (1 - smoothing) * picked).sum()
            if smoothing:
                total -= smoothing * logits.mean(dim=-1).sum()
            grad = logits.sub_(log_norm).exp_()  # the softmax, in the logits' own memory
            if smoothing:
                grad -= smoothing / num_classes
            grad.scatter_add_(1, wanted, grad.new_full(wanted.shape, smoothing - 1))
            torch.mm(grad, weight, out=grad_hidden[start : start + rows])
            grad_weight.addmm_(grad.T, chunk)
            if bias is not None:
                grad_bias += grad.sum(dim=0)
        ctx.save_for_backward(grad_hidden, grad_weight, grad_bias)
        return total

    @staticmethod
    def backward(ctx, grad_total):
        grad_hidden, grad_weight, grad_bias = ctx.saved_tensors
        return (
            grad_hidden * grad_total,
            grad_weight * grad_total,
            None if grad_bias is None else grad_bias * grad_total,
            None,
            None,
        )


def linear_cross_entropy(
    hidden: Tensor, weight: Tensor, bias: Tensor | None, target: Tensor, smoothing: float = 0.0
) -> Tensor:
    """Sum over the rows of the cross-entropy (in nats) of softmax(hidden · weightᵀ + bias) against the targets.

    hidden: (rows, features), weight: (classes, features), bias: (classes,) or None, target: (rows,) class ids.
    smoothing: label smoothing spread over all classes, as in `F.cross_entropy` (Szegedy et al. 2016, section 7).
    Returns a scalar, equal to `F.cross_entropy(F.linear(...), target, reduction="sum", label_smoothing=smoothing)`;
    its gradient was computed in the forward pass, and can be taken once.
    """
    if torch.is_autocast_enabled(hidden.device.type) or not torch.is_grad_enabled():
        logits = F.linear(hidden, weight, bias).float() if hidden.dtype.itemsize < 8 else F.linear(hidden, weight, bias)
        return F.cross_entropy(logits, target, reduction="sum", label_smoothing=smoothing)
    return _LinearCrossEntropy.apply(hidden, weight, bias, target, smoothing)
