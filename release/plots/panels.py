"""What the plots of ghostwriters show, and the grid of their panels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from versebench.release.plots.drawing import INK, RULE, WIDTH
from versebench.release.templates.wording import plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLUMNS = 3
_PANEL, _GAP, _FOOT = 84, 26, 42


@dataclass(frozen=True)
class WriterPoints:
    """The points of a generator for an artist, with their lines of regression.

    The sequences have one value for each point, None if it is unknown. A line is its intercept and slope, None if there
    is none; ``target`` is the artist's own density, and ``crossing`` the x and the similarity where it is reached.
    """

    artist: str
    x: Sequence[float]
    density: Sequence[float | None]
    similarity: Sequence[float | None]
    copied: Sequence[float | None]
    identical: Sequence[float | None]
    density_line: tuple[float, float] | None = None
    similarity_line: tuple[float, float] | None = None
    target: float | None = None
    crossing: tuple[float, float] | None = None
    status: str = "flat"


def grid(artists: Sequence[WriterPoints], unit: str) -> tuple[Figure, list[Axes]]:
    """A figure with a panel for each artist, from 0 to 1 and over the same x, which has the unit of the generator."""
    from matplotlib.figure import Figure

    rows = -(-len(artists) // COLUMNS)
    height = rows * (_GAP + _PANEL) + _FOOT
    figure = Figure(figsize=(WIDTH / 72, height / 72), facecolor="none")
    known = [x for artist in artists for x in artist.x] or [0.0]
    margin = (max(known) - min(known)) / 20 or 0.5
    left, width = 0.06, 0.94 / COLUMNS
    panels = []
    for place, artist in enumerate(artists):
        row, column = divmod(place, COLUMNS)
        bottom = (height - (row + 1) * (_GAP + _PANEL)) / height
        axes = figure.add_axes((left + column * width, bottom, 0.86 * width, _PANEL / height), facecolor="none")
        axes.set_title(plain(artist.artist), loc="left", fontsize=11, weight="bold", pad=6)
        axes.set_xlim(min(known) - margin, max(known) + margin)
        axes.set_ylim(0, 1)
        axes.set_yticks([0, 0.5, 1], ["0", ".5", "1"] if column == 0 else ["", "", ""])
        axes.locator_params(axis="x", nbins=3, integer=True)
        below = place + COLUMNS >= len(artists)
        axes.tick_params(length=0, labelbottom=below, labelsize=9)
        if below:
            axes.set_xlabel(unit, color=INK)
        axes.grid(color=RULE, linewidth=0.6)
        axes.set_axisbelow(True)
        for side in ("left", "right", "top"):
            axes.spines[side].set_visible(False)
        panels.append(axes)
    return figure, panels


def series(axes: Axes, x: Sequence[float], y: Sequence[float | None], colour: str, marker: str, *, line: bool) -> None:
    """Draw the points whose y is known, joined by a line if ``line``."""
    known = [(at, value) for at, value in zip(x, y, strict=True) if value is not None]
    axes.plot(
        [at for at, _ in known],
        [value for _, value in known],
        color=colour,
        marker=marker,
        markersize=3.6,
        linewidth=1.2,
        linestyle="-" if line else "none",
    )
