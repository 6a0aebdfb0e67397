"""What is asked of a masked model that selects synonyms: words in texts, whose contextual vectors are compared."""

from dataclasses import dataclass
from typing import Any

import numpy as np

Vector = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class WordInText:
    """A word where it stands: from ``start`` to ``end`` (exclusive) of the text, in characters.

    ``whole`` asks for it only where it is one token.
    """

    text: str
    start: int
    end: int
    whole: bool = False


def cosine(one: Vector, other: Vector) -> float:
    """The cosine of two vectors."""
    # No product of BLAS, whose sums may depend on where the numbers stand in memory.
    return float((one * other).sum() / np.sqrt((one * one).sum() * (other * other).sum()))
