"""Write everyday.tsv anew: ``python -m d2l_lite.everyday``."""

from pathlib import Path

from . import as_text, build_everyday

target = Path(__file__).with_name("everyday.tsv")
pairs = build_everyday()
target.write_text(as_text(pairs), encoding="utf-8", newline="\n")
print(f"wrote {len(pairs)} pairs to {target.name}")
