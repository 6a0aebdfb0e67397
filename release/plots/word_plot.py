"""Words per line, the poets' and the machine's: one SVG with a panel for each method of completion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from versebench.release.documents.facts import CompletionFacts
from versebench.release.documents.statistics import mean_and_deviation
from versebench.release.plots.drawing import INK, PAGE, RULE, WIDTH, draw, series_colour
from versebench.release.templates.order import task_names
from versebench.release.templates.wording import plain, plural, spread

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PANEL = 78
_GAP = 26
_FOOT = 42


def word_plot(methods: Sequence[CompletionFacts]) -> str:
    """SVG of the shares of lines by number of words: bars for the machine, an outline for the poets."""
    shown = [method for method in methods if method.words]
    return draw(lambda: _draw(shown), "words per line", _describe(shown))


def _draw(methods: Sequence[CompletionFacts]) -> Figure:
    from matplotlib.figure import Figure

    height = len(methods) * (_GAP + _PANEL) + _FOOT
    figure = Figure(figsize=(WIDTH / 72, height / 72), facecolor="none")
    longest = max(max(*method.words, *method.human_words) for method in methods)
    highest = max(max(_shares(counts).values()) for method in methods for counts in (method.words, method.human_words))
    names = task_names([method.task for method in methods])
    for place, method in enumerate(methods):
        bottom = height - (place + 1) * (_GAP + _PANEL)
        axes = figure.add_axes((0.02, bottom / height, 0.95, _PANEL / height), facecolor="none")
        _panel(axes, plain(names[method.task]), method, place, longest, highest)
        last = place == len(methods) - 1
        axes.tick_params(axis="x", length=0, labelbottom=last)
        if last:
            axes.set_xlabel("words in the line", color=INK)
    return figure


def _panel(axes: Axes, name: str, method: CompletionFacts, place: int, longest: int, highest: float) -> None:
    machine, human = _shares(method.words), _shares(method.human_words)
    axes.bar(list(machine), list(machine.values()), width=0.72, color=series_colour(place))
    edges = [number - 0.5 for number in range(1, longest + 2)]
    outline = [human.get(number, 0.0) for number in range(1, longest + 1)]
    # A wider line in the colour of the page separates the outline from the bars.
    for colour, width in ((PAGE, 3.4), (INK, 1.4)):
        axes.stairs(outline, edges, color=colour, linewidth=width)
    axes.set_title(name, loc="left", fontsize=11, weight="bold", pad=6)
    axes.set_xlim(0.5, longest + 0.5)
    axes.set_ylim(0, 1.08 * highest)
    axes.set_xticks([number for number in range(1, longest + 1) if longest <= 14 or number % 2])
    axes.set_yticks([])
    axes.spines["bottom"].set_color(RULE)
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)


def _shares(counts: Mapping[int, int]) -> dict[int, float]:
    total = sum(counts.values())
    return {number: count / total for number, count in sorted(counts.items())}


def _describe(methods: Sequence[CompletionFacts]) -> str:
    names = task_names([method.task for method in methods])
    parts = [
        f"{names[method.task]}: the machine {spread(*mean_and_deviation(method.words))} in "
        f"{plural(sum(method.words.values()), 'line')}, the poets {spread(*mean_and_deviation(method.human_words))} in "
        f"{plural(sum(method.human_words.values()), 'line')}"
        for method in methods
    ]
    return plain(f"Words per line, mean and standard deviation. {'. '.join(parts)}.")
