"""Cut songs into their sections, and poems into verses of whole stanzas."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from versebench.transforms.lyrics.song import VERSE, read_song

VERSION = "verses.v1"


class Part(NamedTuple):
    """A part of a work: its lines without blank ones, the first of them counted from 1 in the work.

    ``kind`` is ``verse``, ``guest``, or the kind of a section that is no verse. ``heading`` is None without headings.
    ``singer`` is the artist that the heading names, or empty.
    """

    kind: str
    first_line: int
    lines: tuple[str, ...]
    heading: str | None
    singer: str


def song_parts(text: str, artist: str) -> Iterator[Part]:
    """The sections of a song without its header; verses without a line are left out.

    Raises :class:`versebench.transforms.lyrics.song.LyricsError` if the heading of a section is not closed.
    """
    for section in read_song(f"Artist: {artist}\n{text}").sections:
        if (lines := tuple(filter(None, section.lines))) or section.kind != VERSE:
            yield Part(section.kind, section.first_line - 1, lines, section.heading or None, section.singer)


def stanza_parts(text: str, most_lines: int) -> Iterator[Part]:
    """The verses of a poem: whole stanzas together up to so many lines; a longer stanza is cut every so many."""
    pieces: list[tuple[int, list[str]]] = []
    for first_line, stanza in _stanzas(text):
        for start in range(0, len(stanza), most_lines):
            piece = stanza[start : start + most_lines]
            if pieces and start == 0 and len(pieces[-1][1]) + len(stanza) <= most_lines:
                pieces[-1][1].extend(piece)
            else:
                pieces.append((first_line + start, piece))
    for first_line, lines in pieces:
        yield Part(VERSE, first_line, tuple(lines), None, "")


def _stanzas(text: str) -> Iterator[tuple[int, list[str]]]:
    """The stanzas of a text, each with the number of its first line, from 1."""
    numbered = enumerate(text.split("\n"), 1)
    for filled, lines in groupby(numbered, key=lambda line: bool(line[1].strip())):
        if filled:
            block = list(lines)
            yield block[0][0], [line for _, line in block]
