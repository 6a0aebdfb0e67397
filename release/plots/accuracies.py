"""Accuracies as dots with their 95 % intervals: one SVG for each reduction, for use inside an HTML page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, isfinite
from typing import TYPE_CHECKING

from versebench.release.documents.facts import Result, Series
from versebench.release.plots.drawing import INK, PAGE, RULE, WIDTH, draw, heading, series_colour
from versebench.release.templates.order import task_names
from versebench.release.templates.titles import reduction_title
from versebench.release.templates.wording import decimal, interval, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
GLYPHS = ("●", "■", "▲", "◆", "▼", "✚", "✖", "★")
"""The markers as characters, for a legend outside the plot."""

_SIZES = (5.6, 5.6, 5.6, 5.6, 5.6, 7.2, 7.2, 8.4)
"""Sizes of the markers in points. Those with arms are larger, so that they stay visible on their whisker."""

_ROW = 13
_GAP = 30
_FOOT = 42


def accuracy_plot(results: Sequence[Result], tasks: Sequence[str], series: Mapping[Series, str], reduction: str) -> str:
    """SVG of the accuracies under one reduction, task by task, with one colour and marker for each series.

    Dots are filled if the papers define the task with this reduction, and hollow otherwise.
    """
    here = {
        (result.task, (result.model, result.convention)): result for result in results if result.reduction == reduction
    }
    shown = [task for task in tasks if any((task, name) in here for name in series)]
    # All plots of a page share one scale, so that they can be compared by eye.
    lowest = _lowest(results)
    return draw(lambda: _draw(here, shown, list(series), lowest), reduction, _describe(here, shown, series, reduction))


def _lowest(results: Sequence[Result]) -> float:
    # A task without pairs has no accuracy and no interval.
    return min((result.low for result in results if isfinite(result.low)), default=0.5)


def _draw(
    here: Mapping[tuple[str, Series], Result], tasks: Sequence[str], series: Sequence[Series], low: float
) -> Figure:
    from matplotlib.figure import Figure

    rows = {task: [name for name in series if (task, name) in here] for task in tasks}
    height = sum(_GAP + _ROW * len(names) for names in rows.values()) + _FOOT
    figure = Figure(figsize=(WIDTH / 72, height / 72), facecolor="none")
    axes = figure.add_axes((0.02, _FOOT / height, 0.95, 1 - _FOOT / height), facecolor="none")
    titles = task_names(tasks)
    top = 0.0
    for task, names in rows.items():
        heading(axes, plain(titles[task]), -top - 15)
        for place, name in enumerate(names):
            _whisker(axes, here[task, name], -(top + _GAP + _ROW * place), series.index(name))
        top += _GAP + _ROW * len(names)
    _frame(axes, top, low)
    return figure


def _whisker(axes: Axes, result: Result, y: float, place: int) -> None:
    colour = series_colour(place)
    axes.plot([result.low, result.high], [y, y], color=colour, linewidth=1.6, solid_capstyle="butt")
    axes.plot(
        [result.accuracy],
        [y],
        marker=MARKERS[place % len(MARKERS)],
        linestyle="none",
        markersize=_SIZES[place % len(MARKERS)],
        color=colour,
        markerfacecolor=colour if result.own else PAGE,
        markeredgewidth=1.2,
        clip_on=False,
    )


def _frame(axes: Axes, height: float, low: float) -> None:
    first = min(4, max(0, floor(10 * low)))
    axes.set_xlim(first / 10, 1.0)
    axes.set_ylim(-height - 4, 0)
    axes.set_xticks([tick / 10 for tick in range(first, 11)])
    axes.set_yticks([])
    axes.grid(axis="x", color=RULE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.axvline(0.5, color=INK, linewidth=1.1, linestyle=(0, (4, 3)))
    axes.set_xlabel("accuracy (dashed: chance)", color=INK)
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="x", length=0)


def _describe(
    here: Mapping[tuple[str, Series], Result], tasks: Sequence[str], series: Mapping[Series, str], reduction: str
) -> str:
    names = task_names(tasks)
    parts = [
        f"{names[task]}: "
        + "; ".join(
            f"{series[name]} {decimal(result.accuracy)} ({interval(result.low, result.high)})"
            for name in series
            if (result := here.get((task, name)))
        )
        for task in tasks
    ]
    return plain(
        f"Accuracy with 95 % intervals under the reduction {reduction_title(reduction)}. " + ". ".join(parts) + "."
    )
