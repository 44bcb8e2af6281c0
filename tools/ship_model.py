"""Make a finished run's model, at half width, the one that comes with the package.

`python tools/ship_model.py runs/everyday-...`
"""

import sys
from pathlib import Path

from d2l_lite.checkpoints import load_model, save_model
from d2l_lite.translate import PRETRAINED


def main(folder: str) -> None:
    """Half the bytes change no translation that anyone would notice; loading widens the weights again."""
    weights, description = load_model(Path(folder) / "model.safetensors")
    save_model(PRETRAINED, {name: value.half() for name, value in weights.items()}, description)
    print(f"{PRETRAINED}: {PRETRAINED.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
