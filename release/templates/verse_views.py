"""The section on metres, rhymes and sounds of the report: for each a plot, and a table with the counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from versebench.models.scanner.costs import METRES
from versebench.release.documents.verse_statistics import AuthorVerse
from versebench.release.plots.author_bars import author_bars
from versebench.transforms.prosody.devices import Device
from versebench.transforms.prosody.rhymes.classify import RhymeClass

if TYPE_CHECKING:
    from markupsafe import Markup


@dataclass(frozen=True)
class VerseRow:
    """A row of a table: an author, the number of poems or lines, and the count of each part."""

    name: str
    whole: int
    counts: tuple[int, ...]


@dataclass(frozen=True)
class VerseView:
    """A plot with its table."""

    id: str
    title: str
    counted: str
    parts: tuple[str, ...]
    rows: tuple[VerseRow, ...]
    svg: Markup


def verse_views(authors: Sequence[AuthorVerse]) -> list[VerseView]:
    """The views of metres, of rhymes and of devices; none if no poem was scanned."""
    if not authors:
        return []
    metres = [VerseRow(row.author, row.poems, tuple(row.metres.get(metre, 0) for metre in METRES)) for row in authors]
    devices = [VerseRow(row.author, row.lines, tuple(row.devices.get(kind, 0) for kind in Device)) for row in authors]
    rhymes = [
        VerseRow(row.author, sum(row.rhymes.values()), tuple(row.rhymes.get(kind, 0) for kind in RhymeClass))
        for row in authors
    ]
    kinds = [kind.replace("_", " ") for kind in Device]
    return [
        _view("metres", "Poems by metre", "Poems", METRES, metres, "% of the poems"),
        _view("rhymes", "Rhymes by class", "Rhymes", list(RhymeClass), rhymes, "% of the rhymes"),
        _view("devices", "Sound devices", "Lines", kinds, devices, "devices in 100 lines"),
    ]


def _view(name: str, title: str, counted: str, parts: Sequence[str], rows: Sequence[VerseRow], unit: str) -> VerseView:
    from markupsafe import Markup

    bars = [(row.name, _shares(row, parts)) for row in rows]
    return VerseView(name, title, counted, tuple(parts), tuple(rows), Markup(author_bars(bars, parts, unit)))


def _shares(row: VerseRow, parts: Sequence[str]) -> dict[str, float]:
    """The count of each part for a hundred of the whole."""
    return {part: 100 * count / row.whole if row.whole else 0.0 for part, count in zip(parts, row.counts, strict=True)}
