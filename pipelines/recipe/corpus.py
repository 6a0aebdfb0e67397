"""The recipe of a corpus: poems with their annotation, without minimal pairs."""

from typing import ClassVar, Literal

from pydantic import Field

from versebench.pipelines.recipe.recipe import Recipe


class CorpusRecipe(Recipe):
    """A release of poems: read, filtered, split if the recipe asks for it, and annotated. It has no tasks or models.

    `drift` compares the poems alone.
    """

    goals: ClassVar[tuple[str, ...]] = ("annotate",)

    kind: Literal["corpus"] = Field(description="A corpus: poems, their annotation, splits, rejects and statistics.")
