"""The list of sentence templates and what they share."""

from collections.abc import Callable

from .phrases import Chooser, Pair

Template = Callable[[Chooser], Pair | None]
TEMPLATES: list[Template] = []


def template(function: Template) -> Template:
    """Register a template: it fills itself and returns the pair with its final mark, or None to give up."""
    TEMPLATES.append(function)
    return function


def sentence(pair: Pair, *more: Pair, end: str = ".") -> Pair:
    """Join phrases with spaces and close the sentence on both sides."""
    parts = (pair, *more)
    return tuple(" ".join(part[side] for part in parts if part[side]) + end for side in (0, 1))
