"""What one step of training is made of: the learning rate, the loss, and a watch on both."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from d2l_lite.batches import EncodedPairs, TrainingBatch, batches_in_order
from d2l_lite.config import RunConfig
from d2l_lite.fused import linear_cross_entropy
from d2l_lite.training import noam_rate
from d2l_lite.transformer import Transformer
from d2l_lite.utils import evaluating


def learning_rate(config: RunConfig, step: int, total_steps: int) -> float:
    """The rate at `step`, which counts from 1, by the configuration's schedule.

    "noam" is Vaswani et al. 2017, equation 3, with its peak at `learning_rate`; "linear" rises and falls to 0;
    "constant" stays where the warm-up ends.
    """
    warm = min(1.0, step / config.warmup) if config.warmup else 1.0
    if config.schedule == "noam" and config.warmup:
        factor = config.learning_rate * math.sqrt(config.num_hiddens * config.warmup)
        return noam_rate(step, config.num_hiddens, factor, config.warmup)
    if config.schedule == "linear":
        left = (total_steps - step + 1) / max(1, total_steps - config.warmup)
        return config.learning_rate * min(warm, max(left, 0.0))
    return config.learning_rate * warm


def batch_loss(net: nn.Module, batch: TrainingBatch, smoothing: float) -> Tensor:
    """Sum of the cross-entropies of a batch's valid target tokens, in nats, a scalar.

    The output layer sees valid positions only, and is joined to the loss, where the net gives its features.
    """
    if hasattr(net.decoder, "features") and isinstance(net, Transformer):
        features = net.features(batch.src, batch.dec_in, batch.src_len).flatten(0, 1)[batch.places]
        dense = net.decoder.dense
        return linear_cross_entropy(features, dense.weight, dense.bias, batch.labels, smoothing)
    logits, _ = net(batch.src, batch.dec_in, batch.src_len)
    logits = logits.flatten(0, 1)[batch.places].float()
    return F.cross_entropy(logits, batch.labels, reduction="sum", label_smoothing=smoothing)


def mean_loss(net: nn.Module, pairs: EncodedPairs, max_tokens: int, device: torch.device) -> float:
    """Cross-entropy per target token in nats, without smoothing, in evaluation mode."""
    total = torch.zeros((), device=device)
    tokens = 0
    with evaluating(net):
        for batch in batches_in_order(pairs, max_tokens, device):
            total += batch_loss(net, batch, 0.0)
            tokens += batch.num_tokens
    return total.item() / max(tokens, 1)


class Window:
    """Loss, gradient norm and speed since the last line of metrics; read from the device only when asked for."""

    def __init__(self, device: torch.device) -> None:
        self.total = torch.zeros((), device=device)
        self.norm = torch.zeros((), device=device)
        self.largest_norm = torch.zeros((), device=device)
        self.tokens = 0
        self.seconds = 0.0

    def add(self, loss: Tensor, norm: Tensor, tokens: int, seconds: float) -> None:
        self.total += loss
        self.norm = norm
        self.largest_norm = torch.maximum(self.largest_norm, norm)  # NaN stays NaN
        self.tokens += tokens
        self.seconds += seconds

    def mean_loss(self) -> float:
        return self.total.item() / max(self.tokens, 1)

    def healthy(self) -> bool:
        return bool((self.total + self.largest_norm).isfinite())
