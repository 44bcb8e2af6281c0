"""Sentence templates by theme; importing the package registers them all."""

from . import actions, food, people, things, times, travel

__all__ = ["actions", "food", "people", "things", "times", "travel"]
