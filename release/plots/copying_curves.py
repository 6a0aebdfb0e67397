"""How much of a generator's verses stands in the artist's: one SVG with a panel for each artist."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from versebench.release.plots.drawing import draw, series_colour
from versebench.release.plots.panels import WriterPoints, grid, series
from versebench.release.templates.wording import decimal, plain

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COPIED, IDENTICAL = 2, 3
"""Places of the two series among the colours of the page."""

GLYPHS = {"copied share": (COPIED, "●"), "identical verses": (IDENTICAL, "▲")}
"""The colour and the marker of each series, for a legend outside the plot."""


def copying_curves(generator: str, unit: str, artists: Sequence[WriterPoints]) -> str:
    """SVG of the share of tokens in copied runs, and of verses that equal one of the artist's, at each point."""
    return draw(lambda: _draw(unit, artists), f"copying of {generator}", _describe(generator, artists))


def _draw(unit: str, artists: Sequence[WriterPoints]) -> Figure:
    figure, panels = grid(artists, unit)
    for axes, artist in zip(panels, artists, strict=True):
        series(axes, artist.x, artist.copied, series_colour(COPIED), "o", line=True)
        series(axes, artist.x, artist.identical, series_colour(IDENTICAL), "^", line=True)
    return figure


def _describe(generator: str, artists: Sequence[WriterPoints]) -> str:
    parts = [f"{artist.artist}: {_ends(artist.copied)} of the tokens copied" for artist in artists]
    return plain(f"Copying of {generator}, first and last point. {'. '.join(parts)}.")


def _ends(values: Sequence[float | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{decimal(known[0])} to {decimal(known[-1])}" if known else "an unknown share"
