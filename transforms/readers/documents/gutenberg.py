"""Source files that are plain-text books of Project Gutenberg."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from versebench.transforms.readers.contract import BadRow, Row
from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.lines import LongLine, bounded_lines
from versebench.transforms.readers.text_poems import read_blocks

_START = re.compile(rb"\s*\*{3}\s*START OF (?:THE|THIS) PROJECT GUTENBERG\b", re.IGNORECASE)
_END = re.compile(rb"\s*(?:\*{3}\s*)?END OF (?:THE |THIS )?PROJECT GUTENBERG\b", re.IGNORECASE)
_ILLUSTRATION = re.compile(rb"\s*\[Illustration[^\]]*\]\s*\Z", re.IGNORECASE)


def read_gutenberg(stream: BinaryIO, max_row_bytes: int) -> Iterator[Row | BadRow]:
    """Yields one row per block of lines between blank lines of the book, with the field ``text``.

    What stands before the line ``*** START OF …`` and after ``*** END OF …`` is no part of the book: it is cut, and
    gives no row. A line that only says where an illustration was counts as blank. Bad row: ``row_too_large``.

    Raises :class:`SourceFormatError` if the line that ends the header is missing, and for UTF-16.
    """
    return read_blocks(_of_book(bounded_lines(stream, max_row_bytes)), max_row_bytes)


def _of_book(lines: Iterator[bytes | LongLine]) -> Iterator[bytes | LongLine]:
    """The lines of the book alone."""
    has_begun = False
    for line in lines:
        start = line.start if isinstance(line, LongLine) else line
        if not has_begun:
            has_begun = _START.match(start) is not None
        elif _END.match(start):
            return
        else:
            yield b"\n" if _ILLUSTRATION.match(start) else line
    if not has_begun:
        raise SourceFormatError("has no line '*** START OF THE PROJECT GUTENBERG EBOOK'; use format text")
