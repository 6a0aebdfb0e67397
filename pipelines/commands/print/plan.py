"""A plan on the terminal, and for machines."""

from dataclasses import asdict
from typing import Any

from versebench.pipelines.plan.dry_run import Plan
from versebench.pipelines.runners.console import console, print_table


def plan_values(plan: Plan) -> dict[str, Any]:
    """A plan as plain values."""
    return asdict(plan)


def print_plan(plan: Plan) -> None:
    """A plan for people: stages, rows, sizes of tasks, and what is to be done."""
    stages = [(step.stage, step.does, "\n".join(step.models) or "–", step.state) for step in plan.steps]
    print_table(f"Plan of {plan.name} {plan.version}", ["stage", "what it does", "models", "under the root"], stages)
    rows = [(source.source, source.format, _shown(source.rows), source.counted) for source in plan.sources]
    print_table("Sources", ["source", "format", "#rows", "counted"], rows)
    tasks = [(task.task, task.pairs, _shown(task.poems)) for task in plan.tasks]
    print_table("Tasks", ["task", "#pairs asked for", "#poems of which models are asked"], tasks)
    if plan.shards is not None:
        _say(f"{plan.shards:,} shards: at most so many workers have work.")
    console.print("[bold]To do before the release[/bold]")
    for message in plan.to_do or ["nothing"]:
        _say(f"  - {message}")


def _shown(value: object) -> object:
    return "–" if value is None else value


def _say(text: str) -> None:
    console.print(text, highlight=False, markup=False)
