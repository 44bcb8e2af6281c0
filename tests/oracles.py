"""The libraries that the parity tests compare with, and how to load them.

d2l and labml are optional: `make parity` installs them, and where one is missing the tests that need it are skipped and
say so. A library that is there but can't be imported is an error, never a skip.
"""

import contextlib
import functools
import importlib
import importlib.metadata
import importlib.util
import math
import sys
import types
from collections.abc import Iterator

import pytest
import torch
from torch import Tensor, nn

TOLERANCES = {torch.float64: 1e-10, torch.float32: 1e-5}


def require(package: str, version: str) -> None:
    """Skip the calling test, with the reason, unless this version of the package is installed."""
    try:
        found = importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        pytest.skip(f"{package} is not installed; `make parity` installs it")
    if found != version:
        pytest.skip(f"these tests compare with {package} {version}, and {found} is installed; see `make parity`")


@contextlib.contextmanager
def stand_in(*names: str) -> Iterator[None]:
    """Empty modules under these names while the block runs, where the real ones are missing.

    d2l imports torchvision for chapters that aren't compared here. The stand-in goes when the import is done, so that
    nobody else takes it for the real thing.
    """
    missing = [name for name in names if name.split(".")[0] not in sys.modules and not _exists(name.split(".")[0])]
    for name in missing:
        sys.modules[name] = types.ModuleType(name)
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], child, sys.modules[name])
    try:
        yield
    finally:
        for name in missing:
            del sys.modules[name]


