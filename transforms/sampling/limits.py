"""The rank limits of tasks: the notes in which they are kept."""

import json
from collections.abc import Iterable, Mapping

from versebench.storage import filesystem
from versebench.transforms.tasks.contract import Task
from versebench.transforms.text.keys import hash_id

EVERY_RANK = 2**64 - 1
"""The rank limit of a task that takes all pairs."""


def sample_sizes(tasks: Iterable[Task]) -> dict[str, int]:
    """The sample size of each task that does not take all pairs, by label."""
    return {task.label: task.pairs for task in tasks if task.pairs != "all"}


def note_path(directory: str, task: str, size: int) -> str:
    """The path of the note with the rank limit of a task, for a sample size."""
    return filesystem.join(directory, f"rank-limit-{hash_id(task, str(size))}.json")


def read_rank_limits(directory: str, sizes: Mapping[str, int], tasks: Iterable[str]) -> dict[str, int]:
    """Reads the rank limit of each task; it is :data:`EVERY_RANK` for tasks without a sample size."""
    limits = {
        task: int(json.loads(filesystem.read_bytes(note_path(directory, task, size)))["limit"])
        for task, size in sizes.items()
    }
    return {task: limits.get(task, EVERY_RANK) for task in tasks}
