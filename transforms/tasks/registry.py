"""The registry of tasks, by versioned name.

To add a task, write its module with the decorator :func:`task`, and append the module here. The order of the modules,
and of the definitions within a module, is the order of scoring and of tables.
"""

from typing import TYPE_CHECKING, Any, TypeVar

from versebench.schemas.registration import VERSIONED, Tagged
from versebench.transforms.tasks.contract import Task

TASKS: Tagged[type[Task]] = Tagged(
    "task",
    "task",
    (
        "versebench.transforms.tasks.swaps",
        "versebench.transforms.tasks.deletions",
        "versebench.transforms.tasks.completions.beam",
        "versebench.transforms.tasks.completions.delayed_beam",
        "versebench.transforms.tasks.completions.rhyme_constrained",
        "versebench.transforms.tasks.replace_end_word",
    ),
    VERSIONED,
)

if TYPE_CHECKING:
    AnyTask = Task

Kind = TypeVar("Kind", bound=type[Task])


def task(kind: Kind) -> Kind:
    """Class decorator that registers a task."""
    TASKS.register(kind)
    return kind


def __getattr__(name: str) -> Any:
    """Returns ``AnyTask``, the union of all registered tasks; importing the name reads the registry."""
    if name == "AnyTask":
        return TASKS.union()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
