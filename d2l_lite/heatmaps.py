"""Looking inside (chapter 11): attention as heatmaps, and what each head is worth."""

import contextlib
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import torch
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from torch import Tensor, nn

from d2l_lite.display import as_png
from d2l_lite.training import Batch, Loss, shift_right
from d2l_lite.utils import evaluating

INCHES_PER_TOKEN = 0.22  # room for one tick label


class NotebookFigure(Figure):
    """A figure that a notebook shows where a cell ends with it, and that needs neither pyplot nor a display.

    Figures of pyplot would be shown twice when returned, once by the notebook's backend and once as the cell's value.
    """

    def _repr_png_(self) -> bytes:
        return as_png(self)


def show_heatmaps(
    matrices: Tensor | Sequence,
    xlabel: str,
    ylabel: str,
    titles: Sequence[str] | None = None,
    figsize: tuple[float, float] = (2.5, 2.5),
    cmap: str = "Reds",
) -> Figure:
    """Draw matrices (rows, cols, q, k) in a grid of rows x cols images: queries down, keys to the right.

    All share one colour scale and bar, so that shades can be compared. titles: one for each column. Tensors may carry a
    graph and lie on any device. Returns the figure; `figure.savefig("name.png")` keeps it.
    Raises ValueError unless there are four axes.
    """
    matrices = _as_tensor(matrices).detach().float().cpu().numpy()
    if matrices.ndim != 4:
        raise ValueError(
            f"matrices has shape {matrices.shape}, but (rows, cols, queries, keys) is needed; add axes of 1"
        )
    numbers = matrices[np.isfinite(matrices)]  # a NaN stays blank, and doesn't spoil the scale
    low, high = (numbers.min(), numbers.max()) if numbers.size else (0, 1)
    rows, cols = matrices.shape[:2]
    figure = NotebookFigure(figsize=figsize, layout="constrained")
    axes = figure.subplots(rows, cols, sharex=True, sharey=True, squeeze=False)
    for row in range(rows):
        for col in range(cols):
            image = axes[row, col].imshow(matrices[row, col], cmap=cmap, vmin=low, vmax=high)
            axes[row, col].xaxis.set_major_locator(MaxNLocator(nbins="auto", integer=True))
            axes[row, col].yaxis.set_major_locator(MaxNLocator(nbins="auto", integer=True))
        axes[row, 0].set_ylabel(ylabel)
    for col in range(cols):
        axes[-1, col].set_xlabel(xlabel)
        if titles is not None:
            axes[0, col].set_title(titles[col])
    figure.colorbar(image, ax=axes, shrink=0.6, label="weight")
    return figure


def _as_tensor(matrices: Tensor | Sequence) -> Tensor:
    """One tensor of tensors, arrays, numbers, or lists of them, such as an encoder's `attention_weights`."""
    if isinstance(matrices, (list, tuple)) and matrices:
        return torch.stack([_as_tensor(each) for each in matrices])
    return torch.as_tensor(matrices)


def attention_of(net: nn.Module, src: Tensor, src_valid_len: int, tgt: Tensor) -> dict[str, Tensor]:
    """The attention weights of one sentence pair, in evaluation mode (the net keeps its own).

    src (n,) ids, of which the first src_valid_len count; tgt (q,) ids with bos first. Returns `encoder` (layers,
    heads, n, n), `decoder` (layers, heads, q, q) and `cross` (layers, heads, q, n), without a graph; rows sum to 1.
    """
    lens = torch.tensor([src_valid_len], device=src.device)
    with evaluating(net):
        state = net.decoder.init_state(net.encoder(src[None], lens), lens)
        net.decoder(tgt[None], state)
        # With a batch of one, the first axis of each layer's (b * heads, q, k) is that of the heads.
        kinds = {"encoder": net.encoder.attention_weights}
        kinds["decoder"], kinds["cross"] = net.decoder.attention_weights
        return {kind: torch.stack([layer.detach() for layer in layers]) for kind, layers in kinds.items()}


