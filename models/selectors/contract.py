"""Words in texts, whose contextual vectors a masked model compares to select synonyms."""

from dataclasses import dataclass
from typing import Any

import numpy as np

Vector = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class WordInText:
    """A word in its text, from ``start`` to ``end`` (exclusive), in characters.

    If ``whole``, it gets a vector only if it is one token.
    """

    text: str
    start: int
    end: int
    whole: bool = False


def cosine(first: Vector, second: Vector) -> float:
    """Return the cosine of two vectors."""
    # Not a BLAS product, whose sums may depend on the position of the numbers in memory.
    return float((first * second).sum() / np.sqrt((first * first).sum() * (second * second).sum()))
