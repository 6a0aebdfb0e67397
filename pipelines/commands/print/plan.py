"""A plan on the terminal, and for machines."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from versebench.pipelines.plan.plan import Plan, Step
from versebench.pipelines.plan.rows import TaskRows
from versebench.pipelines.runners.console import console, print_table


def plan_values(plan: Plan) -> dict[str, Any]:
    """A plan as plain values; ``seconds`` and ``unknown`` are of what is to be made."""
    rows = {**asdict(plan.rows), "pairs": plan.rows.pairs}
    return {**asdict(plan), "rows": rows, "seconds": plan.seconds, "unknown": list(plan.unknown)}


def print_plan(plan: Plan) -> None:
    """A plan for people: stages, rows, costs, what is to be done, and how far the figures can be trusted."""
    stages = [(one.stage, one.does, "\n".join(one.models) or "–", one.state) for one in plan.steps]
    print_table(f"Plan of {plan.name} {plan.version}", ["stage", "what it does", "models", "under the root"], stages)
    rows = plan.rows
    counts = [
        (f"poems, {rows.counted}", rows.poems),
        ("poems kept", rows.kept),
        ("pairs", rows.pairs),
        ("texts for each scorer", rows.texts),
        ("shards", rows.shards),
    ]
    print_table("Rows, as far as the sample tells", ["what", "#number"], counts)
    columns = ["task", "#pairs asked for", "#can be made", "#poems tried", "#runs of each"]
    print_table("Tasks", columns, [_task(task) for task in rows.tasks])
    print_table("Cost", ["stage", "#units", "unit", "#worker-hours", "basis"], [_step(step) for step in plan.steps])
    _say(_total(plan))
    _list("To do before the release", plan.to_do or ["nothing"])
    _list("How far to trust this", plan.doubts)


def _total(plan: Plan) -> str:
    workers = f"At most {plan.rows.shards} workers have work."
    if len(plan.unknown) == len(plan.steps):
        return f"What it costs is not known. {workers}"
    unknown = f", and what these cost: {', '.join(plan.unknown)}" if plan.unknown else ""
    return f"To be made: about {_hours(plan.seconds)} worker-hours{unknown}. {workers}"


def _task(task: TaskRows) -> Sequence[object]:
    if not task.tried:
        return task.task, task.asked, task.expected, "–", "–"
    return task.task, task.asked, f"~{task.expected:,}", task.tried, task.runs


def _step(step: Step) -> Sequence[object]:
    return step.stage, step.units, step.unit, "–" if step.seconds is None else _hours(step.seconds), step.basis


def _hours(seconds: float) -> str:
    hours = seconds / 3600
    if hours < 0.001:
        return "< 0.001"
    return f"{hours:,.0f}" if hours >= 100 else f"{hours:.1f}" if hours >= 1 else f"{hours:.3f}"


def _list(title: str, said: Sequence[str]) -> None:
    console.print(f"[bold]{title}[/bold]")
    for one in said:
        _say(f"  - {one}")


def _say(text: str) -> None:
    console.print(text, highlight=False, markup=False)
