"""Print the list of tasks."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.panel import Panel
from rich.text import Text

from versebench.pipelines.runners.console import console

_WIDTH = 80


def print_tasks(tasks: Sequence[Mapping[str, Any]]) -> None:
    """Print every task with its paper, its parameters and an example."""
    for task in tasks:
        meanings = [f"{name}: {meaning.rstrip('.')}" for name, meaning in task["parameters"].items()]
        parameters = "; ".join(meanings) or "none"
        head = f"{task['summary']}\nPaper: {task['paper']}\nParameters: {parameters}\n\n"
        console.print(
            Panel(
                Text(head + task["example"]),
                title=f"{task['title']} · {task['task']}",
                title_align="left",
                width=_WIDTH,
            )
        )
