"""Source files in TEI: the lines and stanzas of poems as ``l`` and ``lg``."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO
from xml.parsers import expat

from versebench.transforms.readers.bad_rows import bad_row, row_too_large
from versebench.transforms.readers.contract import ORIGINAL_LIMIT, BadRow, Row
from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.full_reads import CHUNK_BYTES, FullReads

_LEFT_OUT = frozenset({"note", "del", "sic", "orig", "fw", "figDesc"})
"""Elements whose text is no part of a line."""

_DEEPEST = 200
_LONGEST_NAME = 1_000
"""Characters of a title or an author."""


def read_tei(stream: BinaryIO, max_row_bytes: int) -> Iterator[Row | BadRow]:
    """Yields one row per poem, with the fields ``text``, ``title``, ``author`` and ``id``, where the file has them.

    A poem is the outermost ``lg`` that has a ``type`` other than ``stanza``, a ``head`` or an ``lg`` of its own;
    otherwise all lines and stanzas that stand directly in one element, such as a ``div``, are one poem. ``head`` is
    the title and ``xml:id`` the id. The author is that of the header. Notes, and what was deleted or corrected, are
    left out; ``lb`` ends a line.

    If the XML has an error, the poems before it are rows, and the rest is one bad row ``malformed_xml``, which gives
    line and column. Other bad row: ``row_too_large``. Raises :class:`SourceFormatError` if the file is no XML, or
    declares entities.
    """
    document = _Document(max_row_bytes)
    reads = FullReads(stream)
    number = 0
    while True:
        piece = reads.read(CHUNK_BYTES)
        failure = document.feed(piece)
        for poem in document.take():
            number += 1
            yield poem.row(number, max_row_bytes)
        if failure is not None:
            if not document.has_root:
                raise SourceFormatError(f"is not an XML document ({failure}); check its format")
            rest = "\n".join(document.unfinished).strip("\n")
            yield bad_row(number + 1, "malformed_xml", f"{failure}; everything after it is missing", rest)
            return
        if not piece:
            return


@dataclass
class _Poem:
    """The lines of a poem; only their start is kept if they are too large."""

    author: str | None
    identity: str | None = None
    title: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    size: int = 0

    def add(self, line: str, most: int) -> None:
        self.size += len(line.encode()) + 1
        if self.size <= max(most, ORIGINAL_LIMIT):
            self.lines.append(line)

    def row(self, number: int, max_row_bytes: int) -> Row | BadRow:
        text = "\n".join(self.lines).strip("\n")
        if self.size > max_row_bytes:
            return row_too_large(number, max_row_bytes, text, self.size)
        named = {"title": _on_one_line(self.title), "author": self.author, "id": self.identity}
        return Row(number, {"text": text, **{name: value for name, value in named.items() if value}})


@dataclass
class _Element:
    name: str
    attributes: dict[str, str]
    poem: _Poem | None = None
    own: bool = False


def _append(name: list[str], text: str) -> None:
    """Append a piece of a title or author. What is cut does not depend on the pieces in which the text comes."""
    if sum(map(len, name)) < _LONGEST_NAME:
        name.append(text)


def _on_one_line(name: list[str]) -> str:
    return " ".join("".join(name)[:_LONGEST_NAME].split())


class _Document:
    """The state of reading one document, which expat calls back."""

    def __init__(self, max_bytes: int) -> None:
        self._max = max_bytes
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.EntityDeclHandler = self._entity
        self._open: list[_Element] = []
        self._poems: list[_Poem] = []
        self._line: list[str] | None = None
        self._line_size = 0
        self._author: list[str] = []
        self.has_root = False

    def feed(self, piece: bytes) -> str | None:
        """Parse a piece, the empty one at the end; returns the error, if there is one."""
        try:
            self._parser.Parse(piece, not piece)
        except expat.ExpatError as error:
            return f"{expat.ErrorString(error.code)} at line {error.lineno}, column {error.offset}"
        return None

    def take(self) -> list[_Poem]:
        """The poems that are complete."""
        poems, self._poems = self._poems, []
        return [poem for poem in poems if any(poem.lines)]

    @property
    def unfinished(self) -> Iterator[str]:
        """The lines of poems that are not complete."""
        for element in self._open:
            if element.poem is not None:
                yield "\n".join(element.poem.lines)

    def _entity(self, *_: object) -> None:
        raise SourceFormatError("declares entities; write the characters, or remove the declaration")

    def _start(self, full_name: str, attributes: dict[str, str]) -> None:
        self.has_root = True
        name = full_name.rpartition(" ")[2]
        if len(self._open) >= _DEEPEST:
            raise SourceFormatError(f"has more than {_DEEPEST} elements inside each other; check its format")
        self._open.append(_Element(name, attributes))
        if name == "l" and self._line is None:
            self._line, self._line_size = [], 0
        elif name == "lb" and self._line is not None:
            self._line.append("\n")
        elif name == "lg" and self._line is None:
            self._begin_group()
        elif name == "head" and len(self._open) > 1 and self._open[-2].name == "lg":
            self._own(len(self._open) - 2)

    def _begin_group(self) -> None:
        """Begin a stanza, or a poem, if it can be known already."""
        groups = [place for place, element in enumerate(self._open) if element.name == "lg"]
        if len(groups) > 1 or self._open[-1].attributes.get("type", "stanza") not in ("stanza", "strophe"):
            self._own(groups[0])
        self._poem().add("", self._max)

    def _own(self, place: int) -> None:
        """Make a group a poem of its own, with what it has so far."""
        group = self._open[place]
        if any(element.own for element in self._open[: place + 1]):
            return
        group.own = True
        group.poem = group.poem or self._new_poem(group)

    def _new_poem(self, element: _Element) -> _Poem:
        identity = next((value for name, value in element.attributes.items() if name.endswith(" id")), None)
        return _Poem(_on_one_line(self._author) or None, identity)

    def _place(self) -> _Element:
        """The open element whose poem the current lines belong to."""
        for element in self._open:
            if element.own:
                return element
        outside = [element for element in self._open if element.name not in ("l", "lg", "head", "lb")]
        return outside[-1] if outside else self._open[0]

    def _poem(self) -> _Poem:
        place = self._place()
        place.poem = place.poem or self._new_poem(place)
        return place.poem

    def _text(self, text: str) -> None:
        names = [element.name for element in self._open]
        if self._line is not None:
            if not _LEFT_OUT.intersection(names):
                if self._line_size < max(self._max, ORIGINAL_LIMIT):
                    self._line.append(text.replace("\n", " "))
                self._line_size += len(text)
        elif names[-1] == "author" and "titleStmt" in names:
            _append(self._author, text)
        elif "head" in names and not _LEFT_OUT.intersection(names) and len(names) > 1:
            owner = self._open[names.index("head") - 1]
            if owner.name not in ("body", "text", "front", "back", "group"):
                owner.poem = owner.poem or self._new_poem(owner)
                _append(owner.poem.title, text)

    def _end(self, _: str) -> None:
        element = self._open[-1]
        if element.name == "l" and self._line is not None and not any(one.name == "l" for one in self._open[:-1]):
            poem = self._poem()
            poem.add(" ".join("".join(self._line).split(" ")), self._max)
            poem.size += max(0, self._line_size - self._max)
            self._line = None
        elif element.name == "lg" and self._line is None:
            self._poem().add("", self._max)
        self._open.pop()
        if element.poem is not None:
            self._poems.append(element.poem)
