"""How many rows a recipe makes, as far as a sample tells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, prod
from typing import Literal

from versebench.pipelines.plan.pace import Measured, TaskMeasured
from versebench.pipelines.plan.work import runs_of
from versebench.pipelines.recipe.recipe import Recipe
from versebench.transforms.tasks.contract import Task
from versebench.transforms.tasks.model_task import ModelTask


@dataclass(frozen=True)
class TaskRows:
    """What is expected of one task."""

    task: str
    asked: int | Literal["all"]
    """Pairs that the recipe asks for."""
    expected: int
    """Pairs that can be made, were all of them wanted; a guess where models are asked."""
    tried: int
    """Poems that models are asked about; 0 for a task that needs none."""
    runs: int
    """Searches for each of these."""
    poems: int
    """Poems that give the pairs."""

    @property
    def pairs(self) -> int:
        """Pairs that are planned with."""
        return self.expected if self.asked == "all" else self.asked


@dataclass(frozen=True)
class Rows:
    """What is expected of a recipe. ``texts`` are what each scorer scores, the originals among them."""

    poems: int
    counted: str
    """How the poems were counted."""
    kept: int
    shards: int
    tasks: tuple[TaskRows, ...]
    texts: int

    @property
    def pairs(self) -> int:
        """Of all tasks."""
        return sum(task.pairs for task in self.tasks)


def expected_rows(recipe: Recipe, poems: int | None, counted: str, measured: Measured) -> Rows:
    """The rows of a recipe whose sources hold so many poems; None: as many as its tasks ask for."""
    share = measured.kept / measured.poems
    if poems is None:
        poems = ceil(poems_needed(recipe.tasks, measured) / share)
    kept = round(poems * share)
    tasks = tuple(_of_task(*one, kept, measured.kept) for one in zip(recipe.tasks, measured.tasks, strict=True))
    samples = sampled_poems(recipe.tasks, tasks)
    texts = originals(list(samples.values()), kept) + sum(task.pairs for task in tasks)
    return Rows(poems, counted, kept, max(1, ceil(poems / recipe.ingest.rows_per_shard)), tasks, texts)


def poems_needed(tasks: Sequence[Task], measured: Measured) -> int:
    """How many kept poems it takes for every task to have its size."""
    return max(_needed(*one, measured.kept) for one in zip(tasks, measured.tasks, strict=True))


def _needed(task: Task, found: TaskMeasured, kept: int) -> int:
    if isinstance(task, ModelTask) and task.poems != "all":
        return task.poems
    if task.pairs == "all":
        return 1
    a_poem = _pairs_of_a_poem(task, found, kept)
    return ceil(task.pairs / a_poem) if a_poem else task.pairs


def _pairs_of_a_poem(task: Task, found: TaskMeasured, sampled: int) -> float:
    """Pairs that a poem gives on average, of those that are tried where models are asked.

    Those are too few for their share to stand for all: it is Laplace's, one more of two more.
    """
    if not isinstance(task, ModelTask):
        return found.pairs / sampled
    return (found.poems + 1) / (found.tried + 2) * max(1.0, found.pairs / max(found.poems, 1))


def _of_task(task: Task, found: TaskMeasured, kept: int, sampled: int) -> TaskRows:
    tried = 0
    if isinstance(task, ModelTask):
        tried = kept if task.poems == "all" else min(task.poems, kept)
    expected = round((tried or kept) * _pairs_of_a_poem(task, found, sampled))
    pairs = expected if task.pairs == "all" else task.pairs
    poems = round(pairs * found.poems / found.pairs) if found.pairs else pairs
    return TaskRows(task.label, task.pairs, expected, tried, runs_of(task), min(poems, kept))


def sampled_poems(tasks: Sequence[Task], rows: Sequence[TaskRows]) -> Mapping[str, int]:
    """Poems that give pairs, by the name of the sample: tasks of one sample take the same ones."""
    found: dict[str, int] = {}
    for task, row in zip(tasks, rows, strict=True):
        found[task.sample_name] = max(row.poems, found.get(task.sample_name, 0))
    return found


def originals(samples: Sequence[int], kept: int) -> int:
    """Of how many poems at least one is in one of some samples, each drawn from all kept poems on its own."""
    return round(kept * (1 - prod(1 - sample / kept for sample in samples)))
