"""Small helpers of the book: tensor aliases, timing, devices, modes and seeds.

Every other module may import this one; it imports none of them, and nothing but torch and numpy.
"""

import contextlib
import random
import time
from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor, nn

# The book writes tensor code through these names, so that one text serves several frameworks.
ones, zeros, ones_like, zeros_like = torch.ones, torch.zeros, torch.ones_like, torch.zeros_like
tensor, arange, linspace, meshgrid, eye = torch.tensor, torch.arange, torch.linspace, torch.meshgrid, torch.eye
normal, rand, randn = torch.normal, torch.rand, torch.randn
sin, cos, sinh, cosh, tanh = torch.sin, torch.cos, torch.sinh, torch.cosh, torch.tanh
exp, log, abs, matmul = torch.exp, torch.log, torch.abs, torch.matmul
concat, stack = torch.cat, torch.stack
int32, float32 = torch.int32, torch.float32


def reshape(x: Tensor, *shape) -> Tensor:
    return x.reshape(*shape)


def transpose(x: Tensor) -> Tensor:
    """The transpose of a matrix; for more axes use `x.mT` or `x.permute`."""
    return x.t()


def astype(x: Tensor, dtype: torch.dtype) -> Tensor:
    return x.type(dtype)


def to(x: Tensor, *args, **kwargs) -> Tensor:
    return x.to(*args, **kwargs)


def size(x: Tensor) -> int:
    """The number of elements."""
    return x.numel()


def numpy(x: Tensor) -> np.ndarray:
    return x.detach().cpu().numpy()


def argmax(x: Tensor, *args, **kwargs) -> Tensor:
    return x.argmax(*args, **kwargs)


def reduce_sum(x: Tensor, *args, **kwargs) -> Tensor:
    return x.sum(*args, **kwargs)


def reduce_mean(x: Tensor, *args, **kwargs) -> Tensor:
    return x.mean(*args, **kwargs)


class Timer:
    """Records several running times, in seconds. The clock runs from construction on."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.start()

    def start(self) -> None:
        self._started = time.perf_counter()

    def stop(self) -> float:
        """Record and return the time since the last `start`."""
        self.times.append(time.perf_counter() - self._started)
        return self.times[-1]

    def avg(self) -> float:
        return sum(self.times) / len(self.times)

    def sum(self) -> float:
        return sum(self.times)

    def cumsum(self) -> list[float]:
        return np.cumsum(self.times).tolist()


class Accumulator:
    """`n` running sums. Tensors are added as they are, so that nothing waits for a device before a sum is read."""

    def __init__(self, n: int) -> None:
        self.data: list = [0.0] * n

    def add(self, *args) -> None:
        if len(args) != len(self.data):
            raise ValueError(f"add got {len(args)} numbers, but this Accumulator holds {len(self.data)} sums")
        self.data = [total + value for total, value in zip(self.data, args, strict=True)]

    def reset(self) -> None:
        self.data = [0.0] * len(self.data)

    def __getitem__(self, index: int) -> float:
        return float(self.data[index])


def _available_devices() -> list[str]:
    """Names of the devices that this machine has, the fastest kind first."""
    names = [f"cuda:{i}" for i in range(torch.cuda.device_count())] if torch.cuda.is_available() else []
    if torch.backends.mps.is_available():
        names.append("mps")
    return [*names, "cpu"]


def pick_device(name: str | torch.device = "auto") -> torch.device:
    """The device to compute on: the one named or, for "auto", CUDA, then MPS, then the CPU.

    Raises ValueError for a name that isn't a device and for a device that this machine lacks.
    """
    available = _available_devices()
    if str(name) == "auto":
        return torch.device(available[0].removesuffix(":0"))
    try:
        device = torch.device(name)
    except (RuntimeError, TypeError):
        device = None
    known = device is not None and (str(device) in available or f"{device}:0" in available or device.type == "cpu")
    if not known:
        raise ValueError(f"there is no device {str(name)!r} here; choose 'auto' or one of: {', '.join(available)}")
    return device


def try_gpu(i: int = 0) -> torch.device:
    """CUDA device `i` where there is one, else (for i = 0) MPS where there is one, else the CPU."""
    available = _available_devices()
    if f"cuda:{i}" in available:
        return torch.device(f"cuda:{i}")
    return torch.device("mps" if i == 0 and "mps" in available else "cpu")


def try_all_gpus() -> list[torch.device]:
    """All CUDA devices, or `[cpu]` where there is none."""
    return [torch.device(name) for name in _available_devices() if name.startswith("cuda")] or [torch.device("cpu")]


@contextlib.contextmanager
def evaluating(net: nn.Module) -> Iterator[nn.Module]:
    """Evaluation mode without gradients inside the block; afterwards every submodule has the mode it had before.

    Frozen parts often stay in evaluation mode inside a net that trains, so `net.train()` would not put back what was
    found. `no_grad` rather than `inference_mode`: what is computed inside may be used in a graph later.
    """
    modes = [(module, module.training) for module in net.modules()]
    try:
        net.eval()
        with torch.no_grad():
            yield net
    finally:
        for module, training in modes:
            module.training = training


def seed_everything(seed: int) -> None:
    """Seed Python's, numpy's and torch's generators (torch's on every device)."""
    random.seed(seed)
    np.random.seed(seed % 2**32)
    torch.manual_seed(seed)
