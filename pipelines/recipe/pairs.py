"""The recipe of minimal pairs, and of the scores of models if it names any."""

from typing import ClassVar, Literal

from pydantic import Field, model_validator

from versebench.models.generators.settings import GeneratorSettings
from versebench.models.scorers.registry import AnyScorer
from versebench.models.selectors.settings import Selectors
from versebench.pipelines.recipe.recipe import Recipe, check_named_once
from versebench.transforms.candidates.registry import check_candidates
from versebench.transforms.scoring.acceptability import Acceptability
from versebench.transforms.tasks.fit import check_fit, verses_of
from versebench.transforms.tasks.registry import AnyTask


class PairsRecipe(Recipe):
    """A release of minimal pairs: poems with corrupted copies of them, and the scores that models give both."""

    goals: ClassVar[tuple[str, ...]] = ("corrupt", "score", "compare", "acceptability", "uncontested")

    kind: Literal["pairs"] = Field("pairs", description="Minimal pairs; the default of a recipe that names no kind.")
    tasks: list[AnyTask] = Field(min_length=1, description="Corruptions that are applied, each to the whole corpus.")
    models: list[AnyScorer] = Field(default_factory=list, description="Scorers; without one the release has no scores.")
    generator: GeneratorSettings | None = Field(
        None, description="The model that writes completions, for tasks that complete a line; never one of the scorers."
    )
    selectors: Selectors | None = Field(
        None, description="The models that choose among synonyms, for tasks that replace a word by one."
    )
    acceptability: Acceptability | None = Field(
        None,
        description="A model that marks contested pairs, whose corruption it finds as good as the original. They stay; "
        "results are given with and without them. Null, as in the papers: no check.",
    )
    vocabulary_filter: bool | list[str] = Field(
        False,
        description="Whether a pair is left out, before sampling, if one of its texts has a token that a scorer's "
        "tokenizer does not know (RANLP 2021, 4.3): true for every task, or the names of some, such as "
        "[replace_end_word.v1].",
    )

    @model_validator(mode="after")
    def _needed_models_are_named(self) -> "PairsRecipe":
        check_fit(self.tasks, verses_of(self.placed_sources))
        check_candidates(self.tasks, vars(self))
        return self

    @model_validator(mode="after")
    def _filtered_tasks_are_there(self) -> "PairsRecipe":
        if not isinstance(self.vocabulary_filter, bool):
            check_named_once("filtered task", self.vocabulary_filter)
            names = [task.task for task in self.tasks]
            if absent := [name for name in self.vocabulary_filter if name not in names]:
                raise ValueError(
                    f"vocabulary_filter names {absent[0]!r}, which is not a task of this recipe; choose from: "
                    f"{', '.join(dict.fromkeys(names))}"
                )
        return self

    @model_validator(mode="after")
    def _tasks_named_once(self) -> "PairsRecipe":
        check_named_once("task", [task.label for task in self.tasks])
        return self
