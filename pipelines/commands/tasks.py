"""The tasks, each with its paper, its parameters, and one example."""

import inspect
from typing import Any

from versebench.transforms.tasks.contract import Corruption, Task
from versebench.transforms.tasks.example import example_poem
from versebench.transforms.tasks.registry import TASKS
from versebench.transforms.text.draws import Draws

_COMMON = ("task", "pairs", "edits_per_poem")


def task_list() -> list[dict[str, Any]]:
    """Every task as JSON values."""
    return [_describe(type_) for type_ in TASKS.values()]


def _describe(type_: type[Task]) -> dict[str, Any]:
    fields = {name: field for name, field in type_.model_fields.items() if name not in _COMMON}
    task = type_.model_validate(type_.example)
    poem = example_poem(task)
    made = task.corrupt(poem, Draws(0, task.label, poem.work_id, 0))
    return {
        "task": task.task,
        "title": task.title,
        "summary": inspect.cleandoc(type_.__doc__ or "").partition("\n")[0],
        "paper": type_.source,
        "parameters": {name: field.description for name, field in fields.items()},
        "example": made.text if isinstance(made, Corruption) else made.reason,
    }
