"""How often verses of one artist are taken for those of another: one SVG with a cell for every two artists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from versebench.release.plots.drawing import INK, RULE, WIDTH, draw, series_colour
from versebench.release.templates.wording import decimal, percent, plain

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Shares = Mapping[tuple[str, str], float | None]
"""The share of each judged artist (first) and each artist whose verse can be chosen; None if it was never shown."""

_LEFT, _TOP, _SIDE = 130, 110, 30
_MOST_LABELLED = 16
"""With more artists, cells are too small for their numbers."""

_SHADE = 0.6
"""The opacity of a share of 1, on which a number can still be read."""


def heat_map(judges: str, artists: Sequence[str], shares: Shares) -> str:
    """SVG of a confusion matrix. ``judges`` are who judged; rows are the judged verses, columns the chosen ones."""
    return draw(lambda: _draw(artists, shares), f"confusions of {judges}", _describe(judges, artists, shares))


def _draw(artists: Sequence[str], shares: Shares) -> Figure:
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    count = len(artists)
    side = min(_SIDE * 1.6, (WIDTH - _LEFT) / count)
    height = _TOP + side * count + 6
    figure = Figure(figsize=(WIDTH / 72, height / 72), facecolor="none")
    axes = figure.add_axes((_LEFT / WIDTH, 6 / height, side * count / WIDTH, side * count / height), facecolor="none")
    axes.set_xlim(0, count)
    axes.set_ylim(count, 0)
    for row, judged in enumerate(artists):
        for column, chosen in enumerate(artists):
            share = shares.get((judged, chosen))
            if share is not None:
                cell = Rectangle(
                    (column, row), 1, 1, facecolor=series_colour(0), alpha=share * _SHADE, edgecolor="none"
                )
                axes.add_patch(cell)
            if count <= _MOST_LABELLED:
                text = "–" if share is None else decimal(share, 2).removeprefix("0")
                axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", fontsize=8, color=INK)
    places = [place + 0.5 for place in range(count)]
    names = [plain(artist) for artist in artists]
    axes.set_xticks(places, names, rotation=60, ha="left", rotation_mode="anchor", fontsize=9)
    axes.set_yticks(places, names, fontsize=9)
    axes.tick_params(length=0, top=False, labeltop=True, bottom=False, labelbottom=False)
    for spine in axes.spines.values():
        spine.set_color(RULE)
    return figure


def _describe(judges: str, artists: Sequence[str], shares: Shares) -> str:
    own = [f"{artist} {_percent(shares.get((artist, artist)))}" for artist in artists]
    return plain(f"Confusion matrix of {judges}. Verses given to their own artist: {', '.join(own)}.")


def _percent(share: float | None) -> str:
    return "never shown" if share is None else percent(share)
