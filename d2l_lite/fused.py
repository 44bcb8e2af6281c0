"""Three operations that PyTorch does slowly on a CPU, with the same mathematics and less work.

`Dropout` draws its mask from random bytes; `attention_with_dropout` is an attention whose weights go through it;
`linear_cross_entropy` joins the last linear layer to the loss, so that no gradient of the size (tokens, vocabulary) is
kept beside the logits.
"""

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.autograd.function import once_differentiable

SHORT_ROW = 16  # a softmax over fewer numbers than a processor's vector holds goes one by one in PyTorch
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
        return X * _dropout_factors(X.shape, threshold, X.dtype)


def _dropout_factors(shape: torch.Size, threshold: int, dtype: torch.dtype) -> Tensor:
    """0 with probability threshold / LEVELS, otherwise what keeps the expectation at 1."""
    size = math.prod(shape)
    words = torch.empty((size + 7) // 8, dtype=torch.int64).random_(-(2**63), None)
    levels = words.view(torch.uint8)[:size].view(shape).to(dtype)  # every type of float holds 0 to 255 exactly
    return levels.ge_(threshold).mul_(LEVELS / (LEVELS - threshold))  # comparing floats is faster than bytes


class _AttentionWithDropout(torch.autograd.Function):
    """Forward and backward over all matrices of a batch, with as few passes over the weights as there can be."""

    @staticmethod
    def forward(ctx, queries, keys, values, mask, threshold):
        scores_shape = (*queries.shape[:-1], keys.shape[-2])
        ctx.scale = 1 / math.sqrt(queries.shape[-1])
        flat = [tensor.reshape(-1, *tensor.shape[-2:]) for tensor in (queries, keys, values)]
        short = scores_shape[-1] < SHORT_ROW
        # exp(s) = 2^(s · log2 e): PyTorch's exp2 is several times faster than exp, above all far below zero.
        scores = _scaled_bmm(flat[0], flat[1].mT, ctx.scale * (math.log2(math.e) if short else 1))
        weights = _masked_softmax(scores.view(scores_shape), mask, short)
        dropped = _dropout_factors(scores_shape, threshold, weights.dtype).mul_(weights).flatten(0, -3)
        ctx.save_for_backward(*flat, weights.flatten(0, -3), dropped)
        ctx.mark_non_differentiable(weights)
        return torch.bmm(dropped, flat[2]).view(*queries.shape[:-1], -1), weights

    @staticmethod
    @once_differentiable
    def backward(ctx, grad_output, _):
        queries, keys, values, weights, dropped = ctx.saved_tensors
        leading, grad_output = grad_output.shape[:-2], grad_output.reshape(-1, *grad_output.shape[-2:])
        grad_values = torch.bmm(dropped.mT, grad_output)
        grad = torch.bmm(grad_output, values.mT).mul_(dropped)
        # The softmax's: weights · (grad - its mean under the weights), where grad holds one factor of weights already.
        grad.addcmul_(weights, grad.sum(dim=-1, keepdim=True), value=-1)
        grads = _scaled_bmm(grad, keys, ctx.scale), _scaled_bmm(grad.mT, queries, ctx.scale), grad_values
        return *(each.view(*leading, *each.shape[-2:]) for each in grads), None, None


def _scaled_bmm(A: Tensor, B: Tensor, scale: float) -> Tensor:
    return torch.baddbmm(A.new_zeros(()).expand(1, 1, 1), A, B, beta=0, alpha=scale)


def _masked_softmax(scores: Tensor, mask: Tensor | None, base_2: bool) -> Tensor:
    """Softmax over the last axis, zeros where nothing is allowed. base_2: in powers of 2, in the scores' own memory."""
    if mask is not None:
        scores += torch.zeros(mask.shape, dtype=scores.dtype).masked_fill_(~mask, torch.finfo(scores.dtype).min)
    if base_2:
        weights = scores.sub_(scores.amax(dim=-1, keepdim=True)).exp2_()
        weights /= weights.sum(dim=-1, keepdim=True)
    else:
        weights = scores.softmax(dim=-1)
    if mask is not None and not (some := mask.any(dim=-1, keepdim=True)).all():
        weights *= some
    return weights


def attention_with_dropout(
    queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor | None, rate: float
) -> tuple[Tensor, Tensor]:
    """`dropout(softmax(queries · keysᵀ / √d)) · values` with the dropout of `Dropout`, which draws the same numbers.

    queries: (…, q, d), keys: (…, k, d), values: (…, k, v), on a CPU, float32 or float64, with the same leading axes;
    mask: None, or boolean, True where attention is allowed, broadcastable to (…, q, k).
    Returns the output (…, q, v) and the weights before dropout, (…, q, k), which carry no gradient. The output can be
    differentiated once.
    """
    return _AttentionWithDropout.apply(queries, keys, values, mask, round(rate * LEVELS))


def fits_attention_with_dropout(queries: Tensor, keys: Tensor, values: Tensor, rate: float) -> bool:
    """Whether `attention_with_dropout` can do this; otherwise the same steps one by one have to."""
    return (
        queries.device.type == "cpu"
        and queries.dtype in (torch.float32, torch.float64)
        and queries.dtype == keys.dtype == values.dtype
        and queries.shape[:-2] == keys.shape[:-2] == values.shape[:-2] != ()
        and min(queries.numel(), keys.numel(), values.numel()) > 0
        and 0 < round(rate * LEVELS) < LEVELS
        and not torch.is_autocast_enabled("cpu")
        and not torch.compiler.is_compiling()
    )


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
    @once_differentiable
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
