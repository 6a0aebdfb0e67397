"""``cut.v1``: cut a long work into units at its stanzas, else at the ends of sentences, within the lines of a form.

A unit starts and ends at a stanza, or at a line that ends a sentence. Of all ways to cut a work, the one that leaves
out the fewest lines is taken; of these the one that cuts the fewest stanzas, then the one that joins the fewest
stanzas, then the one with the fewest units, earlier units being longer. If all units of a form have one length, a
stanza is cut only into equal parts: four lines of a sestet are not a quatrain.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from versebench.transforms.prosody.forms.contract import LineCount

VERSION = "cut.v1"

_ENDS_SENTENCE = re.compile(r"[.!?…。！？][\"'”’»)\]}」』_]*$")


class Piece(NamedTuple):
    """Consecutive lines of a work, from ``first_line``, numbered from 1 without blank lines.

    ``text`` keeps the blank lines between stanzas. A piece that is not a unit contains lines that could not be cut.
    """

    first_line: int
    lines: int
    text: str
    is_unit: bool


class _Cost(NamedTuple):
    left_out: int
    cut_stanzas: int
    joined_stanzas: int
    units: int

    def plus(self, other: "_Cost") -> "_Cost":
        return _Cost(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


_FREE = _Cost(0, 0, 0, 0)


def cut(text: str, limits: LineCount) -> list[Piece]:
    """Returns the pieces of a text in order; each of its lines belongs to exactly one.

    A text that is not longer than ``limits`` allows is one unit, however short it is.
    """
    lines, starts_stanza = _lines(text)
    if limits.most is None or len(lines) <= limits.most:
        return [Piece(1, len(lines), text, is_unit=True)]
    borders = _borders(lines, starts_stanza, limits)
    return [_piece(lines, starts_stanza, *span) for span in _joined(_best(borders, starts_stanza, limits))]


def _lines(text: str) -> tuple[list[str], list[bool]]:
    """The lines without blank ones, and which of them start a stanza."""
    lines: list[str] = []
    starts: list[bool] = []
    after_blank = True
    for line in text.split("\n"):
        if line:
            lines.append(line)
            starts.append(after_blank)
        after_blank = not line
    return lines, starts


def _borders(lines: Sequence[str], starts_stanza: Sequence[bool], limits: LineCount) -> list[int]:
    """The lines before which a work may be cut, and its end."""
    stanzas = [line for line, starts in enumerate(starts_stanza) if starts]
    borders: list[int] = []
    for start, end in zip(stanzas, [*stanzas[1:], len(lines)], strict=True):
        borders.append(start)
        within = range(start + 1, end)
        if limits.least == limits.most:
            within = within[limits.least - 1 :: limits.least] if (end - start) % limits.least == 0 else range(0)
        borders += [line for line in within if _ENDS_SENTENCE.search(lines[line - 1])]
    return [*borders, len(lines)]


def _best(borders: Sequence[int], starts_stanza: Sequence[bool], limits: LineCount) -> list[tuple[int, int, bool]]:
    """The cheapest spans of lines between borders, and whether each is a unit, by dynamic programming from the end."""
    stanzas_before = [0]
    for starts in starts_stanza:
        stanzas_before.append(stanzas_before[-1] + starts)
    last = len(borders) - 1
    costs, choices = [_FREE] * len(borders), [0] * len(borders)
    for place in range(last - 1, -1, -1):
        start = borders[place]
        # The alternative: leave out the lines up to the next border.
        best = _Cost(borders[place + 1] - start, 0, 0, 0).plus(costs[place + 1])
        choice = 0
        for stop in range(place + 1, len(borders)):
            end = borders[stop]
            if limits.most is not None and end - start > limits.most:
                break
            if end - start not in limits:
                continue
            cuts = int(end < len(starts_stanza) and not starts_stanza[end])
            joins = stanzas_before[end] - stanzas_before[start + 1]
            cost = _Cost(0, cuts, joins, 1).plus(costs[stop])
            if cost <= best:  # of units with equal cost, the longest wins
                best, choice = cost, stop
        costs[place], choices[place] = best, choice
    return _spans(borders, choices)


def _spans(borders: Sequence[int], choices: Sequence[int]) -> list[tuple[int, int, bool]]:
    spans, place = [], 0
    while place < len(borders) - 1:
        stop = choices[place] or place + 1
        spans.append((borders[place], borders[stop], choices[place] > 0))
        place = stop
    return spans


def _joined(spans: Sequence[tuple[int, int, bool]]) -> list[tuple[int, int, bool]]:
    """Join spans of consecutive lines that are left out into one piece."""
    joined: list[tuple[int, int, bool]] = []
    for start, end, is_unit in spans:
        if joined and not is_unit and not joined[-1][2]:
            joined[-1] = (joined[-1][0], end, False)
        else:
            joined.append((start, end, is_unit))
    return joined


def _piece(lines: Sequence[str], starts_stanza: Sequence[bool], start: int, end: int, is_unit: bool) -> Piece:
    shown = [f"\n{lines[line]}" if starts_stanza[line] and line > start else lines[line] for line in range(start, end)]
    return Piece(start + 1, end - start, "\n".join(shown), is_unit)
