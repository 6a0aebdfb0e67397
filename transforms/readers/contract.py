"""What a reader of source files promises.

A reader is a generator function from a binary stream to rows. It holds at most a few multiples of
``max_row_bytes`` in memory, whatever the size of the file, and yields each row of the file exactly once: a
:class:`Row`, or a :class:`BadRow` that says why it could not be read.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

ORIGINAL_LIMIT = 65_536
"""Characters of a bad row that are kept."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row as the format gives it.

    ``number`` counts rows of the file from 1, bad ones included. Text is decoded as UTF-8 with ``surrogateescape``:
    bytes that are no UTF-8 arrive as lone surrogates, for the recipe's rule on invalid bytes to decide.
    """

    number: int
    fields: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that could not be read: a machine-readable reason, a detail for people, and the start of the original.

    ``size`` is that of the whole row in characters (bytes where it was never decoded).
    """

    number: int
    reason: str
    detail: str
    original: str
    size: int


Reader = Callable[[BinaryIO, int], Iterator[Row | BadRow]]
"""``reader(stream, max_row_bytes)``."""
