"""The chain of stages of a recipe, from its sources to the tables of a release."""

import time
from dataclasses import dataclass, field
from typing import Any, TypeVar

from versebench.pipelines.errors import RecipeError
from versebench.pipelines.lifecycle.previous import Previous, previous_of
from versebench.pipelines.recipe.extras import require
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages import registry
from versebench.pipelines.stages.acceptability import Marked
from versebench.pipelines.stages.candidates import Offered
from versebench.pipelines.stages.declaration import Runs, Stage, Work
from versebench.pipelines.stages.registry import STAGES, stages_for, stages_of
from versebench.pipelines.stages.score import Series
from versebench.pipelines.stages.stage import Committed
from versebench.transforms.ghostwriting.names import Artist

T = TypeVar("T")


@dataclass
class Chain:
    """The stages of a recipe under one root, run on demand and at most once each. ``seconds`` holds their times."""

    recipe: Recipe
    root: str
    runner: Runner
    seconds: dict[str, float] = field(default_factory=dict)
    _results: dict[str, Any] = field(default_factory=dict)
    _previous: list[Previous | None] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Run all checks that need no data, before any stage runs."""
        if self.runner.beam_args:
            from versebench.pipelines.chain.dataflow_reach import check_dataflow  # imports Beam

            check_dataflow(self.recipe, self.root, self.runner.beam_args)
        for stage in STAGES.values():
            stage.check(self.recipe)

    @property
    def stages(self) -> tuple[Stage[Any], ...]:
        """The stages that the recipe needs, in order."""
        return stages_of(self.recipe)

    def asks_for(self, stage: Stage[Any]) -> bool:
        """Whether the recipe needs a stage."""
        return stage in self.stages

    def previous(self) -> Previous | None:
        """The previous release, None if the recipe names none. A damaged one is refused before any stage runs."""
        if not self._previous:
            self._previous.append(previous_of(self.recipe, self.root))
        return self._previous[0]

    def require_extras(self) -> None:
        """Raise :class:`RecipeError` if a stage that the recipe needs lacks an extra."""
        _require(self.stages)

    def result(self, stage: Stage[T]) -> T:
        """The result of a stage, after all that it needs has run.

        Raises :class:`RecipeError` if the recipe does not ask for it.
        """
        stages = stages_for(self.recipe, stage)
        if not stages:
            names = ", ".join(needed.name for needed in self.stages)
            raise RecipeError(f"{stage.name}: this recipe does not need this stage; it needs {names}")
        if stage.name not in self._results:
            self.previous()
            _require(stages)
            for each in stages:
                self._run(each)
        result: T = self._results[stage.name]
        return result

    def _run(self, stage: Stage[Any]) -> None:
        if stage.name in self._results:
            return
        needs = {need.name for need in stage.needs}
        results = {name: result for name, result in self._results.items() if name in needs}
        start = time.monotonic()
        work = Work(self.recipe, self.root, self.runner, self.previous(), results)
        self._results[stage.name] = stage.run(work)
        self.seconds[stage.name] = time.monotonic() - start

    def run(self, stage: str) -> Runs:
        """Run a stage and all that it needs; its runs by name, empty if the recipe does not need it."""
        declared = STAGES[stage]
        return declared.runs(self.result(declared)) if declared.applies(self.recipe) else {}

    def run_all(self) -> dict[str, Runs]:
        """The committed runs of every stage that the recipe needs, by the stage."""
        return {stage.name: self.run(stage.name) for stage in self.stages}

    def ingest(self) -> Committed:
        """The poems as read."""
        return self.result(registry.INGEST)

    def words(self) -> Committed:
        """The distinct words of the poems."""
        return self.result(registry.WORDS)

    def lexicon(self) -> Committed:
        """The pronunciations of the words."""
        return self.result(registry.LEXICON)

    def clean(self) -> Committed:
        """The poems that the filters keep."""
        return self.result(registry.CLEAN)

    def split(self) -> Committed:
        """The cleaned poems with their splits, for a recipe that asks for splits."""
        return self.result(registry.SPLIT)

    def kept(self) -> Committed:
        """The poems that all later stages use."""
        return self.split() if self.asks_for(registry.SPLIT) else self.clean()

    def annotate(self) -> Committed:
        """The annotation of the kept poems: words, sounds, parts of speech and rhymes."""
        return self.result(registry.ANNOTATE)

    def candidates(self) -> list[Offered]:
        """The candidates of models for the tasks that need them."""
        return self.result(registry.CANDIDATES) if self.asks_for(registry.CANDIDATES) else []

    def corrupt(self) -> Committed:
        """The pairs of all tasks."""
        return self.result(registry.CORRUPT)

    def score(self) -> list[Series]:
        """The scores and decisions of every model under every convention."""
        return self.result(registry.SCORE) if self.asks_for(registry.SCORE) else []

    def compare(self) -> Committed | None:
        """The comparison of every two series; None for fewer than two."""
        return self.result(registry.COMPARE) if self.asks_for(registry.COMPARE) else None

    def acceptability(self) -> Marked | None:
        """The marks of contested pairs; None if the recipe asks for no check."""
        return self.result(registry.ACCEPTABILITY) if self.asks_for(registry.ACCEPTABILITY) else None

    def uncontested(self) -> Committed | None:
        """The counts of decisions on pairs that are not contested; None without a check or without scorers."""
        return self.result(registry.UNCONTESTED) if self.asks_for(registry.UNCONTESTED) else None

    def judgements(self) -> Committed | None:
        """The answers of judges and their figures; None if the recipe names no study."""
        return self.result(registry.JUDGEMENTS) if self.asks_for(registry.JUDGEMENTS) else None

    def artists(self) -> tuple[Artist, ...]:
        """The artists in the order of their shards; empty for a recipe that asks for none."""
        return self.result(registry.ARTISTS).artists if self.asks_for(registry.ARTISTS) else ()


def _require(stages: tuple[Stage[Any], ...]) -> None:
    for stage in stages:
        if stage.needs_extra is not None:
            require(*stage.needs_extra)
