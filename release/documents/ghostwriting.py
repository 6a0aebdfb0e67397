"""What the report says about artists and about the verses that generators wrote in their styles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from versebench.release.documents.marked_verses import MarkedPiece, Rhymed, marked_lines
from versebench.release.plots.panels import WriterPoints

if TYPE_CHECKING:
    from markupsafe import Markup

Row = Mapping[str, Any]

HUMAN = "human"
"""The writer of the artists' own verses in tables about judges."""

NOT_COPIED = ((), ())
"""The runs of a verse that nobody copied."""


@dataclass(frozen=True)
class GeneratorFacts:
    """A generator: its versioned name, what people call it, and what its points are."""

    name: str
    title: str
    unit: str


@dataclass(frozen=True)
class ShownVerse:
    """A verse that the report shows with its rhymes and copies. ``generator`` is None for the artist's own."""

    artist: str
    generator: str | None
    point: int | None
    density: float | None
    similarity: float | None
    copied_share: float | None
    lines: tuple[tuple[MarkedPiece, ...], ...]


@dataclass(frozen=True)
class GhostwritingFacts:
    """Rows of the tables of a release about artists, in the order of the artists' names."""

    generators: tuple[GeneratorFacts, ...]
    artists: tuple[Row, ...]
    points: tuple[Row, ...]
    crossings: tuple[Row, ...]
    lengths: tuple[Row, ...]
    correlations: tuple[Row, ...]
    confusions: tuple[Row, ...]
    verses: tuple[ShownVerse, ...]
    weighting: str
    detector: str
    similarity: str


def marked(text: str, marks: Row, copies: tuple[Sequence[int], Sequence[int]]) -> tuple[tuple[MarkedPiece, ...], ...]:
    """The lines of a verse, given the row with its marks, and the first tokens and lengths of its copied runs."""
    columns = (marks[name] for name in ("word", "place", "of_word", "group"))
    rhymed = [Rhymed(*mark) for mark in zip(*columns, strict=True)]
    runs = list(zip(*copies, strict=True))
    return tuple(map(tuple, marked_lines(text, rhymed, runs)))


@dataclass(frozen=True)
class GeneratorSection:
    """What the report shows of one generator: both plots, and the rows of its tables."""

    generator: GeneratorFacts
    lines: Markup
    copying: Markup
    crossings: tuple[Row, ...]
    lengths: tuple[Row, ...]
    correlations: tuple[Row, ...]
    needed: float | None


FIGURES = {
    "verses": "number of verses",
    "tokens": "number of tokens",
    "mean_tokens": "mean length of a verse",
    "last similarity": "similarity at the last point",
    "last copied share": "copied share at the last point",
    "crossing similarity": "similarity at the crossing",
    "longest": "length of the longest verse",
}
"""Words for the figures of correlations; the names of the others are words already."""


def sections(facts: GhostwritingFacts) -> list[GeneratorSection]:
    """One section for each generator. Rows about artists have the name as ``artist``."""
    from markupsafe import Markup

    from versebench.release.plots.copying_curves import copying_curves
    from versebench.release.plots.point_lines import point_lines

    made = []
    for generator in facts.generators:
        panels = [_panel(facts, generator, artist) for artist in facts.artists]
        correlations = tuple(_worded(row) for row in facts.correlations if row["generator"] == generator.name)
        made.append(
            GeneratorSection(
                generator,
                Markup(point_lines(generator.title, generator.unit, panels)),
                Markup(copying_curves(generator.title, generator.unit, panels)),
                _named(facts, facts.crossings, generator),
                _named(facts, facts.lengths, generator),
                correlations,
                next((row["needed"] for row in correlations if row["needed"] is not None), None),
            )
        )
    return made


def _worded(row: Row) -> Row:
    """A correlation with words for the names of its figures."""
    return {**row, **{name: FIGURES.get(row[name], row[name]) for name in ("first", "second")}}


def crossings_by_artist(facts: GhostwritingFacts) -> dict[tuple[str, str], Row]:
    """The crossing of each artist, by id, and generator, by name."""
    return {(row["artist_id"], row["generator"]): row for row in facts.crossings}


@dataclass(frozen=True)
class StyleSection:
    """How the models of one kind tell whose style the verses of one writer have. ``writer`` is None for the artists."""

    model: str
    writer: str | None
    heat_map: Markup
    own: tuple[Row, ...]
    """For each artist the pages with a verse by or after the artist, and those that are answered rightly."""

    @property
    def pages(self) -> int:
        """All pages."""
        return sum(row["times_shown"] for row in self.own)

    @property
    def right(self) -> int:
        """The pages that are answered rightly."""
        return sum(row["times_chosen"] for row in self.own)


def style_sections(facts: GhostwritingFacts) -> list[StyleSection]:
    """One section for each kind of model and writer of verses, the artists first."""
    from markupsafe import Markup

    from versebench.release.plots.heat_map import heat_map

    groups: dict[tuple[str, str], list[Row]] = {}
    for row in facts.confusions:
        groups.setdefault((row["model"], row["writer"]), []).append(row)
    made = []
    for (model, writer), rows in sorted(groups.items(), key=lambda each: (each[0][0], each[0][1] != HUMAN, each[0][1])):
        artists = sorted({row["evaluated"] for row in rows})
        shares = {(row["evaluated"], row["chosen"]): row["share"] for row in rows}
        of = "the artists’ own verses" if writer == HUMAN else f"verses of {writer}"
        drawn = Markup(heat_map(f"{model} on {of}", artists, shares))
        own = tuple(row for row in rows if row["evaluated"] == row["chosen"] and row["times_shown"])
        made.append(StyleSection(model, None if writer == HUMAN else writer, drawn, own))
    return made


def _named(facts: GhostwritingFacts, rows: Sequence[Row], generator: GeneratorFacts) -> tuple[Row, ...]:
    of_artist = {row["artist_id"]: row for row in rows if row["generator"] == generator.name}
    known = [artist for artist in facts.artists if artist["artist_id"] in of_artist]
    return tuple({**of_artist[artist["artist_id"]], "artist": artist["name"]} for artist in known)


def _panel(facts: GhostwritingFacts, generator: GeneratorFacts, artist: Row) -> WriterPoints:
    def mine(row: Row) -> bool:
        return bool(row["artist_id"] == artist["artist_id"] and row["generator"] == generator.name)

    points = [row for row in facts.points if mine(row)]
    crossing = next((row for row in facts.crossings if mine(row)), None)
    return WriterPoints(
        artist["name"],
        x=[row["x"] for row in points],
        density=[row["density"] for row in points],
        similarity=[row["similarity"] for row in points],
        copied=[row["copied_share"] for row in points],
        identical=[row["identical"] for row in points],
        density_line=None if crossing is None else _line(crossing, "density"),
        similarity_line=None if crossing is None else _line(crossing, "similarity"),
        target=artist["density_weighted"],
        crossing=None if crossing is None or crossing["x"] is None else (crossing["x"], crossing["similarity"]),
        status="flat" if crossing is None else crossing["status"],
    )


def _line(crossing: Row, of: str) -> tuple[float, float] | None:
    slope = crossing[f"{of}_slope"]
    return None if slope is None else (crossing[f"{of}_intercept"], slope)
