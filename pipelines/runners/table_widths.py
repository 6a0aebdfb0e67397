"""How a table of text fits a terminal: the widths of its columns, and where its cells break.

Cells break between words, then inside of names (``swap_`` ``lines.`` ``v1``), and elsewhere only if that is not enough.
"""

import re
from collections.abc import Callable, Sequence

from rich.cells import cell_len
from rich.text import Text

_BREAKS = re.compile(r"(?<=[_/:=])(?=\w)|(?<=\w-)(?=[A-Za-z])|(?<=\w\.)(?=[A-Za-z])")
"""Between the parts of a name; numbers and dates stay whole."""

_HASH = re.compile(r"[0-9a-f]{12,}")
_BORDER = 3
"""The width of a border with a space on both sides."""


def column_widths(rows: Sequence[Sequence[str]], numbers: Sequence[bool], width: int) -> list[int] | None:
    """The widths of the columns of a table in a terminal of some width; None if the table fits.

    The widest columns are narrowed first: to their longest word, then to the longest part of a name; then columns of
    figures too, then to half of the longest hash, then further.

    Args:
        rows: The heads of the columns, and the rows.
        numbers: Whether each column contains figures, whose cells should stay on one line.
        width: That of the terminal.
    """
    columns = list(zip(*rows, strict=True))
    widths = [_width(column, _wholes) for column in columns]
    room = width - _BORDER * len(columns) - 1
    if sum(widths) <= room:
        return None
    whole = [_width(column[1:], _wholes) if figures else 0 for column, figures in zip(columns, numbers, strict=True)]
    words = [max(_width(column, str.split), kept) for column, kept in zip(columns, whole, strict=True)]
    parts = [_width(column, _parts) for column in columns]
    names = [max(part, kept) for part, kept in zip(parts, whole, strict=True)]
    halves = [_width(column, _halves) for column in columns]
    for floors in (words, names, parts, halves, [1] * len(columns)):
        while sum(widths) > room:
            wide = [place for place, floor in enumerate(floors) if widths[place] > floor]
            if not wide:
                break
            widths[max(wide, key=lambda place: widths[place])] -= 1
    return widths


def _width(cells: Sequence[str], pieces: Callable[[str], list[str]]) -> int:
    """The width of the widest piece of some cells."""
    return max((cell_len(piece) for cell in cells for piece in pieces(cell)), default=0)


def _wholes(cell: str) -> list[str]:
    return cell.split("\n")


def _parts(cell: str) -> list[str]:
    return [part for word in cell.split() for part in _BREAKS.split(word)]


def _halves(cell: str) -> list[str]:
    return [_HASH.sub(lambda found: found[0][: (len(found[0]) + 1) // 2], part) for part in _parts(cell)]


def broken(text: Text, width: int) -> Text:
    """A cell with line breaks, so that no line is wider than ``width`` if parts of names allow it."""
    lines = [each for line in text.split("\n", allow_blank=True) for each in _lines(line, width)]
    return Text("\n").join(lines)


def _lines(line: Text, width: int) -> list[Text]:
    offsets, start, place = [], 0, 0
    for word in re.findall(r"\s+|\S+", line.plain):
        tokens = [word] if cell_len(word) <= width else _parts(word)
        for token in tokens:
            if place > start and cell_len(line.plain[start:place] + token.rstrip()) > width:
                offsets.append(place)
                start = place
            place += len(token)
    made = list(line.divide(offsets))
    for each in made:
        each.rstrip()
    return [made[0], *(_without_indent(each) for each in made[1:])]


def _without_indent(line: Text) -> Text:
    return line[len(line.plain) - len(line.plain.lstrip()) :]
