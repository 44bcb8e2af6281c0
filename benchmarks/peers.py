"""The same Transformer as people usually write it around `torch.nn.Transformer`, and one training step of it."""

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

PAD = 0


@dataclass(frozen=True)
class PeerSizes:
    src_vocab_size: int
    tgt_vocab_size: int
    width: int
    ffn: int
    heads: int
    layers: int
    dropout: float
    norm: str = "post"
    share: bool = False  # one table for source, target and output


class TorchTransformer(nn.Module):
    """Scaled embeddings, sines and cosines, `nn.Transformer`, a linear layer."""

    def __init__(self, sizes: PeerSizes, max_len: int = 1000) -> None:
        super().__init__()
        self.scale = math.sqrt(sizes.width)
        self.source = nn.Embedding(sizes.src_vocab_size, sizes.width)
        self.target = self.source if sizes.share else nn.Embedding(sizes.tgt_vocab_size, sizes.width)
        for table in (self.source, self.target):
            nn.init.normal_(table.weight, std=sizes.width**-0.5)
        angles = torch.arange(max_len)[:, None] / 10000 ** (torch.arange(0, sizes.width, 2) / sizes.width)
        self.register_buffer("positions", torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1))
        self.dropout = nn.Dropout(sizes.dropout)
        self.transformer = nn.Transformer(
            sizes.width,
            sizes.heads,
            sizes.layers,
            sizes.layers,
            sizes.ffn,
            sizes.dropout,
            batch_first=True,
            norm_first=sizes.norm == "pre",
        )
        if sizes.norm == "post":  # the paper's stacks end without a norm of their own
            self.transformer.encoder.norm = self.transformer.decoder.norm = None
        self.output = nn.Linear(sizes.width, sizes.tgt_vocab_size)
        if sizes.share:
            self.output.weight = self.target.weight

    def embed(self, table: nn.Embedding, ids: Tensor) -> Tensor:
        return self.dropout(table(ids) * self.scale + self.positions[: ids.shape[1]])

    def forward(self, src: Tensor, src_len: Tensor, dec_in: Tensor) -> Tensor:
        padding = torch.arange(src.shape[1]) >= src_len[:, None]
        features = self.transformer(
            self.embed(self.source, src),
            self.embed(self.target, dec_in),
            tgt_mask=torch.ones(dec_in.shape[1], dec_in.shape[1], dtype=torch.bool).triu(1),
            src_key_padding_mask=padding,
            memory_key_padding_mask=padding,
            tgt_is_causal=True,
        )
        return self.output(features)


class TorchTrainer:
    """A net with Adam; `step` is one step of teacher forcing, gradients clipped at norm 1."""

    def __init__(self, sizes: PeerSizes, fused: bool, smoothing: float = 0.0, **adam) -> None:
        torch.manual_seed(1)
        self.net = TorchTransformer(sizes).train()
        self.optimizer = torch.optim.Adam(self.net.parameters(), fused=fused, **adam)
        self.smoothing = smoothing

    def step(self, src: Tensor, src_len: Tensor, dec_in: Tensor, labels: Tensor) -> float:
        """labels: (b, m), PAD where nothing is to be learned. Returns the loss per token."""
        self.optimizer.zero_grad(set_to_none=True)
        logits = self.net(src, src_len, dec_in)
        loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=PAD, label_smoothing=self.smoothing)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimizer.step()
        return loss.detach()


def grid_labels(batch) -> Tensor:
    """The labels of a `TrainingBatch` on its (b, m) grid again, PAD elsewhere."""
    labels = torch.full((batch.dec_in.numel(),), PAD)
    labels[batch.places] = batch.labels
    return labels.view(batch.dec_in.shape)
