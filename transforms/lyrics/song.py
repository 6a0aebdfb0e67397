"""A song in the layout of lyrics archives: a header, sections, repeat marks and stage directions."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

VERSE, GUEST = "verse", "guest"

HEADER = frozenset(("artist", "album", "song", "title", "typed by"))
NOT_VERSE = ("chorus", "hook", "refrain", "intro", "outro", "interlude", "skit", "bridge")
"""Kinds of sections that are no verse. A pre-chorus is one too."""

_HEADER_LINE = re.compile(rf"({'|'.join(sorted(HEADER))})\s*:\s*(.*)", re.IGNORECASE)
_BRACKETED = re.compile(r"\[([^\]]*)\](.*)")
_NAMED = re.compile(rf"((?:(?:pre-?)?(?:{'|'.join(NOT_VERSE)})|verse)(?:\s+\w+)?)\s*:(.*)", re.IGNORECASE)
_REPEAT = re.compile(r"\s*(?:-\s*|\()?(?:repeat\s+)?(?:\b\d+\s*x\b|\bx\s*\d+\b)\)?\s*$", re.IGNORECASE)
_REPEAT_CHORUS = re.compile(r"\(\s*repeat[^()]*\)", re.IGNORECASE)
_STAGE_DIRECTION = re.compile(r"\*[^*]+\*|\{[^{}]*\}")
_VOICE = re.compile(r"\(([^()]*)\)")
_NAME_BORDER = re.compile(r"\s*(?:,|&|\+|/|\band\b|\bfeat\.?|\bft\.?)\s*", re.IGNORECASE)


class LyricsError(ValueError):
    """A song whose layout is broken: what is wrong, on which line, and what to do."""


@dataclass(frozen=True)
class Section:
    """A section with its heading and first line, counted from 1; its kind is ``verse``, ``guest`` or of ``NOT_VERSE``.

    ``lines`` are without repeat marks, stage directions, and the brackets around a whole line. A blank line is empty.
    """

    heading: str
    kind: str
    first_line: int
    lines: list[str] = field(default_factory=list)
    singer: str = ""
    """The first artist that the heading names, if it names one."""


@dataclass(frozen=True)
class Song:
    """The header of a song by its keys in lower case, and its sections in order."""

    header: dict[str, str]
    sections: list[Section]

    @property
    def verses(self) -> list[Section]:
        """The sections that are verse of the artist and have a line."""
        return [section for section in self.sections if section.kind == VERSE and any(section.lines)]


def is_song(text: str) -> bool:
    """Whether a text has the layout of a song: a header with the artist, or the heading of a section."""
    lines = [line.strip() for line in text.splitlines()]
    return any(_is_heading(line) or line.lower().startswith("artist:") for line in lines)


def read_song(text: str) -> Song:
    """The header and the sections of a song. Without headings, the blocks between blank lines are the verses.

    Raises :class:`LyricsError` if the heading of a section is not closed.
    """
    header: dict[str, str] = {}
    sections: list[Section] = []
    lines = [" ".join(line.split()) for line in text.splitlines()]
    headed = any(map(_is_heading, lines))
    for number, line in enumerate(lines, 1):
        if not sections and (key := _HEADER_LINE.fullmatch(line)):
            header[key[1].lower()] = key[2]
        elif headed and (heading := _heading(line, number)):
            sections.append(_section(heading[0], number, header.get("artist", "")))
            sections[-1].lines.extend(_sung(heading[1]))
        elif headed and sections:
            sections[-1].lines.extend(_sung(line) if line else [""])
        elif not headed and line:
            if not sections or not lines[number - 2]:
                sections.append(Section("", VERSE, number))
            sections[-1].lines.extend(_sung(line))
    return Song(header, [_trimmed(section) for section in sections])


def _is_heading(line: str) -> bool:
    return line.startswith("[") or _NAMED.fullmatch(line) is not None


def _heading(line: str, number: int) -> tuple[str, str] | None:
    """The name of a section and what stands behind it on its line."""
    if named := _NAMED.fullmatch(line):
        return named[1].strip(), named[2].strip()
    if not line.startswith("["):
        return None
    closed = _BRACKETED.fullmatch(line)
    if not closed:
        raise LyricsError(f"line {number}: the section mark {line[:40]!r} is not closed; write [Verse 1]")
    return closed[1].strip(), closed[2].strip()


def _section(heading: str, number: int, artist: str) -> Section:
    name, _, singers = heading.partition(":")
    words = name.lower().replace("-", "")
    kind = next((kind for kind in NOT_VERSE if kind in words), VERSE)
    singer = next(filter(None, _NAME_BORDER.split(singers.strip())), "").strip("() ")
    guest = kind == VERSE and singer and artist and singer.casefold() != artist.strip().casefold()
    return Section(heading, GUEST if guest else kind, number, singer=singer)


def _sung(line: str) -> Iterator[str]:
    """The line without marks, if something is left of it."""
    text = _REPEAT.sub("", _REPEAT_CHORUS.sub(" ", _STAGE_DIRECTION.sub(" ", line))).strip()
    whole = _VOICE.fullmatch(text)
    text = " ".join((whole[1] if whole else text).split())
    if any(map(str.isalnum, text)):
        yield text


def _trimmed(section: Section) -> Section:
    """The section without blank lines at its ends."""
    filled = [place for place, line in enumerate(section.lines) if line]
    section.lines[:] = section.lines[filled[0] : filled[-1] + 1] if filled else []
    return section
