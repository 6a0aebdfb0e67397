"""The lines of poems as arrays of characters, by which they are compared."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from versebench.models.simplified import comparable
from versebench.transforms.text.chinese import characters, verse_lines

Codes = npt.NDArray[np.uint32]
Places = npt.NDArray[np.int64]

_NOTE = re.compile(r"[（(\[〔【〖{][^）)\]〕】〗}]*[）)\]〕】〗}]")
_NO_LINE = re.compile(r"^《[^》]*》[，。？！；：]*$|[□■◇]")

LEAST_CHARACTERS = 4
"""Characters that a line needs to count: shorter ones are idioms that nobody wrote first."""


def compared_lines(paragraphs: Iterable[str]) -> list[str]:
    """The lines of a poem in simplified characters, without marks; those without a Chinese character are left out.

    A space ends a line too, as some editions have spaces for marks. Editors' notes are no lines: what stands in
    brackets, and a line that is only the title of a book. A line with a lacuna is left out.
    """
    pieces = (piece for paragraph in paragraphs for piece in _NOTE.sub("", paragraph).split())
    lines = (line for line in verse_lines(pieces) if not _NO_LINE.search(line))
    kept = ("".join(characters(comparable(line))) for line in lines)
    return [line for line in kept if line]


@dataclass(frozen=True)
class Lines:
    """Lines one after another: their characters, where each starts (with one entry more), and where each poem starts.

    ``poems`` has the first line of each poem, and one entry more.
    """

    codes: Codes
    starts: Places
    poems: Places

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def lengths(self) -> Places:
        """The characters of each line."""
        return np.diff(self.starts)

    def poem_of(self, lines: Places) -> Places:
        """The poem of each of some lines."""
        return np.searchsorted(self.poems, lines, "right") - 1

    def text(self, line: int) -> str:
        """The characters of a line."""
        return "".join(map(chr, self.codes[self.starts[line] : self.starts[line + 1]].tolist()))


def lines_of(poems: Iterable[Sequence[str]]) -> Lines:
    """The lines of poems, each given as its lines in characters that can be compared."""
    lines: list[str] = []
    counts = [0]
    for poem in poems:
        lines += poem
        counts.append(len(poem))
    codes = np.frombuffer("".join(lines).encode("utf-32-le"), np.uint32)
    starts = np.cumsum([0, *map(len, lines)], dtype=np.int64)
    return Lines(codes, starts, np.cumsum(counts, dtype=np.int64))