def label_heatmap(figure: Figure, query_tokens: Sequence[str], key_tokens: Sequence[str]) -> Figure:
    """Write tokens beside a figure of `show_heatmaps`: queries down the left side, keys along the bottom.

    Raises ValueError when their numbers aren't those of the matrices' rows and columns.
    """
    images = [axes for axes in figure.axes if axes.images]  # all but the colour bar
    for axes in images:
        q, k = axes.images[0].get_array().shape
        if (q, k) != (len(query_tokens), len(key_tokens)):
            raise ValueError(
                f"{len(query_tokens)} query tokens and {len(key_tokens)} key tokens were given, but the heatmap "
                f"has {q} rows (queries) and {k} columns (keys)"
            )
        # Tokens are text: a "$" in them doesn't start a formula.
        axes.set_xticks(range(k), key_tokens, rotation=90, parse_math=False)
        axes.set_yticks(range(q), query_tokens, parse_math=False)
    return figure


def translation_heatmaps(
    attention: dict[str, Tensor], src_tokens: Sequence[str], tgt_tokens: Sequence[str]
) -> dict[str, Figure]:
    """Three labelled figures, one for each kind of attention: `encoder`, `decoder` and `cross`, layers x heads images.

    attention: what `attention_of` returns. src_tokens: the source's valid tokens; what the matrices hold past them is
    padding and isn't shown. tgt_tokens: the decoder's input, so bos first; row t is where the net looks when it chooses
    the token after tgt_tokens[t]. Raises ValueError when the tokens don't fit the matrices.
    """
    n, available = len(src_tokens), attention["cross"].shape[-1]
    if not 0 < n <= available:
        raise ValueError(f"there are {n} source tokens, but the attention covers {available} positions")
    shown = {
        "encoder": (attention["encoder"][..., :n, :n], src_tokens, src_tokens, "source"),
        "decoder": (attention["decoder"], tgt_tokens, tgt_tokens, "target"),
        "cross": (attention["cross"][..., :n], tgt_tokens, src_tokens, "source"),
    }
    figures = {}
    for kind, (matrices, queries, keys, looked_at) in shown.items():
        layers, heads, q, k = matrices.shape
        longest = max(map(len, [*queries, *keys])) * 0.09  # inches
        size = (
            heads * max(k * INCHES_PER_TOKEN, 1.2) + longest + 1.5,
            layers * max(q * INCHES_PER_TOKEN, 1.2) + longest + 1,
        )
        titles = [f"head {head + 1}" for head in range(heads)]
        whose = "source" if kind == "encoder" else "target"
        figure = show_heatmaps(matrices, f"keys ({looked_at})", f"queries ({whose})", titles, size)
        for layer, axes in enumerate(figure.axes[: layers * heads : heads]):
            axes.set_ylabel(f"layer {layer + 1}\n{axes.get_ylabel()}")
        figures[kind] = label_heatmap(figure, queries, keys)
    return figures


def head_importance(net: nn.Module, batches: Iterable[Batch], loss: Loss, bos: int = 1) -> Tensor:
    """How much the loss per token rises when one encoder head's output is zeroed before W_o → (layers, heads).

    batches and loss as for `train_step`. In evaluation mode; the net's weights and mode are as before afterwards
    (Michel et al. 2019, section 3.2).
    """
    batches = list(batches)
    blocks = net.encoder.blks
    attentions = [block.attention for block in (blocks.values() if isinstance(blocks, nn.ModuleDict) else blocks)]
    with evaluating(net):
        whole = _loss_per_token(net, batches, loss, bos)
        rises = []
        for attention in attentions:
            rises.append([])
            for head in range(attention.num_heads):
                with _without_head(attention, head):
                    rises[-1].append(_loss_per_token(net, batches, loss, bos) - whole)
    return torch.tensor(rises)


def _loss_per_token(net: nn.Module, batches: list[Batch], loss: Loss, bos: int) -> float:
    total, tokens = 0.0, 0
    for src, src_len, tgt, tgt_len in batches:
        logits, _ = net(src, shift_right(tgt, bos), src_len)
        total += float((loss(logits, tgt, tgt_len) * tgt_len).sum())
        tokens += int(tgt_len.sum())
    return total / max(tokens, 1)


@contextlib.contextmanager
def _without_head(attention: nn.Module, head: int) -> Iterator[None]:
    """Inside the block, W_o has zeros where it would read this head: the same as zeroing the head's output."""
    weight = attention.W_o.weight  # (num_hiddens, heads * width)
    width = weight.shape[1] // attention.num_heads
    columns = slice(head * width, (head + 1) * width)
    kept = weight.detach()[:, columns].clone()
    try:
        with torch.no_grad():
            weight[:, columns] = 0.0
        yield
    finally:
        with torch.no_grad():
            weight[:, columns] = kept
