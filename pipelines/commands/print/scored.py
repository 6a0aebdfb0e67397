"""The accuracies of pairs that need be no release's: a line for every task and model, and one for all tasks."""

from collections.abc import Sequence
from typing import Any

from versebench.pipelines.runners.console import console, print_table
from versebench.pipelines.stages.score import Series, results, scored_once


def print_scored(series: Sequence[Series]) -> None:
    """The table, and where the scores lie."""
    rows = results(series).to_pylist()
    reductions = list(dict.fromkeys(row["reduction"] for row in rows))
    by_task: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_task.setdefault(row["task"], []).append(row)
    lines = [line for task, mine in by_task.items() for line in _lines(task, mine, reductions)]
    if len(by_task) > 1:
        lines += _lines("all", rows, reductions)
    print_table("How often the good text is preferred", ["task", "model", "#pairs", *reductions], lines)
    for one in scored_once(series):
        refused = one.scores.manifest.counts["in"] - one.scores.manifest.counts["out"]
        said = f"; {refused} texts have none, see its rejects" if refused else ""
        console.print(f"scores of {one.label}: {one.scores.run.directory}{said}", highlight=False, soft_wrap=True)


def _lines(task: str, rows: Sequence[dict[str, Any]], reductions: Sequence[str]) -> list[tuple[Any, ...]]:
    models = list(dict.fromkeys((row["model"], row["convention"]) for row in rows))
    names = [model for model, _ in models]
    found = []
    for model, convention in models:
        mine = [row for row in rows if (row["model"], row["convention"]) == (model, convention)]
        cells = [_cell([row for row in mine if row["reduction"] == reduction]) for reduction in reductions]
        pairs = max(sum(row["pairs"] for row in mine if row["reduction"] == reduction) for reduction in reductions)
        name = model if names.count(model) == 1 else f"{model}, {convention}"
        found.append((task, name, pairs, *cells))
    return found


def _cell(rows: Sequence[dict[str, Any]]) -> str:
    """One row with its interval, or the share of several."""
    if not rows:
        return ""
    ties = sum(row["ties"] for row in rows)
    said = f", {ties} ties" if ties else ""
    if len(rows) > 1:
        return f"{sum(row['correct'] for row in rows) / sum(row['pairs'] for row in rows):.4f}{said}"
    return f"{rows[0]['accuracy']:.4f} ({rows[0]['low']:.3f} to {rows[0]['high']:.3f}){said}"
