"""Every task by its versioned name.

To add one, write its file with the decorator :func:`task`, and append its module here. The order of the modules, and
within one that of definition, is the order of scoring and of tables.
"""

from typing import TYPE_CHECKING, Any, TypeVar

from versebench.schemas.registration import Tagged
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
)

if TYPE_CHECKING:
    AnyTask = Task

Kind = TypeVar("Kind", bound=type[Task])


def task(kind: Kind) -> Kind:
    """Register a task: a decorator of its class."""
    TASKS.register(kind)
    return kind


def __getattr__(name: str) -> Any:
    """``AnyTask``, the type of a value that is any registered task; the registry is read when it is imported."""
    if name == "AnyTask":
        return TASKS.union()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
