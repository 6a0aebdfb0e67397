"""Source files of plain text, with a blank line between poems."""

from collections.abc import Iterator
from typing import BinaryIO

from versebench.transforms.readers.bad_rows import row_too_large
from versebench.transforms.readers.contract import ORIGINAL_LIMIT, BadRow, Row
from versebench.transforms.readers.lines import LINE_ENDS, LongLine, bounded_lines


def read_text(stream: BinaryIO, max_row_bytes: int) -> Iterator[Row | BadRow]:
    r"""Yields one row per poem, with the field ``text``: its lines joined by ``\n``, whatever ended them.

    Blank lines and lines of ASCII white space separate poems. Bad row: ``row_too_large``, a poem of more than
    ``max_row_bytes``. Raises :class:`SourceFormatError` for UTF-16.
    """
    return read_blocks(bounded_lines(stream, max_row_bytes), max_row_bytes)


def read_blocks(lines: Iterator[bytes | LongLine], max_row_bytes: int) -> Iterator[Row | BadRow]:
    """Yields one row per block of lines between blank ones, as :func:`read_text` does."""
    for number, poem in enumerate(_poems(lines, max_row_bytes), 1):
        if poem.size > max_row_bytes:
            yield row_too_large(number, max_row_bytes, bytes(poem.kept), poem.size)
        else:
            yield Row(number, {"text": poem.kept.decode("utf-8", "surrogateescape")})


class GrowingText:
    """The lines of a text so far; only its start is kept once it is too large."""

    def __init__(self) -> None:
        self.kept = bytearray()
        self.size = 0

    def add(self, line: bytes | LongLine, max_bytes: int) -> None:
        """Add a line, whose end becomes a newline before the next one."""
        text = line.start if isinstance(line, LongLine) else line.rstrip(LINE_ENDS)
        separator = b"\n" if self.size else b""
        self.size += len(separator) + (line.size if isinstance(line, LongLine) else len(text))
        self.kept += separator + text
        if self.size > max_bytes:
            del self.kept[ORIGINAL_LIMIT:]


def _poems(lines: Iterator[bytes | LongLine], max_bytes: int) -> Iterator[GrowingText]:
    poem = GrowingText()
    for line in lines:
        if isinstance(line, LongLine) or line.strip():
            poem.add(line, max_bytes)
        elif poem.size:
            yield poem
            poem = GrowingText()
    if poem.size:
        yield poem
