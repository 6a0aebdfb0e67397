"""Print the accuracies on any pairs: a line for each task and model, and one for all tasks together."""

from collections.abc import Sequence
from typing import Any

from versebench.pipelines.runners.console import console, print_table
from versebench.pipelines.stages.score import Series, results, scored_once


def print_scored(series: Sequence[Series]) -> None:
    """Print the accuracies, and the folders of the scores."""
    rows = results(series).to_pylist()
    reductions = list(dict.fromkeys(row["reduction"] for row in rows))
    by_task: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_task.setdefault(row["task"], []).append(row)
    lines = [line for task, of_task in by_task.items() for line in _lines(task, of_task, reductions)]
    if len(by_task) > 1:
        lines += _lines("all", rows, reductions)
    print_table("How often the good text is preferred", ["task", "model", "#pairs", *reductions], lines)
    print_folders(series)


def print_folders(series: Sequence[Series]) -> None:
    """Print where the scores of each model are, and how many texts have none."""
    for each in scored_once(series):
        counts, folder = each.scores.manifest.counts, each.scores.run.directory
        refused = counts["in"] - counts["out"]
        note = f"; {refused} texts have no score, see its rejects" if refused else ""
        console.print(f"scores of {each.label}: {folder}{note}", highlight=False, soft_wrap=True)


def _lines(task: str, rows: Sequence[dict[str, Any]], reductions: Sequence[str]) -> list[tuple[Any, ...]]:
    models = list(dict.fromkeys((row["model"], row["convention"]) for row in rows))
    names = [model for model, _ in models]
    lines = []
    for model, convention in models:
        own = [row for row in rows if (row["model"], row["convention"]) == (model, convention)]
        cells = [_cell([row for row in own if row["reduction"] == reduction]) for reduction in reductions]
        pairs = max(sum(row["pairs"] for row in own if row["reduction"] == reduction) for reduction in reductions)
        name = model if names.count(model) == 1 else f"{model}, {convention}"
        lines.append((task, name, pairs, *cells))
    return lines


def _cell(rows: Sequence[dict[str, Any]]) -> str:
    """The accuracy of one row with its interval, or that of several rows together."""
    if not rows:
        return ""
    ties = sum(row["ties"] for row in rows)
    note = f", {ties} ties" if ties else ""
    if len(rows) > 1:
        return f"{sum(row['correct'] for row in rows) / sum(row['pairs'] for row in rows):.4f}{note}"
    return f"{rows[0]['accuracy']:.4f} ({rows[0]['low']:.3f} to {rows[0]['high']:.3f}){note}"
