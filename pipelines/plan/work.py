"""The pieces of work of a recipe, as they are timed and counted up."""

from versebench.pipelines.recipe.recipe import Recipe
from versebench.transforms.tasks.completions.complete_line import CompleteLine
from versebench.transforms.tasks.completions.delayed_beam import CompleteLineDelayedBeam
from versebench.transforms.tasks.contract import Task


def candidates_of(place: int) -> str:
    """Name of the work of the models that the task at this place of the recipe needs."""
    return f"candidates tasks.{place}"


def score_of(place: int) -> str:
    """Name of the work of the scorer at this place of the recipe."""
    return f"score models.{place}"


def split_of(recipe: Recipe) -> tuple[str, ...]:
    """Name of the stage that splits the poems; none where the recipe asks for no split."""
    return () if recipe.splits is None else ("split",)


def runs_of(task: Task) -> int:
    """Searches for each poem that is tried."""
    return task.runs if isinstance(task, CompleteLineDelayedBeam) else 1


def hypotheses_of(task: Task) -> int:
    """What a poem that is tried costs: the hypotheses of all its searches; 1 for a task without searches.

    Each is as long as a line, so that tokens need not be counted too.
    """
    return task.hypotheses if isinstance(task, CompleteLine) else 1
