"""The recipe of a ghostwriting release: verses of artists, and verses that generators write in their styles."""

from typing import Any, ClassVar, Literal

from pydantic import Field, model_validator

from versebench.pipelines.recipe.recipe import Clean, Recipe
from versebench.transforms.ghostwriting.settings import (
    PROFILES,
    Artists,
    Points,
    Rhyme,
    Similarity,
    Verses,
    Weighting,
)


class GhostwritingRecipe(Recipe):
    """A release about writers in the styles of artists: how densely they rhyme, and how little they copy."""

    goals: ClassVar[tuple[str, ...]] = ("annotate", "artists")

    kind: Literal["ghostwriting"] = Field(
        description="Verses of artists, verses that generators write in their styles, and measures of both."
    )
    form: str = Field("verse", description="Form of the works, if neither a source nor its rows name one.")
    clean: Clean = Field(default=Clean(filters=[]), description="Which works are kept; by default all.")
    profile: Literal[tuple(PROFILES)] = Field(  # type: ignore[valid-type]
        "versebench",
        description="What holds for `rhyme.detector`, `similarity.weighting` and `weighting` if the recipe does not "
        "set them: the choices of versebench, or those of the paper (Potash et al. 2015).",
    )
    verses: Verses = Field(default=Verses(), description="How works are cut into verses.")
    artists: Artists = Field(default=Artists(), description="Whose verses are used.")
    rhyme: Rhyme = Field(default=Rhyme(), description="How rhymes are found.")
    similarity: Similarity = Field(default=Similarity(), description="How verses are compared.")
    weighting: Weighting = Field("evenness", description="How entropy weighs a density; see docs/GHOSTWRITING.md.")
    points: Points = Field(default=Points(), description="The points of the regression over iterations.")

    @model_validator(mode="before")
    @classmethod
    def _with_profile(cls, value: Any) -> Any:
        """Fill what the recipe does not set from its profile."""
        if not isinstance(value, dict) or (profile := PROFILES.get(str(value.get("profile", "")))) is None:
            return value
        filled = {**value, "weighting": value.get("weighting", profile.weighting)}
        for key, name, chosen in (
            ("rhyme", "detector", profile.detector),
            ("similarity", "weighting", profile.similarity),
        ):
            given = value.get(key, {})
            filled[key] = {name: chosen, **given} if isinstance(given, dict) else given
        return filled
