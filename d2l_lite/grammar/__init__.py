"""A grammar of everyday English and French: `draw_pairs` draws sentence pairs from a seed."""

from .draw import draw_pairs

__all__ = ["draw_pairs"]
