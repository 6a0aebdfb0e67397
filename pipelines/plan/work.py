"""Names of the pieces of work of a recipe."""


def candidates_of(place: int) -> str:
    """Name of the work of the models that the task at this place of the recipe needs."""
    return f"candidates tasks.{place}"


def score_of(place: int) -> str:
    """Name of the work of the scorer at this place of the recipe."""
    return f"score models.{place}"
