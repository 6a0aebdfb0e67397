"""Density and similarity of a generator against its points: one SVG with a panel for each artist."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from versebench.release.plots.drawing import INK, PAGE, draw, series_colour
from versebench.release.plots.panels import WriterPoints, grid, series
from versebench.release.templates.wording import decimal, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DENSITY, SIMILARITY = 0, 1
"""Places of the two series among the colours of the page."""

GLYPHS = {"density": (DENSITY, "●"), "similarity": (SIMILARITY, "■")}
"""The colour and the marker of each series, for a legend outside the plot."""


def point_lines(generator: str, unit: str, artists: Sequence[WriterPoints]) -> str:
    """SVG of the points and their lines of regression, for a generator with this display name and unit of x.

    The artist's own density is dashed, and a ring marks the similarity at the crossing if it is in the panel.
    """
    return draw(lambda: _draw(unit, artists), f"points of {generator}", _describe(generator, artists))


def _draw(unit: str, artists: Sequence[WriterPoints]) -> Figure:
    figure, panels = grid(artists, unit)
    for axes, artist in zip(panels, artists, strict=True):
        _panel(axes, artist)
    return figure


def _panel(axes: Axes, artist: WriterPoints) -> None:
    low, high = axes.get_xlim()
    values = (
        (artist.density, artist.density_line, DENSITY, "o"),
        (artist.similarity, artist.similarity_line, SIMILARITY, "s"),
    )
    for y, line, place, marker in values:
        colour = series_colour(place)
        series(axes, artist.x, y, colour, marker, line=False)
        if line is not None:
            intercept, slope = line
            axes.plot([low, high], [intercept + slope * low, intercept + slope * high], color=colour, linewidth=1.4)
    if artist.target is not None:
        axes.axhline(artist.target, color=INK, linewidth=1.1, linestyle=(0, (4, 3)))
    if artist.crossing is not None:
        x, similarity = artist.crossing
        if low <= x <= high and 0 <= similarity <= 1:
            axes.plot([x, x], [0, 1], color=INK, linewidth=0.8, linestyle=(0, (1, 2)))
            axes.plot([x], [similarity], marker="o", markersize=7, color=INK, markerfacecolor=PAGE, linestyle="none")


def _describe(generator: str, artists: Sequence[WriterPoints]) -> str:
    return plain(
        f"Density and similarity of {generator} at each point. "
        + " ".join(f"{_crossing(artist)}." for artist in artists)
    )


def _crossing(artist: WriterPoints) -> str:
    if artist.crossing is None:
        return f"{artist.artist}: no crossing"
    x, similarity = artist.crossing
    return f"{artist.artist}: similarity {decimal(similarity)} at {x:,.1f} ({artist.status})"
