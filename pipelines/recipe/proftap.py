"""The recipe of a ProFTAP release: poems that poets write from titles, beside those of people."""

from typing import ClassVar, Literal

from pydantic import Field, field_validator, model_validator

from versebench.models.poets.contract import PoetSettings
from versebench.models.poets.registry import AnyPoet
from versebench.models.tagger.contract import UNTAGGED
from versebench.pipelines.recipe.recipe import Clean, Recipe, check_named_once
from versebench.schemas.proftap import HUMAN
from versebench.transforms.proftap.prompts import prompt_problem
from versebench.transforms.proftap.settings import Reuse, Titles
from versebench.transforms.prosody.languages.classical_chinese.language import CLASSICAL_CHINESE


class ProftapRecipe(Recipe):
    """A release about poets that write classical Chinese poems from titles (Deng, Yang and Wang 2024)."""

    goals: ClassVar[tuple[str, ...]] = ("annotate", "test-poems")

    kind: Literal["proftap"] = Field(
        description="Poems in classical Chinese that poets write from the titles of people's poems, and whether they "
        "repeat lines of a database."
    )
    form: str = Field("gufeng", description="Form of the poems, if neither a source nor its rows name one.")
    clean: Clean = Field(
        default=Clean(profile="classical"),
        description="Which poems can lend their titles; by default those of the profile `classical`: without notes, "
        "lacunae and letters, in as many lines as their form has.",
    )
    tagger: str = Field(UNTAGGED, description="Part-of-speech tagger of the annotation; there is none for Chinese.")
    titles: Titles = Field(default=Titles(), description="Which titles poets are asked for.")
    prompt: str = Field(
        "proftap2024.v1",
        description="What poets are asked: `proftap2024.v1` (the paper's), `poet.v1`, `title_form.v1`, or a text with "
        "`{{title}}`, and `{{form}}` if you like.",
    )
    poets: list[AnyPoet] = Field(min_length=1, description="What writes poems.")
    reuse: Reuse = Field(description="Which lines must not be repeated, and how often poets may try.")
    equivalence: float = Field(
        0.05, gt=0, lt=0.5, description="How far an AUC may be from a half for a poet to be called indistinguishable."
    )

    @field_validator("prompt")
    @classmethod
    def _prompt_can_be_filled(cls, prompt: str) -> str:
        if problem := prompt_problem(prompt):
            raise ValueError(problem)
        return prompt

    @model_validator(mode="after")
    def _poems_are_chinese(self) -> "ProftapRecipe":
        for source in self.placed_sources:
            if source.language != CLASSICAL_CHINESE.name:
                raise ValueError(
                    f"source {source.name!r} is in {source.language}, but titles are asked for in classical Chinese; "
                    "set its form to gufeng, or leave the source out"
                )
        return self

    @model_validator(mode="after")
    def _poets_fit(self) -> "ProftapRecipe":
        check_named_once("poet", [poet.name for poet in self.poets])
        for place, poet in enumerate(self.poets):
            if poet.name == HUMAN:
                raise ValueError(f"poets.{place}.name: {HUMAN} stands for people; choose another name")
            if poet.prompt is not None and (problem := prompt_problem(poet.prompt)):
                raise ValueError(f"poets.{place}.prompt: {problem}")
        if self.texts == "withheld":
            raise ValueError("texts: poems of people and poets are compared as texts; set texts to released")
        return self

    def prompt_of(self, poet: PoetSettings) -> str:
        """What a poet is asked."""
        return poet.prompt or self.prompt
