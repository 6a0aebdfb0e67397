"""The contract of a reader of source files.

A reader is a generator function from a binary stream to rows. It keeps at most a few multiples of ``max_row_bytes`` in
memory, whatever the size of the file, and yields each row of the file exactly once: as a :class:`Row`, or as a
:class:`BadRow` that states why it could not be read.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

ORIGINAL_LIMIT = 65_536
"""The number of characters of a bad row that are kept."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row as the format gives it.

    ``number`` counts rows of the file from 1, bad ones included. Text is decoded as UTF-8 with ``surrogateescape``:
    bytes that are not UTF-8 become lone surrogates, to which the recipe's rule on invalid bytes is applied later.
    """

    number: int
    fields: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that could not be read: a machine-readable reason, a detail for people, and the start of the original.

    ``size`` is that of the whole row, in characters, or in bytes if it was never decoded; and never less than the
    length of what is kept.
    """

    number: int
    reason: str
    detail: str
    original: str
    size: int


Reader = Callable[[BinaryIO, int], Iterator[Row | BadRow]]
"""``reader(stream, max_row_bytes)``."""
