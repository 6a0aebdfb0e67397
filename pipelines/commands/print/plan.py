"""Print a plan, for people and for machines."""

from dataclasses import asdict
from typing import Any

from versebench.pipelines.plan.dry_run import Plan
from versebench.pipelines.runners.console import console, print_table
from versebench.release.templates.titles import task_title


def plan_values(plan: Plan) -> dict[str, Any]:
    """A plan as JSON values."""
    return asdict(plan)


def print_plan(plan: Plan) -> None:
    """Print the stages of a plan, rows, sizes of tasks, and what is to be done by hand."""
    stages = [(step.stage, step.does, "\n".join(step.models) or "–", step.state) for step in plan.steps]
    print_table(f"Plan of {plan.name} {plan.version}", ["stage", "what it does", "models", "under the root"], stages)
    rows = [(source.source, source.format, _shown(source.rows), source.counted) for source in plan.sources]
    print_table("Sources", ["source", "format", "#rows", "counted"], rows)
    tasks = [(task_title(task.task), task.task, task.pairs, _shown(task.poems)) for task in plan.tasks]
    if tasks:
        print_table("Tasks", ["task", "name", "#pairs", "#poems given to models"], tasks)
    if plan.shards is not None:
        _print(f"Shards: {plan.shards:,}. More workers than shards would be idle.")
    console.print("[bold]To do before the release[/bold]")
    for message in plan.to_do or ["nothing"]:
        _print(f"  - {message}")


def _shown(value: object) -> object:
    return "–" if value is None else value


def _print(text: str) -> None:
    console.print(text, highlight=False, markup=False)
