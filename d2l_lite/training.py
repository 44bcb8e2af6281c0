"""Training (chapter 09): losses per token, schedules, clipping, one step, and small tasks to try a net on."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from d2l_lite.display import Animator, in_notebook, progress_bar
from d2l_lite.utils import Accumulator, Timer

Batch = tuple[Tensor, Tensor, Tensor, Tensor]  # src (b, n), src_len (b,), tgt (b, m) without bos, tgt_len (b,)
Loss = Callable[[Tensor, Tensor, Tensor], Tensor]

IGNORED = -100  # the label that F.cross_entropy passes over


class MaskedSoftmaxCELoss(nn.Module):
    """Cross-entropy of each sentence, averaged over its valid tokens.

    d2l divides by the padded length instead, so that the same sentence costs less in a longer batch.
    `label_smoothing` spreads that much of the target over all classes, see `smoothed_cross_entropy`.
    """

    def __init__(self, label_smoothing: float = 0.0) -> None:
        super().__init__()
        self.label_smoothing = label_smoothing

    def forward(self, pred: Tensor, label: Tensor, valid_len: Tensor) -> Tensor:
        """pred (b, n, V) logits, label (b, n) ids, valid_len (b,) → (b,); an empty sentence costs 0."""
        valid = torch.arange(label.shape[1], device=label.device) < valid_len[:, None]  # (b, n)
        # Ignored positions add nothing to the loss or the gradient, whatever ids stand there.
        label = label.long().masked_fill(~valid, IGNORED)
        losses = F.cross_entropy(
            pred.flatten(0, 1),
            label.flatten(),
            ignore_index=IGNORED,
            label_smoothing=self.label_smoothing,
            reduction="none",
        ).view(label.shape)  # (b, n)
        return losses.sum(dim=1) / valid.sum(dim=1).clamp(min=1)


class LabelSmoothing(nn.Module):
    """KL divergence to a smoothed target, summed: The Annotated Transformer's form of Vaswani et al. 2017, section 5.4.

    The true class gets 1 - smoothing; `smoothing` is spread evenly over the other size - 2 classes, as padding gets
    nothing. `smoothed_cross_entropy` is the other common definition: it spreads over all classes, the true one and
    padding too, so the numbers of the two differ.
    """

    def __init__(self, size: int, padding_idx: int, smoothing: float = 0.0) -> None:
        super().__init__()
        if size < 3:
            raise ValueError(f"size is {size}, but smoothing needs a class besides padding and the true one: size >= 3")
        self.size, self.padding_idx, self.smoothing = size, padding_idx, smoothing

    def forward(self, x: Tensor, target: Tensor) -> Tensor:
        """x (N, size) log-probabilities, target (N,) ids → a number. Rows whose target is padding cost 0."""
        if x.shape[-1] != self.size:
            raise ValueError(f"x has {x.shape[-1]} classes, but this LabelSmoothing was made for {self.size}")
        x = x.float() if x.dtype in (torch.float16, torch.bfloat16) else x
        smoothed = torch.full_like(x, self.smoothing / (self.size - 2), requires_grad=False)
        smoothed.scatter_(1, target[:, None], 1.0 - self.smoothing)
        smoothed[:, self.padding_idx] = 0.0
        smoothed.masked_fill_((target == self.padding_idx)[:, None], 0.0)
        # p log p is 0 at p = 0. A log-probability of -inf would turn 0 * -inf into NaN; clamped, it is 0 where the
        # target has no mass and a very large cost where it has.
        return (torch.xlogy(smoothed, smoothed) - smoothed * x.clamp(min=-1e30)).sum()


def smoothed_cross_entropy(
    pred: Tensor, label: Tensor, smoothing: float, ignore_index: int = IGNORED, reduction: str = "mean"
) -> Tensor:
    """Label smoothing over all V classes: (1 - ε) · nll + ε · mean over the classes of -log p (Szegedy et al. 2016,
    section 7).

    pred (..., V) logits, label (...). Equal to `F.cross_entropy(..., label_smoothing=smoothing)`, so the mean
    is over the labels that aren't `ignore_index`. `LabelSmoothing` is the definition over V - 2 classes.
    reduction is "mean", "sum" or "none".
    """
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"reduction is {reduction!r}; choose 'mean', 'sum' or 'none'")
    ignored = label == ignore_index
    log_probs = pred.log_softmax(dim=-1)  # (..., V)
    nll = -log_probs.gather(-1, label.masked_fill(ignored, 0)[..., None]).squeeze(-1)
    losses = (1.0 - smoothing) * nll - smoothing * log_probs.mean(dim=-1)
    losses = losses.masked_fill(ignored, 0.0)
    if reduction == "none":
        return losses
    return losses.sum() if reduction == "sum" else losses.sum() / (~ignored).sum()


def noam_rate(step: int, model_size: int, factor: float, warmup: int) -> float:
    """Learning rate at `step` (Vaswani et al. 2017, equation 3); step 0 is treated as 1."""
    step = max(step, 1)
    return factor * model_size**-0.5 * min(step**-0.5, step * warmup**-1.5)


def grad_clipping(net: nn.Module | Iterable[nn.Parameter], theta: float) -> Tensor:
    """Scale all gradients in place so that their joint norm is at most `theta`; returns the norm before (Pascanu et
    al. 2013, algorithm 1).

    Parameters without a gradient are skipped. The norm stays on its device: nothing waits for it here.
    """
    parameters = net.parameters() if isinstance(net, nn.Module) else net
    grads = [parameter.grad for parameter in parameters if parameter.grad is not None]
    if not grads:
        return torch.zeros(())
    norms = torch._foreach_norm(grads)
    norm = torch.linalg.vector_norm(torch.stack([each.to(grads[0].device) for each in norms]))
    scale = (theta / norm).clamp(max=1.0)  # at norm 0 this is inf, then 1
    torch._foreach_mul_(grads, scale)
    return norm


def shift_right(tgt: Tensor, bos: int) -> Tensor:
    """What the decoder gets under teacher forcing: bos, then `tgt` without its last id; (b, m) both."""
    start = tgt.new_full((tgt.shape[0], 1), bos)
    return torch.cat([start, tgt[:, :-1]], dim=1)


def accumulate_gradients(net: nn.Module, batches: Sequence[Batch], loss: Loss, bos: int) -> tuple[Tensor, Tensor]:
    """Add to the gradients those of the loss per token over all `batches`; returns (total loss, number of tokens).

    Each batch is divided by the tokens of all of them, so k small batches give the gradient of one large batch.
    Clear the gradients before. In training mode, like `train_step`.
    """
    net.train()
    tokens = sum(tgt_len.sum() for _, _, _, tgt_len in batches)
    total = 0.0
    for src, src_len, tgt, tgt_len in batches:
        logits, _ = net(src, shift_right(tgt, bos), src_len)  # (b, m, V)
        batch_total = (loss(logits, tgt, tgt_len) * tgt_len).sum()
        (batch_total / tokens.clamp(min=1)).backward()
        total = total + batch_total.detach()
    return total, tokens


def train_step(
    net: nn.Module, batch: Batch, loss: Loss, optimizer: torch.optim.Optimizer, clip: float | None, bos: int
) -> tuple[Tensor, Tensor]:
    """One step of teacher forcing; returns (total loss, number of tokens), both without a graph.

    batch (src, src_len, tgt, tgt_len), tgt without bos and with eos, which tgt_len counts. The gradient is that of
    the loss per token: a mean of sentence means would weigh a word of a short sentence more than one of a long one.
    """
    optimizer.zero_grad(set_to_none=True)
    net.zero_grad(set_to_none=True)  # also what the optimizer doesn't move: left to grow, it would clip the rest
    total, tokens = accumulate_gradients(net, [batch], loss, bos)
    if clip is not None:
        grad_clipping(net, clip)
    optimizer.step()
    return total, tokens


def adam(net: nn.Module, device: torch.device | str, **settings) -> torch.optim.Adam:
    """Adam over the parameters of a net on `device`, in one kernel for all of them where every PyTorch has it."""
    return torch.optim.Adam(net.parameters(), fused=torch.device(device).type in ("cpu", "cuda"), **settings)


def xavier_init(net: nn.Module) -> None:
    """Xavier-uniform weights for every linear layer, as the book does (Glorot and Bengio 2010, equation 16).

    Embeddings stay as they were made, at standard deviation d^-0.5, also where a linear layer shares their weight.
    """
    embeddings = {id(module.weight) for module in net.modules() if isinstance(module, nn.Embedding)}
    for module in net.modules():
        if isinstance(module, nn.Linear) and id(module.weight) not in embeddings:
            nn.init.xavier_uniform_(module.weight)


def train_seq2seq(
    net: nn.Module, train_iter: Iterable[Batch], lr: float, num_epochs: int, tgt_vocab, device: torch.device | str
) -> list[float]:
    """The book's training loop: Xavier weights, Adam, gradients clipped at 1. Returns each epoch's loss per token.

    train_iter is gone through once an epoch; decoding starts from tgt_vocab["<bos>"]. Shows the curve in a notebook, a
    progress bar in a terminal, and prints the last loss and the speed.
    """
    xavier_init(net)
    net.to(device)
    animator = Animator(xlabel="epoch", ylabel="loss per token", xlim=(0, num_epochs)) if in_notebook() else None
    timer, tokens, history = Timer(), 0, []
    for epoch_loss, epoch_tokens in _epochs(net, train_iter, lr, num_epochs, tgt_vocab["<bos>"], device):
        history.append(epoch_loss)
        tokens += epoch_tokens
        if animator is not None and len(history) % 10 == 0:
            animator.add(len(history), epoch_loss)
    if history:
        print(f"loss {history[-1]:.3f} a token, {tokens / timer.stop():,.0f} tokens/s on {device}")
    return history


def train_toy(
    net: nn.Module, batches: Iterable[Batch], lr: float = 0.003, num_epochs: int = 10, bos: int = 1
) -> list[float]:
    """Train a small net on a small task, such as `reverse_task_batches`; returns each epoch's loss per token.

    The net keeps the weights it comes with and stays where it is; Adam, gradients clipped at 1.
    """
    device = next(net.parameters()).device
    return [epoch_loss for epoch_loss, _ in _epochs(net, batches, lr, num_epochs, bos, device)]


def _epochs(
    net: nn.Module, batches: Iterable[Batch], lr: float, num_epochs: int, bos: int, device: torch.device | str
) -> Iterator[tuple[float, int]]:
    """Train and yield (loss per token, number of tokens) after each epoch, behind a progress bar."""
    loss = MaskedSoftmaxCELoss()
    optimizer = adam(net, device, lr=lr)
    with progress_bar(num_epochs, "training") as advance:
        for _ in range(num_epochs):
            sums = Accumulator(2)
            for batch in batches:
                sums.add(*train_step(net, tuple(part.to(device) for part in batch), loss, optimizer, 1.0, bos))
            advance(f"loss {sums[0] / max(sums[1], 1):.3f}")
            yield sums[0] / max(sums[1], 1), int(sums[1])


def copy_task_batches(
    num_batches: int,
    batch_size: int,
    vocab_size: int = 16,
    num_steps: int = 8,
    min_steps: int | None = None,
    seed: int = 0,
    *,
    pad: int = 0,
    bos: int = 1,
    eos: int = 2,
    reverse: bool = False,
) -> list[Batch]:
    """Batches whose target is their source: the first task for a new net (The Annotated Transformer's).

    Each source is min_steps to num_steps (by default all num_steps) random symbols and eos; the symbols are the ids
    below vocab_size other than pad, bos and eos. The same seed gives the same batches.
    """
    special = (pad, bos, eos)
    symbols = [i for i in range(vocab_size) if i not in special]
    if len(set(special)) < 3 or not symbols:
        raise ValueError(
            f"pad = {pad}, bos = {bos}, eos = {eos} have to differ and leave a symbol below vocab_size = {vocab_size}"
        )
    rng = random.Random(seed)
    shortest = num_steps if min_steps is None else min_steps
    batches = []
    for _ in range(num_batches):
        sources = [rng.choices(symbols, k=rng.randint(shortest, num_steps)) for _ in range(batch_size)]
        targets = [source[::-1] if reverse else source for source in sources]
        lens = torch.tensor([len(source) + 1 for source in sources])
        batches.append((_padded(sources, eos, pad), lens, _padded(targets, eos, pad), lens.clone()))
    return batches


def reverse_task_batches(*args, **kwargs) -> list[Batch]:
    """Batches whose target is their source backwards, which no net without positions can learn.

    Takes the arguments of `copy_task_batches`.
    """
    return copy_task_batches(*args, reverse=True, **kwargs)


def _padded(lines: list[list[int]], eos: int, pad: int) -> Tensor:
    longest = max(map(len, lines), default=0)
    return torch.tensor([[*line, eos] + [pad] * (longest - len(line)) for line in lines])
