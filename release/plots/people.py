"""Plots about judges: accuracies with judges as dots, grades of lines, confusions of artists, ROC and calibration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from versebench.release.plots.drawing import INK, PAGE, RULE, WIDTH, draw, heading, series_colour
from versebench.release.templates.wording import decimal, plain
from versebench.schemas.proftap import YAN

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Row = Mapping[str, Any]

_ROW, _FOOT = 40, 42
GRADES = ("strong", "weak", "not")


def judge_dots(salt: str, names: Mapping[str, str], whole: Mapping[str, Row], judges: Mapping[str, list[Row]]) -> str:
    """SVG of the accuracy of each task, as a line over its interval, with a dot for each judge."""
    said = "; ".join(f"{names[task]} {decimal(row['value'])}" for task, row in whole.items())
    return draw(lambda: _judge_dots(names, whole, judges), salt, plain(f"Accuracy of judges, task by task. {said}."))


def _judge_dots(names: Mapping[str, str], whole: Mapping[str, Row], judges: Mapping[str, list[Row]]) -> Figure:
    figure, axes = _strip(len(whole))
    for place, (task, row) in enumerate(whole.items()):
        y = -_ROW * place
        heading(axes, plain(names[task]), y - 10)
        if row["low"] is not None:
            axes.plot([row["low"], row["high"]], [y - 27] * 2, color=series_colour(0), linewidth=1.6)
        dots = [judge["value"] for judge in judges.get(task, ()) if judge["value"] is not None]
        axes.plot(dots, [y - 27] * len(dots), "o", markersize=5, color=INK, markerfacecolor=PAGE, clip_on=False)
        if row["value"] is not None:
            axes.plot([row["value"]], [y - 27], "D", markersize=7, color=series_colour(0), clip_on=False)
    axes.axvline(0.5, color=INK, linewidth=1.1, linestyle=(0, (4, 3)))
    axes.set_xlabel("accuracy (dashed: .5)", color=INK)
    return figure


def _strip(rows: int) -> tuple[Figure, Axes]:
    """Axes from 0 to 1 with room for some rows."""
    from matplotlib.figure import Figure

    height = rows * _ROW + _FOOT
    figure = Figure(figsize=(WIDTH / 72, height / 72), facecolor="none")
    axes = figure.add_axes((0.02, _FOOT / height, 0.95, 1 - _FOOT / height), facecolor="none")
    axes.set_xlim(0, 1)
    axes.set_ylim(-rows * _ROW, 0)
    axes.set_yticks([])
    axes.grid(axis="x", color=RULE, linewidth=0.6)
    axes.set_axisbelow(True)
    _bare(axes)
    return figure, axes


def _bare(axes: Axes) -> None:
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0)


def grade_bars(salt: str, aspect: str, shares: Mapping[str, Sequence[float]]) -> str:
    """SVG of stacked bars: for each artist the shares of the grades strong, weak and not."""
    said = "; ".join(
        f"{name} " + ", ".join(f"{grade} {decimal(share, 2)}" for grade, share in zip(GRADES, of, strict=True))
        for name, of in shares.items()
    )
    return draw(lambda: _grade_bars(shares), salt, plain(f"Grades of {aspect} by artist. {said}."))


def length_bars(salt: str, shares: Mapping[str, Sequence[float]]) -> str:
    """SVG of stacked bars: for each writer the shares of poems in lines of five characters, of seven, and others."""
    said = "; ".join(
        f"{name} " + ", ".join(f"{yan} {decimal(share, 2)}" for yan, share in zip(YAN, of, strict=True))
        for name, of in shares.items()
    )
    label = "share of poems: 5-yan (full), 7-yan (pale), others (empty)"
    return draw(lambda: _bars(shares, label), salt, plain(f"Line lengths of poems by writer. {said}."))


def _grade_bars(shares: Mapping[str, Sequence[float]]) -> Figure:
    return _bars(shares, "share of grades: strong (full), weak (pale), not (empty)")


def _bars(shares: Mapping[str, Sequence[float]], label: str) -> Figure:
    figure, axes = _strip(len(shares))
    for place, (name, of) in enumerate(shares.items()):
        y, left = -_ROW * place, 0.0
        heading(axes, plain(name), y - 10)
        for kind, share in enumerate(of):
            colour = series_colour(0) if kind < 2 else PAGE
            alpha = (1.0, 0.45, 1.0)[kind]
            axes.barh(y - 27, share, 12, left, color=colour, alpha=alpha, edgecolor=INK, linewidth=0.6)
            left += share
    axes.set_xlabel(label, color=INK)
    return figure


def confusion_map(salt: str, artists: Sequence[str], shares: Mapping[tuple[str, str], float | None]) -> str:
    """SVG of a heat map: how often a verse of the artist of a row was taken for one of the artist of a column."""
    own = [share for artist in artists if (share := shares.get((artist, artist))) is not None]
    mean = decimal(sum(own) / len(own)) if own else "unknown"
    said = f"Heat map of {len(artists)} artists; the mean of the diagonal is {mean}. The table has every share."
    return draw(lambda: _confusion_map(artists, shares), salt, said)


def _confusion_map(artists: Sequence[str], shares: Mapping[tuple[str, str], float | None]) -> Figure:
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    figure = Figure(figsize=(WIDTH / 72, WIDTH / 72), facecolor="none")
    axes = figure.add_axes((0.1, 0.1, 0.88, 0.88), facecolor="none")
    many = len(artists)
    for row, evaluated in enumerate(artists):
        for column, chosen in enumerate(artists):
            share = shares.get((evaluated, chosen))
            colour, alpha = (PAGE, 1.0) if share is None else (series_colour(0), share)
            box = Rectangle((column, row), 1, 1, facecolor=colour, alpha=alpha, edgecolor="none")
            axes.add_patch(box)
            if share is not None and many <= 8:
                axes.text(column + 0.08, row + 0.22, decimal(share, 2), fontsize=9, color=INK, va="center")
    axes.set_xlim(0, many)
    axes.set_ylim(many, 0)
    places = [place + 0.5 for place in range(many)]
    axes.set_xticks(places, [str(place + 1) for place in range(many)])
    axes.set_yticks(places, [str(place + 1) for place in range(many)])
    axes.set_xlabel("artist whose verse was chosen", color=INK)
    axes.set_ylabel("artist of the verse", color=INK)
    axes.tick_params(length=0)
    return figure


def curves(salt: str, title: str, axis: tuple[str, str], lines: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """SVG of curves in the unit square, over its diagonal."""
    said = "; ".join(f"{name}: {len(points)} points" for name, points in lines.items())
    return draw(lambda: _curves(axis, lines), salt, plain(f"{title}. {said}. The tables have every point."))


def _curves(axis: tuple[str, str], lines: Mapping[str, Sequence[tuple[float, float]]]) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH / 72, 0.8 * WIDTH / 72), facecolor="none")
    axes = figure.add_axes((0.12, 0.14, 0.84, 0.82), facecolor="none")
    axes.plot([0, 1], [0, 1], color=INK, linewidth=1.1, linestyle=(0, (4, 3)))
    for place, (name, points) in enumerate(lines.items()):
        x, y = zip(*points, strict=True) if points else ((), ())
        look: dict[str, Any] = {"color": series_colour(place), "marker": "os^DvPX*"[place % 8], "label": plain(name)}
        axes.plot(x, y, markersize=4, linewidth=1.4, **look)
    if len(lines) > 1:
        axes.legend(loc="lower right", frameon=False, labelcolor=INK)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.set_xlabel(axis[0], color=INK)
    axes.set_ylabel(axis[1], color=INK)
    axes.grid(color=RULE, linewidth=0.6)
    axes.set_axisbelow(True)
    _bare(axes)
    return figure
