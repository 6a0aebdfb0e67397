"""What the selectors of synonyms promise: how near a word in a text is to another, and how probable texts are.

What is said of a text depends on that text alone, bit by bit: never on the texts that are asked about beside it.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

Vector = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class WordInText:
    """A word where it stands: from ``start`` to ``end`` (exclusive) of the text, in characters."""

    text: str
    start: int
    end: int
