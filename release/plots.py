"""Accuracies as dots with their 95 % intervals: one SVG per reduction, made to stand inside an HTML page."""

from __future__ import annotations

import html
import re
import warnings
from collections.abc import Mapping, Sequence
from io import StringIO
from math import floor, isfinite
from typing import TYPE_CHECKING, Any

from release.facts import Result, Series
from release.templates.wording import decimal, interval, label, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.typing import RcKeyType

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
GLYPHS = ("●", "■", "▲", "◆", "▼", "✚", "✖", "★")
"""The markers as characters, for a legend outside the plot."""

_SIZES = (5.6, 5.6, 5.6, 5.6, 5.6, 7.2, 7.2, 8.4)
"""Of the markers, in points: those with arms need more, to be told from the others over their whisker."""

_WIDTH = 460
_ROW = 13
_GAP = 30
_FOOT = 42

# matplotlib knows no style sheets: it draws in these colours, and they are replaced by what the page defines.
_INK, _RULE, _PAGE = "#010203", "#010204", "#010205"
_SETTINGS: dict[RcKeyType, Any] = {
    "svg.fonttype": "none",
    "font.family": ["DejaVu Sans"],
    "font.size": 11,
    "text.parse_math": False,
    "text.color": _INK,
    "axes.edgecolor": _RULE,
    "xtick.color": _RULE,
    "xtick.labelcolor": _INK,
    "path.simplify": False,
}


def accuracy_plot(results: Sequence[Result], tasks: Sequence[str], series: Mapping[Series, str], reduction: str) -> str:
    """SVG of the accuracies under one reduction, task by task, one colour and marker per series.

    Dots are filled where the reduction is the one that the papers define the task with, and hollow elsewhere.
    """
    here = {
        (result.task, (result.model, result.convention)): result for result in results if result.reduction == reduction
    }
    shown = [task for task in tasks if any((task, name) in here for name in series)]
    import matplotlib as mpl

    with mpl.rc_context(), warnings.catch_warnings():
        # Whatever a user's own matplotlibrc says, equal results give equal bytes.
        mpl.rcdefaults()
        mpl.rcParams.update({**_SETTINGS, "svg.hashsalt": f"versebench-{reduction}"})
        # The browser, not matplotlib, sets the text: a glyph that matplotlib's font lacks is no loss.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        # All plots of a page share one scale, so that they can be compared by eye.
        figure = _draw(here, shown, list(series), _lowest(results))
        drawn = _svg(figure)
    return _inline(drawn, _describe(here, shown, series, reduction))


def _lowest(results: Sequence[Result]) -> float:
    # A task without pairs has no accuracy and no interval.
    return min((result.low for result in results if isfinite(result.low)), default=0.5)


def _draw(
    here: Mapping[tuple[str, Series], Result], tasks: Sequence[str], series: Sequence[Series], low: float
) -> Figure:
    from matplotlib.figure import Figure

    rows = {task: [name for name in series if (task, name) in here] for task in tasks}
    height = sum(_GAP + _ROW * len(names) for names in rows.values()) + _FOOT
    figure = Figure(figsize=(_WIDTH / 72, height / 72), facecolor="none")
    axes = figure.add_axes((0.02, _FOOT / height, 0.95, 1 - _FOOT / height), facecolor="none")
    top = 0.0
    for task, names in rows.items():
        _heading(axes, label(plain(task)), -top - 15)
        for place, name in enumerate(names):
            _whisker(axes, here[task, name], -(top + _GAP + _ROW * place), series.index(name))
        top += _GAP + _ROW * len(names)
    _frame(axes, top, low)
    return figure


def _heading(axes: Axes, text: str, y: float) -> None:
    # The box keeps the line of chance from running through the letters.
    box = {"facecolor": _PAGE, "edgecolor": "none", "pad": 2}
    axes.text(0, y, text, transform=axes.get_yaxis_transform(), va="center", weight="bold", bbox=box)


def _whisker(axes: Axes, result: Result, y: float, place: int) -> None:
    colour = _series_colour(place)
    axes.plot([result.low, result.high], [y, y], color=colour, linewidth=1.6, solid_capstyle="butt")
    axes.plot(
        [result.accuracy],
        [y],
        marker=MARKERS[place % len(MARKERS)],
        linestyle="none",
        markersize=_SIZES[place % len(MARKERS)],
        color=colour,
        markerfacecolor=colour if result.own else _PAGE,
        markeredgewidth=1.2,
        clip_on=False,
    )


def _frame(axes: Axes, height: float, low: float) -> None:
    first = min(4, max(0, floor(10 * low)))
    axes.set_xlim(first / 10, 1.0)
    axes.set_ylim(-height - 4, 0)
    axes.set_xticks([tick / 10 for tick in range(first, 11)])
    axes.set_yticks([])
    axes.grid(axis="x", color=_RULE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.axvline(0.5, color=_INK, linewidth=1.1, linestyle=(0, (4, 3)))
    axes.set_xlabel("accuracy (dashed: chance)", color=_INK)
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="x", length=0)


def _svg(figure: Figure) -> str:
    target = StringIO()
    figure.savefig(target, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    return target.getvalue()


def _series_colour(place: int) -> str:
    return f"#0102{0x10 + place % len(MARKERS):02x}"


def _inline(svg: str, description: str) -> str:
    body = svg[svg.index("<svg") :]
    box = re.search(r'viewBox="([^"]*)"', body)
    # A style element would style the whole page; comments repeat the labels.
    inner = re.sub(r"<!--.*?-->|<style.*?</style>", "", body[body.index(">") + 1 :], flags=re.DOTALL)
    colours = {_INK: "currentColor", _RULE: "var(--rule)", _PAGE: "var(--page)"}
    colours |= {_series_colour(place): f"var(--series-{place})" for place in range(len(MARKERS))}
    inner = re.sub(r"#0102[01][0-9a-f]", lambda found: colours.get(found[0], found[0]), inner)
    view = box[1] if box else f"0 0 {_WIDTH} {_WIDTH}"
    return f'<svg viewBox="{view}" role="img" aria-label="{html.escape(description)}">{_without_ids(inner)}'


def _without_ids(svg: str) -> str:
    # Several plots stand in one page, where an id may be given once: only those that something points to are kept.
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg))
    return re.sub(r' id="([^"]*)"', lambda found: found[0] if found[1] in used else "", svg)


def _describe(
    here: Mapping[tuple[str, Series], Result], tasks: Sequence[str], series: Mapping[Series, str], reduction: str
) -> str:
    parts = [
        f"{label(task)}: "
        + "; ".join(
            f"{series[name]} {decimal(result.accuracy)} ({interval(result.low, result.high)})"
            for name in series
            if (result := here.get((task, name)))
        )
        for task in tasks
    ]
    return plain(f"Accuracy with 95 % intervals under the reduction {reduction}. " + ". ".join(parts) + ".")
