"""A table of figures in the section about judges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from versebench.release.documents.people.facts import Row

Cells = tuple[str, tuple[Row | None, ...]]
"""The name of a row, and a figure for each column; a figure with the key ``text`` is shown as this text."""


@dataclass(frozen=True)
class Table:
    """A table of figures: its caption, the heads of its columns, its rows, and below them those that a paper prints."""

    caption: str
    first: str
    columns: tuple[str, ...]
    rows: tuple[Cells, ...]
    printed: tuple[Cells, ...] = ()


def by_measure(rows: Sequence[Row], measures: Sequence[str], of: str = "all") -> tuple[Row | None, ...]:
    """The figure of each measure about a model or an artist; None for one that is missing."""
    found = {row["measure"]: row for row in rows if row["of"] == of}
    return tuple(found.get(measure) for measure in measures)


def as_text(value: str) -> Row:
    """A cell with a text."""
    return {"text": value}


def p_text(row: Row | None) -> Row | None:
    """A cell with a p, written as the papers write it."""
    if row is None or row["value"] is None:
        return row
    value = row["value"]
    if value < 1e-8:
        return as_text("<1e-8")
    if value >= 0.001:
        return as_text(f"{value:.3f}")
    digits, power = f"{value:.0e}".split("e")
    return as_text(f"{digits}e{int(power)}")
