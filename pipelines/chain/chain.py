"""The chain of stages of a recipe, from its sources to the tables of a release."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from versebench.pipelines.lifecycle.previous import Previous, previous_of
from versebench.pipelines.recipe.extras import require
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.dataflow.recipe import check_dataflow
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.annotate import annotate, identify_tagger
from versebench.pipelines.stages.candidates import Offered, identify_generator, identify_selectors, model_tasks, offer
from versebench.pipelines.stages.clean import clean
from versebench.pipelines.stages.compare import compare
from versebench.pipelines.stages.corrupt import corrupt
from versebench.pipelines.stages.ingest import ingest
from versebench.pipelines.stages.lexicon import Lexicon, lexicon, list_words
from versebench.pipelines.stages.score import Series, identify_models, score
from versebench.pipelines.stages.split import split
from versebench.pipelines.stages.stage import Committed

T = TypeVar("T")


@dataclass
class Chain:
    """The stages of a recipe under one root, run on demand and at most once each. ``seconds`` holds their times."""

    recipe: Recipe
    root: str
    runner: Runner
    seconds: dict[str, float] = field(default_factory=dict)
    _done: dict[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check what needs no data before any stage runs."""
        check_dataflow(self.recipe, self.root, self.runner.beam_args)
        identify_tagger(self.recipe)
        identify_models(self.recipe.models)
        identify_generator(self.recipe)
        identify_selectors(self.recipe)

    def _once(self, stage: str, run: Callable[[], T]) -> T:
        if stage not in self._done:
            start = time.monotonic()
            self._done[stage] = run()
            self.seconds[stage] = time.monotonic() - start
        return self._done[stage]  # type: ignore[return-value]

    def previous(self) -> Previous | None:
        """The previous release, where the recipe names one; a damaged one is refused before any stage runs."""
        return self._once("previous", lambda: previous_of(self.recipe, self.root))

    def ingest(self) -> Committed:
        """Poems as read."""
        self.previous()
        return self._once("ingest", lambda: ingest(self.recipe, self.root, self.runner))

    def words(self) -> Committed:
        """Their distinct words."""
        ingested = self.ingest()
        return self._once("words", lambda: list_words(self.recipe, self.root, self.runner, ingested))

    def lexicon(self) -> Committed:
        """How these sound."""
        words = self.words()
        return self._once("lexicon", lambda: lexicon(self.recipe, self.root, self.runner, words))

    def clean(self) -> Committed:
        """Poems that the filters keep."""
        ingested, heard = self.ingest(), self._heard()
        return self._once("clean", lambda: clean(self.recipe, self.root, self.runner, ingested, heard))

    def split(self) -> Committed:
        """These, and on which side of the split they are, for a recipe that asks for one."""
        cleaned, previous = self.clean(), self.previous()
        return self._once("split", lambda: split(self.recipe, self.root, self.runner, cleaned, previous))

    def kept(self) -> Committed:
        """The poems that all later stages work on."""
        return self.clean() if self.recipe.splits is None else self.split()

    def annotate(self) -> Committed:
        """What ear, tagger and thesaurus say of them."""
        cleaned, heard = self.kept(), self._heard()
        return self._once("annotate", lambda: annotate(self.recipe, self.root, self.runner, cleaned, heard))

    def _heard(self) -> Lexicon:
        return Lexicon.of(self.recipe, self.words(), self.lexicon())

    def candidates(self) -> list[Offered]:
        """What models offer for the tasks that need them."""
        if model_tasks(self.recipe):
            require("score", "a task that needs a model")
        made_from = self.kept(), self.annotate(), self._heard(), self.previous()
        return self._once("candidates", lambda: offer(self.recipe, self.root, self.runner, *made_from))

    def corrupt(self) -> Committed:
        """Their pairs."""
        made_from = self.kept(), self.annotate(), self.candidates(), self.previous()
        return self._once("corrupt", lambda: corrupt(self.recipe, self.root, self.runner, *made_from))

    def score(self) -> list[Series]:
        """What the scorers say of the pairs."""
        if self.recipe.models:
            require("score", "scoring")
        corrupted = self.corrupt()
        return self._once(
            "score", lambda: score(self.recipe.models, self.recipe.seed, self.root, self.runner, corrupted)
        )

    def compare(self) -> Committed | None:
        """Every two series held against each other; None where there are no two."""
        series = self.score()
        return self._once("compare", lambda: compare(self.root, self.runner, series))
