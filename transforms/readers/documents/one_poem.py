"""Source files that hold one poem each."""

from collections.abc import Iterator
from typing import BinaryIO

from versebench.transforms.readers.bad_rows import row_too_large
from versebench.transforms.readers.contract import BadRow, Row
from versebench.transforms.readers.lines import bounded_lines
from versebench.transforms.readers.text_poems import GrowingText


def read_one_poem(stream: BinaryIO, max_row_bytes: int) -> Iterator[Row | BadRow]:
    r"""Yields one row with the fields ``text`` and, if the file names it, ``title``; none for a blank file.

    The first line is the title if a blank line follows it and further lines follow that. Blank lines stay, as they
    separate stanzas. Ingest adds the fields ``file``, the name of the file without its ending, and ``title``, if the
    file has none. Bad row: ``row_too_large``. Raises :class:`SourceFormatError` for UTF-16.
    """
    poem, blank = GrowingText(), b""
    for line in bounded_lines(stream, max_row_bytes):
        if isinstance(line, bytes) and not line.strip():
            blank = line if poem.size else b""
            continue
        if blank:
            poem.add(b"", max_row_bytes)
            blank = b""
        poem.add(line, max_row_bytes)
    if poem.size > max_row_bytes:
        yield row_too_large(1, max_row_bytes, bytes(poem.kept), poem.size)
    elif poem.size:
        yield Row(1, _fields(poem.kept.decode("utf-8", "surrogateescape")))


def _fields(text: str) -> dict[str, str]:
    title, _, verse = text.partition("\n\n")
    return {"text": text} if "\n" in title or not verse else {"text": verse, "title": title}
