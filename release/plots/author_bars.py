"""Stacked bars, one for each author: the metres of their poems, or their sound devices a hundred lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from versebench.release.plots.drawing import INK, PAGE, WIDTH, draw, series_colour
from versebench.release.templates.wording import plain

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_BAR = 26
_HEAD, _FOOT = 56, 44
_LONGEST_NAME = 22

Bars = Sequence[tuple[str, Mapping[str, float]]]
"""The name of each bar, and the length of each of its parts."""


def author_bars(bars: Bars, parts: Sequence[str], unit: str) -> str:
    """SVG of the bars; ``parts`` are the names of the parts in order, ``unit`` says what lengths mean."""
    return draw(lambda: _draw(bars, parts, unit), f"authors {unit}", _describe(bars, parts, unit))


def _draw(bars: Bars, parts: Sequence[str], unit: str) -> Figure:
    from matplotlib.figure import Figure

    height = _HEAD + _FOOT + _BAR * len(bars)
    figure = Figure(figsize=(WIDTH / 72, height / 72), facecolor="none")
    axes = figure.add_axes((0.33, _FOOT / height, 0.63, _BAR * len(bars) / height), facecolor="none")
    starts = [0.0] * len(bars)
    for place, part in enumerate(parts):
        lengths = [lengths.get(part, 0.0) for _, lengths in bars]
        # An edge in the colour of the page separates the parts without colour.
        colour = series_colour(place)
        axes.barh(range(len(bars)), lengths, 0.7, starts, color=colour, edgecolor=PAGE, label=part)
        starts = [start + length for start, length in zip(starts, lengths, strict=True)]
    axes.set_yticks(range(len(bars)), [_short(plain(name)) for name, _ in bars])
    axes.invert_yaxis()
    axes.set_xlabel(unit, color=INK)
    axes.tick_params(length=0, labelcolor=INK)
    for spine in axes.spines.values():
        spine.set_visible(False)
    figure.legend(loc="upper left", ncols=3, frameon=False, labelcolor=INK, borderaxespad=0.2)
    return figure


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def _describe(bars: Bars, parts: Sequence[str], unit: str) -> str:
    shown = (f"{name}: {', '.join(f'{part} {lengths.get(part, 0.0):.1f}' for part in parts)}" for name, lengths in bars)
    return plain(f"Bars by author, {unit}. {'. '.join(shown)}.")
