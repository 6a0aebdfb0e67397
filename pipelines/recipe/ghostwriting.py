"""The recipe of a ghostwriting release: verses of artists, and verses that generators write in their styles."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import Field, model_validator

from versebench.models.ghostwriters.contract import GhostwriterSettings
from versebench.models.ghostwriters.registry import AnyGhostwriter
from versebench.models.scorers.registry import AnyScorer
from versebench.models.styles.registry import STYLE_MODELS
from versebench.models.tagger.contract import UNTAGGED
from versebench.pipelines.recipe.recipe import Clean, Recipe, check_named_once
from versebench.transforms.ghostwriting.items.settings import Items
from versebench.transforms.ghostwriting.point_shard import PointRules
from versebench.transforms.ghostwriting.settings import (
    PROFILES,
    Artists,
    Points,
    Rhyme,
    Similarity,
    Verses,
    Weighting,
)
from versebench.transforms.prosody.languages.english import ENGLISH


class GhostwritingRecipe(Recipe):
    """A release about writers in the styles of artists: how densely they rhyme, and how little they copy."""

    goals: ClassVar[tuple[str, ...]] = ("annotate", "points", "items", "style-scores")

    kind: Literal["ghostwriting"] = Field(
        description="Verses of artists, verses that generators write in their styles, and measures of both."
    )
    form: str = Field("verse", description="Form of the works, if neither a source nor its rows name one.")
    clean: Clean = Field(default=Clean(filters=[]), description="Which works are kept; by default all.")
    tagger: str = Field(
        UNTAGGED,
        description="Part-of-speech tagger of the annotation; by default none, as no stage of this kind needs parts of "
        "speech.",
    )
    profile: Literal[tuple(PROFILES)] = Field(  # type: ignore[valid-type]
        "versebench",
        description="What holds for `rhyme.detector`, `similarity.weighting`, `verses.tokens` and `weighting` if the "
        "recipe does not set them: the choices of versebench, or those of the paper (Potash et al. 2016).",
    )
    verses: Verses = Field(default=Verses(), description="How works are cut into verses.")
    artists: Artists = Field(default=Artists(), description="Whose verses are used.")
    rhyme: Rhyme = Field(default=Rhyme(), description="How rhymes are found.")
    generators: list[AnyGhostwriter] = Field(min_length=1, description="What writes verses in the artists' styles.")
    similarity: Similarity = Field(default=Similarity(), description="How verses are compared.")
    weighting: Weighting = Field("evenness", description="How entropy weighs a density; see docs/GHOSTWRITING.md.")
    points: Points = Field(default=Points(), description="The points of the regression over iterations.")

    items: Items | None = Field(
        None, description="What judges are to be asked about the verses; null: a release without items."
    )
    models: list[AnyScorer] = Field(
        default_factory=list, description="Scorers that answer the pages of style matching, as judges do."
    )

    @classmethod
    def filled(cls, value: Mapping[str, Any]) -> Mapping[str, Any]:
        """The values with what the recipe does not set and its profile names."""
        value = super().filled(value)
        if (profile := PROFILES.get(str(value.get("profile", "")))) is None:
            return value
        filled = {**value, "weighting": value.get("weighting", profile.weighting)}
        for key, name, chosen in (
            ("rhyme", "detector", profile.detector),
            ("similarity", "weighting", profile.similarity),
            ("verses", "tokens", profile.tokens),
        ):
            given = value.get(key, {})
            filled[key] = {name: chosen, **given} if isinstance(given, dict) else given
        return filled

    @model_validator(mode="after")
    def _works_are_english(self) -> "GhostwritingRecipe":
        for source in self.placed_sources:
            if source.language != ENGLISH.name:
                raise ValueError(
                    f"source {source.name!r} is in {source.language}, but rhyme density is known for english only; "
                    "leave the source out"
                )
        return self

    @model_validator(mode="after")
    def _generators_named_once(self) -> "GhostwritingRecipe":
        check_named_once("generator", [each.generator for each in self.generators])
        return self

    @model_validator(mode="after")
    def _models_have_pages(self) -> "GhostwritingRecipe":
        """Scorers answer pages, and a model of artists that is trained needs the settings of its generator."""
        if self.models and (self.items is None or not self.items.match_style):
            raise ValueError(
                "models: scorers answer pages of style matching, and the recipe asks for none; set items.match_style, "
                "or leave models out"
            )
        known = [each.generator for each in self.generators]
        for place, name in enumerate(self.items.models if self.items is not None else ()):
            if (needed := STYLE_MODELS[name].generator) is not None and needed not in known:
                raise ValueError(
                    f"items.models.{place}: {name} is trained with the settings of the generator {needed}; add that to "
                    "generators, or leave the model out"
                )
        return self

    @model_validator(mode="after")
    def _last_point_is_reached(self) -> "GhostwritingRecipe":
        """A generator that is trained writes at every point of the regression."""
        for generator in self.generators:
            last = max(point for point, _ in generator.points)
            if self.is_trained(generator) and last < self.points.last:
                raise ValueError(
                    f"generators: {generator.generator} writes its last verses at iteration {last}, before the last "
                    f"point, {self.points.last}; raise its iterations, or set points.last to at most {last}"
                )
        return self

    @property
    def point_rules(self) -> PointRules:
        """How the verses of each generator are grouped into points."""
        of = {each.generator: each for each in self.generators}
        last = {name: max(point for point, _ in each.points) for name, each in of.items()}
        return PointRules(
            every={name: self.points.every if self.is_trained(each) else 1 for name, each in of.items()},
            last_point={name: self.points.last if self.is_trained(each) else last[name] for name, each in of.items()},
            last_setting=last,
            seed=self.seed,
        )

    @staticmethod
    def is_trained(generator: GhostwriterSettings) -> bool:
        """Whether the settings of a generator at which it writes are iterations of its training."""
        return "iterations" in type(generator).model_fields
