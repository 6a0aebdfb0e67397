"""Names of the pieces of work of a recipe."""

from versebench.pipelines.recipe.recipe import Recipe


def candidates_of(place: int) -> str:
    """Name of the work of the models that the task at this place of the recipe needs."""
    return f"candidates tasks.{place}"


def score_of(place: int) -> str:
    """Name of the work of the scorer at this place of the recipe."""
    return f"score models.{place}"


def split_of(recipe: Recipe) -> tuple[str, ...]:
    """Name of the stage that splits the poems; none if the recipe asks for no split."""
    return () if recipe.splits is None else ("split",)
