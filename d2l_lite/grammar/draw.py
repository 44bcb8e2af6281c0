"""Drawing sentence pairs: a template is picked, filled, finished, and kept if its English is new."""

import re
import zlib
from collections.abc import Container

from . import themes  # noqa: F401 (registers the templates)
from .french import apply_elision
from .phrases import Chooser, Pair
from .registry import TEMPLATES

MAX_WORDS = 12
_WORD = re.compile(r"[\w'-]+|[^\w\s]")


def count_words(text: str) -> int:
    """Words and punctuation marks, each counted apart."""
    return len(_WORD.findall(text))


_PRONOUN_VERB = re.compile(r"^(I am|(?:You|We|They) are|(?:He|She|It) is|(?:I|You|He|She|We|They) will)(?= [a-z])")
_CONTRACTIONS = {" am": "'m", " are": "'re", " is": "'s", " will": "'ll"}


def contracted(english: str, french: str) -> str:
    """Contract "I am" and its like in half of the sentences, chosen by the French: one meaning has one spelling."""
    if zlib.crc32(french.encode()) % 2:
        return english
    return _PRONOUN_VERB.sub(
        lambda match: match[1].split(" ")[0] + _CONTRACTIONS[" " + match[1].split(" ")[1]], english
    )


def finish(pair: Pair) -> Pair:
    """Elide, capitalise, and put the French space before ! and ?."""
    english, french = (text[0].upper() + text[1:] for text in (pair[0], apply_elision(pair[1])))
    french = re.sub(r" *([!?])", r" \1", french)
    return contracted(english, french), french


def draw_pairs(count: int, seed: int, exclude: Container[str] = ()) -> list[Pair]:
    """Fresh (English, French) pairs with distinct English sources, none of them in `exclude`.

    The same seed gives the same pairs on every Python version. At most 12 words a side, punctuation counted.
    Raises ValueError when the grammar finds too few new sentences.
    """
    if count < 0:
        raise ValueError(f"count is {count}; it must be 0 or more")
    rng, found, seen, misses = Chooser(seed), [], set(), 0
    while len(found) < count:
        drawn = rng.pick(TEMPLATES)(rng)
        pair = finish(drawn) if drawn else None
        fits = pair and max(map(count_words, pair)) <= MAX_WORDS
        if not fits or pair[0] in seen or pair[0] in exclude:
            misses += 1
            if misses > 1000 + 50 * count:
                raise ValueError(
                    f"asked for {count} new sentences, found only {len(found)}: the grammar has too few left; "
                    "ask for fewer or exclude fewer"
                )
            continue
        seen.add(pair[0])
        found.append(pair)
    return found
