"""Files that survive a crash: written beside, flushed, then moved into place, and checked when read."""

import contextlib
import hashlib
import json
import os
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save as safetensors_bytes
from torch import Tensor, nn

KEPT_CHECKPOINTS = 2  # should the newest be damaged, the one before is there


class CheckpointError(RuntimeError):
    """A model or checkpoint that can't be read, and why."""


@contextlib.contextmanager
def atomic_open(path: Path) -> Iterator[BinaryIO]:
    """A binary file that takes `path`'s place when all of it is on disk, and leaves no trace when it isn't."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(beside, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def atomic_write(path: Path, content: bytes | str) -> None:
    """Write the whole file or nothing; text as UTF-8."""
    with atomic_open(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def _digest(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def remove_leftovers(folder: Path, checkpoints: bool = False) -> None:
    """Remove what a killed process was writing in a run's folder; for a new run, another one's checkpoints too."""
    patterns = [".*.part", *(["step-*.pt", "step-*.sha256", "epoch-*.safetensors"] if checkpoints else [])]
    for pattern in patterns:
        for path in [*folder.glob(pattern), *(folder / "checkpoints").glob(pattern)]:
            path.unlink(missing_ok=True)


# --- checkpoints: all that a run needs to go on ---------------------------------------------------------------------


def save_checkpoint(folder: Path, step: int, state: dict[str, Any]) -> Path:
    """Write `step-N.pt` and its checksum, then remove all but the newest two.

    Raises OSError when there is no room; the checkpoints there were stay as they were.
    """
    path = folder / f"step-{step:08d}.pt"
    with atomic_open(path) as file:
        torch.save(state, file)
        path.with_suffix(".sha256").unlink(missing_ok=True)  # of an earlier file of this name
    atomic_write(path.with_suffix(".sha256"), _digest(path))
    for old in sorted(folder.glob("step-*.pt"))[:-KEPT_CHECKPOINTS]:
        old.unlink()
        old.with_suffix(".sha256").unlink(missing_ok=True)
    return path


def load_checkpoint(folder: Path, warn: Callable[[str], None] = lambda text: None) -> dict[str, Any] | None:
    """The newest checkpoint that is whole, or None where there is none. Says through `warn` which ones were not.

    Raises CheckpointError when there are checkpoints and none can be read.
    """
    paths = sorted(folder.glob("step-*.pt"), reverse=True)
    for path in paths:
        checksum = path.with_suffix(".sha256")
        # Killed before the checksum was there: the file took its name when it was whole.
        if not checksum.exists() or checksum.read_text() == _digest(path):
            with contextlib.suppress(RuntimeError, EOFError, pickle.UnpicklingError):
                return torch.load(path, map_location="cpu", weights_only=True)
        warn(f"{path} is damaged; trying the one before")
    if paths:
        raise CheckpointError(f"none of the checkpoints in {folder} can be read; start the run again without --resume")
    return None


# --- models: all that translating needs, in one file ----------------------------------------------------------------


def own_weights(net: nn.Module) -> dict[str, Tensor]:
    """The state dict without second names of shared tensors."""
    unique = {name for name, _ in net.named_parameters()}
    aliases = {name for name, _ in net.named_parameters(remove_duplicate=False)} - unique
    return {name: value for name, value in net.state_dict().items() if name not in aliases}


def load_own_weights(net: nn.Module, weights: dict[str, Tensor]) -> None:
    """Put back what `own_weights` gave. Raises CheckpointError, with names and shapes, when it doesn't fit."""
    wanted = own_weights(net)
    wrong = sorted(set(wanted) ^ set(weights))
    if wrong:
        raise CheckpointError(f"the weights are of another model: {', '.join(wrong[:5])} …: in one of the two only")
    for name, value in weights.items():
        if value.shape != wanted[name].shape:
            raise CheckpointError(
                f"the weights are of another model or vocabulary: {name} has shape {tuple(value.shape)}, and "
                f"{tuple(wanted[name].shape)} is needed"
            )
    net.load_state_dict(weights, strict=False)


def save_model(path: Path, weights: dict[str, Tensor], description: dict[str, Any]) -> None:
    """Weights and a JSON description in one safetensors file."""
    plain = {name: value.detach().cpu().contiguous() for name, value in weights.items()}
    text = json.dumps(description, ensure_ascii=False)
    atomic_write(path, safetensors_bytes(plain, metadata={"description": text}))


def load_model(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """What `save_model` wrote: float32 weights and the description. Raises CheckpointError when the file is no such."""
    try:
        with safe_open(path, framework="pt") as file:
            description = json.loads((file.metadata() or {})["description"])
            return {name: file.get_tensor(name).float() for name in file.keys()}, description  # noqa: SIM118
    except FileNotFoundError:
        raise CheckpointError(f"there is no model at {path}; `course train` makes one") from None
    except (SafetensorError, KeyError, ValueError, OSError) as problem:
        raise CheckpointError(f"{path} is no model of this project, or it is damaged ({problem})") from None
