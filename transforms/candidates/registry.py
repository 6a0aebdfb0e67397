"""The registry of the sources of candidates, by name.

To add a source, write its module with the decorator :func:`candidate_source`, and append the module here.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from versebench.schemas.registration import Registry
from versebench.transforms.candidates.contract import CandidateSource
from versebench.transforms.tasks.contract import Task
from versebench.transforms.tasks.model_task import model_tasks

SOURCES: Registry[CandidateSource] = Registry(
    "source of candidates",
    ("versebench.transforms.candidates.complete_shard", "versebench.transforms.candidates.rank_shard"),
)

Kind = TypeVar("Kind", bound=type[CandidateSource])


def candidate_source(kind: Kind) -> Kind:
    """Class decorator that registers a source of candidates."""
    SOURCES.add(kind.name, kind(), kind.__module__)
    return kind


def check_candidates(tasks: Iterable[Task], recipe: Mapping[str, Any]) -> None:
    """Check the tasks that choose among candidates against the keys of a recipe.

    Raises ``ValueError`` if a task needs a model that the recipe does not describe, or if tasks that share candidates
    ask about different numbers of poems.
    """
    choosing = model_tasks(tasks)
    for task in choosing:
        key = SOURCES[task.candidates].asks
        if key is not None and recipe.get(key) is None:
            raise ValueError(f"{task.task} needs a model; set {key}, as recipes/sample.yaml does")
        if any(other.offered_as == task.offered_as and other.poems != task.poems for other in choosing):
            raise ValueError(f"tasks that share the candidates {task.offered_as} must set the same number of poems")