def _exists(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


@functools.cache
def _import_d2l() -> types.ModuleType:
    with stand_in("torchvision", "torchvision.transforms"):
        return importlib.import_module("d2l.torch")


def load_d2l() -> types.ModuleType:
    """`d2l.torch` of d2l 0.17.6, or the calling test is skipped."""
    require("d2l", "0.17.6")
    return _import_d2l()


def load_labml(module: str) -> types.ModuleType:
    """A module of labml-nn 0.5.1, `load_labml("transformers.mha")`, or the calling test is skipped."""
    require("labml-nn", "0.5.1")
    return importlib.import_module(f"labml_nn.{module}")


# --- Comparing --------------------------------------------------------------------------------------------------------


def assert_close(ours: Tensor, theirs: Tensor, what: str = "output") -> None:
    """Equal to 1e-10 in float64 and to 1e-5 in float32, relative to the largest value where that exceeds 1."""
    assert ours.shape == theirs.shape, f"{what}: shape {tuple(ours.shape)}, expected {tuple(theirs.shape)}"
    assert ours.dtype == theirs.dtype, f"{what}: {ours.dtype}, expected {theirs.dtype}"
    if not theirs.numel():
        return
    scale = max(1.0, theirs.detach().abs().max().item())
    difference = (ours.detach() - theirs.detach()).abs().max().item()
    assert difference <= TOLERANCES[theirs.dtype] * scale, f"{what}: off by {difference:.2e} at scale {scale:.3g}"


class Pair:
    """A weight of ours and the oracle's weight, or the rows of one, that plays its part."""

    def __init__(self, name: str, ours: nn.Parameter, theirs: nn.Parameter, rows: slice = slice(None)) -> None:
        self.name, self.ours, self.theirs, self.rows = name, ours, theirs, rows

    def copy(self) -> None:
        """From the oracle to ours."""
        with torch.no_grad():
            assert self.ours.shape == self.theirs[self.rows].shape, self.name
            self.ours.copy_(self.theirs[self.rows])

    def compare_gradients(self) -> None:
        assert self.ours.grad is not None, f"our {self.name} has no gradient"
        assert_close(self.ours.grad, self.theirs.grad[self.rows], f"gradient of {self.name}")


def pairs_by_name(ours: nn.Module, theirs: nn.Module) -> list[Pair]:
    """All weights, attribute by attribute: for modules that name their parts alike."""
    our_weights, their_weights = dict(ours.named_parameters()), dict(theirs.named_parameters())
    assert our_weights.keys() == their_weights.keys()
    return [Pair(name, our_weights[name], their_weights[name]) for name in their_weights]


def randomise(module: nn.Module, seed: int = 0) -> None:
    """Every weight drawn anew, norms and biases too: what starts at 0 or 1 would hide a mix-up."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in module.parameters():
            drawn = torch.randn(parameter.shape, generator=generator, dtype=torch.float64)
            scale = parameter.shape[-1] ** -0.5 if parameter.dim() > 1 else 0.3
            parameter.copy_(drawn * scale + (1.0 if parameter.dim() == 1 else 0.0))


def compare(
    ours: Tensor,
    theirs: Tensor,
    our_inputs: list[Tensor],
    their_inputs: list[Tensor],
    pairs: list[Pair] = (),
    rows: Tensor | None = None,
) -> None:
    """The outputs, and the gradients of one random linear function of them: of the inputs, then of the weights.

    rows: a boolean mask of the output positions that count; what stands at the others is of no interest.
    """
    if rows is not None:
        ours, theirs = ours[rows], theirs[rows]
    assert_close(ours, theirs)
    probe = torch.randn(theirs.shape, generator=torch.Generator().manual_seed(1), dtype=torch.float64).to(theirs)
    (ours * probe).sum().backward()
    (theirs * probe).sum().backward()
    for number, (mine, other) in enumerate(zip(our_inputs, their_inputs, strict=True)):
        assert_close(mine.grad, other.grad, f"gradient of input {number}")
    for pair in pairs:
        pair.compare_gradients()


def twin(*tensors: Tensor) -> tuple[list[Tensor], list[Tensor]]:
    """Each tensor twice, as leaves that collect gradients of their own."""
    return tuple([tensor.detach().clone().requires_grad_() for tensor in tensors] for _ in range(2))


def draw(*shape: int, dtype: torch.dtype = torch.float64, seed: int = 0) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64).to(dtype)


# --- The book's decoder -----------------------------------------------------------------------------------------------


def book_decoder(d2l: types.ModuleType) -> tuple[type[nn.Module], type[nn.Module]]:
    """(block, decoder): the book defines both in its text, and d2l 0.17.6 doesn't ship them. Built of d2l's parts.

    With the book's faults: the causal mask exists in training mode only, each block keeps all its inputs and projects
    them again, and every decoded step gets the encoding of position 0. `positions_go_on = True` mends the last.
    """

    class Block(nn.Module):
        def __init__(self, key, query, value, width, norm_shape, ffn_input, ffn_hidden, heads, dropout, i):
            super().__init__()
            self.i = i
            self.attention1 = d2l.MultiHeadAttention(key, query, value, width, heads, dropout)
            self.addnorm1 = d2l.AddNorm(norm_shape, dropout)
            self.attention2 = d2l.MultiHeadAttention(key, query, value, width, heads, dropout)
            self.addnorm2 = d2l.AddNorm(norm_shape, dropout)
            self.ffn = d2l.PositionWiseFFN(ffn_input, ffn_hidden, width)
            self.addnorm3 = d2l.AddNorm(norm_shape, dropout)

        def forward(self, X, state):
            past = state[2][self.i]
            seen = X if past is None else torch.cat([past, X], dim=1)
            state[2][self.i] = seen
            lens = torch.arange(1, X.shape[1] + 1).repeat(len(X), 1) if self.training else None
            Y = self.addnorm1(X, self.attention1(X, seen, seen, lens))
            Z = self.addnorm2(Y, self.attention2(Y, state[0], state[0], state[1]))
            return self.addnorm3(Z, self.ffn(Z)), state

    class TransformerDecoder(d2l.AttentionDecoder):
        positions_go_on = False

        def __init__(self, vocab_size, key, query, value, width, norm_shape, ffn_input, ffn_hidden, heads, layers, p):
            super().__init__()
            self.width, self.steps = width, 0
            self.embedding = nn.Embedding(vocab_size, width)
            self.pos_encoding = d2l.PositionalEncoding(width, p)
            sizes = (key, query, value, width, norm_shape, ffn_input, ffn_hidden, heads, p)
            self.blks = nn.Sequential(*[Block(*sizes, i) for i in range(layers)])
            self.dense = nn.Linear(width, vocab_size)

        def init_state(self, enc_outputs, enc_valid_lens, *args):
            self.steps = 0
            return [enc_outputs, enc_valid_lens, [None] * len(self.blks)]

        def forward(self, X, state):
            hidden = self.embedding(X) * math.sqrt(self.width)
            first = self.steps if self.positions_go_on else 0
            hidden = hidden + self.pos_encoding.P[:, first : first + X.shape[1]]
            self.steps += X.shape[1]
            for block in self.blks:
                hidden, state = block(hidden, state)
            return self.dense(hidden), state

        @property
        def attention_weights(self):
            attentions = [[block.attention1 for block in self.blks], [block.attention2 for block in self.blks]]
            return [[each.attention.attention_weights for each in kind] for kind in attentions]

    return Block, TransformerDecoder
