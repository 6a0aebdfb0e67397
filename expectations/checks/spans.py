"""Checks of the edited spans of minimal pairs."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pyarrow as pa

from versebench.expectations.rows import Rows

Spans = tuple[Sequence[int], Sequence[int]]
"""Starts and ends of the spans of a text, in characters from 0."""


def rebuilds(original: str, corrupted: str, original_spans: Spans, corrupted_spans: Spans) -> bool:
    """Whether replacing the spans of either text by those of the other gives exactly the other text.

    This holds if both sides have the same number of spans, the spans are ordered and within bounds, and the text
    between them is the same on both sides.
    """
    edges = (*original_spans, *corrupted_spans)
    if len({len(positions) for positions in edges}) > 1:
        return False
    left = right = 0
    for start, end, corrupted_start, corrupted_end in zip(*edges, strict=True):
        if not (left <= start <= end and right <= corrupted_start <= corrupted_end):
            return False
        if original[left:start] != corrupted[right:corrupted_start]:
            return False
        left, right = end, corrupted_end
    return left <= len(original) and right <= len(corrupted) and original[left:] == corrupted[right:]


def touched_lines(text: str, spans: Spans) -> list[int]:
    """Lines, from 1, that spans touch: a span from s to e touches the lines from that of s to that of max(s, e - 1).

    The line of a position is 1 plus the newlines before it, so a newline belongs to the line that it ends.
    """
    touched: set[int] = set()
    for start, end in zip(*spans, strict=True):
        first = 1 + text.count("\n", 0, start)
        last = first + text.count("\n", start, max(start, end - 1))
        touched.update(range(first, last + 1))
    return sorted(touched)


def rebuilds_column(rows: Rows) -> pa.Array:
    """``rebuilds`` for every pair; false if a text is null."""
    pairs = zip(_texts(rows, "original"), _texts(rows, "corrupted"), strict=True)
    spans = zip(*_edges(rows, "original"), *_edges(rows, "corrupted"), strict=True)
    return pa.array(
        [
            original is not None and corrupted is not None and rebuilds(original, corrupted, edges[:2], edges[2:])
            for (original, corrupted), edges in zip(pairs, spans, strict=True)
        ]
    )


def lines_match_column(rows: Rows) -> pa.Array:
    """Whether ``lines`` lists exactly, and in order, the lines of the original that its spans touch."""
    starts, ends = _edges(rows, "original")
    pairs = zip(_texts(rows, "original"), starts, ends, _lists(rows.column("lines")), strict=True)
    return pa.array(
        [
            text is not None and len(start) == len(end) and touched_lines(text, (start, end)) == lines
            for text, start, end, lines in pairs
        ]
    )


def _texts(rows: Rows, name: str) -> list[str | None]:
    return _python(rows.column(name))


def _edges(rows: Rows, side: str) -> tuple[Iterator[list[int]], Iterator[list[int]]]:
    return _lists(rows.column(f"{side}_starts")), _lists(rows.column(f"{side}_ends"))


def _lists(column: pa.ListArray) -> Iterator[list[int]]:
    """Python lists of a list column, several times faster than ``to_pylist``; a null inside becomes -1.

    It yields one list at a time. Tens of thousands of live lists make the garbage collector run again and again over
    the objects of Great Expectations, which took longer than the check itself.
    """
    values = _python(column.values.fill_null(-1))
    for start, end in pairwise(_python(column.offsets)):
        yield values[start:end]


def _python(column: pa.Array) -> list[Any]:
    values: list[Any] = column.to_numpy(zero_copy_only=False).tolist()
    return values
