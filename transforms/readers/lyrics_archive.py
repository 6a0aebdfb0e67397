"""Source files of songs in the layout of lyrics archives: a header, then sections under headings in square brackets."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from versebench.transforms.lyrics.song import HEADER, LyricsError, read_song
from versebench.transforms.readers.bad_rows import bad_row, row_too_large
from versebench.transforms.readers.contract import BadRow, Row
from versebench.transforms.readers.lines import LINE_ENDS, LongLine, bounded_lines
from versebench.transforms.readers.text_poems import GrowingText

_HEADER_LINE = re.compile(rf"\s*({'|'.join(sorted(HEADER))})\s*:\s*(.*)", re.IGNORECASE)


def read_lyrics_archive(stream: BinaryIO, max_row_bytes: int) -> Iterator[Row | BadRow]:
    r"""Yields one row per song, with the fields ``text``, ``artist``, ``album`` and ``title`` as far as it has them.

    A header line ``Artist:`` after other lines than those of a header begins the next song. ``text`` is the song
    without its header, with the headings of its sections, and lines joined by ``\n``. Bad rows: ``row_too_large``, a
    song of more than ``max_row_bytes``; ``unclosed_section``, a heading without its bracket. Raises
    :class:`SourceFormatError` for UTF-16.
    """
    for number, song in enumerate(_songs(stream, max_row_bytes), 1):
        if song.size > max_row_bytes:
            yield row_too_large(number, max_row_bytes, bytes(song.kept), song.size)
        else:
            yield _row(number, song.kept.decode("utf-8", "surrogateescape"))


def _row(number: int, text: str) -> Row | BadRow:
    header, body = _headed(text)
    try:
        read_song(body)
    except LyricsError as error:
        return bad_row(number, "unclosed_section", str(error), text)
    fields: dict[str, object] = {"text": body, **header}
    return Row(number, fields)


def _headed(text: str) -> tuple[dict[str, str], str]:
    """The header by the names of fields, and the lines after it."""
    lines, header = text.split("\n"), {}
    while lines and (not lines[0].strip() or _HEADER_LINE.fullmatch(lines[0])):
        if key := _HEADER_LINE.fullmatch(lines.pop(0)):
            header["title" if key[1].lower() == "song" else key[1].lower()] = key[2].strip()
    return {name: value for name, value in header.items() if value and name != "typed by"}, "\n".join(lines).strip("\n")


def _songs(stream: BinaryIO, max_bytes: int) -> Iterator[GrowingText]:
    song, sung = GrowingText(), False
    for line in bounded_lines(stream, max_bytes):
        key = None if isinstance(line, LongLine) else _HEADER_LINE.fullmatch(line.decode("utf-8", "replace").rstrip())
        if sung and key and key[1].lower() == "artist":
            yield song
            song, sung = GrowingText(), False
        filled = isinstance(line, LongLine) or bool(line.strip(LINE_ENDS + b" \t"))
        sung = sung or (filled and not key)
        if filled or song.size:
            song.add(line, max_bytes)
    if song.size:
        yield song
