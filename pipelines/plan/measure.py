"""Runs a sample through the real chain, under a root that is thrown away, and times it."""

import contextlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pyarrow.compute as pc

from versebench.models.scorers.settings import ScorerSettings
from versebench.pipelines.chain.assemble import assemble
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.plan.models import model_uses
from versebench.pipelines.plan.pace import Measured, TaskMeasured, pace
from versebench.pipelines.plan.sample import Sample, sample_of, write_poems
from versebench.pipelines.plan.sources import Corpus, Poem
from versebench.pipelines.plan.work import candidates_of, hypotheses_of, score_of, split_of
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.score import score
from versebench.pipelines.stages.stage import Committed
from versebench.pipelines.validation.validate import validate
from versebench.storage.manifest import read_table
from versebench.transforms.scoring.texts import units
from versebench.transforms.tasks.model_task import ModelTask

POEMS, FEW_POEMS = 60, 20
"""Poems on which the stages without models are measured; and fewer, so that what a start costs can be told apart."""
KEPT, FEW_KEPT = 4, 1
"""Of these, poems on which models are measured."""
TRIED, FEW_TRIED = 3, 1
"""Of these, poems of which generators and selectors are asked."""

Timed = tuple[int, float]
"""Units of a piece of work, and its seconds."""


def measure(recipe: Recipe, corpus: Corpus) -> Measured:
    """The paces and yields of a recipe on the first poems of its corpus.

    The small pieces are run twice, as the first time loads what a process loads once. What the large ones take longer
    is what their units cost.

    Raises :class:`versebench.pipelines.errors.UserError` where the sample does not come through.
    """
    start, on_processor = time.monotonic(), _is_on_processor(sample_of(recipe, Path(), TRIED))
    with _offline(), tempfile.TemporaryDirectory(prefix="versebench-dry-run-") as name:
        work = _Measuring(recipe, Path(name), time.process_time if on_processor else time.monotonic)
        work.without_models("first", corpus.sample[:FEW_POEMS])
        few = work.without_models("few", corpus.sample[:FEW_POEMS])
        many = work.without_models("many", corpus.sample)
        if any(model_uses(recipe)):
            work.with_models("models-first", many.kept[:FEW_KEPT], FEW_TRIED)
            few_asked = work.with_models("models-few", many.kept[:FEW_KEPT], FEW_TRIED)
            asked = work.with_models("models-many", many.kept[:KEPT], TRIED)
        else:
            few_asked = asked = _Asked(many.tasks, {})
    paces = {work: pace(few.times[work], many.times[work]) for work in many.times}
    paces |= {work: pace(few_asked.times[work], asked.times[work]) for work in asked.times}
    tasks = tuple(
        found if isinstance(task, ModelTask) else plain
        for task, plain, found in zip(recipe.tasks, many.tasks, asked.tasks, strict=True)
    )
    clock: Literal["processor time", "the clock"] = "processor time" if on_processor else "the clock"
    return Measured(many.poems, len(many.kept), tasks, paces, time.monotonic() - start, clock)


def _is_on_processor(sample: Sample) -> bool:
    """Whether this process computes all of a sample, so that its processor time says more than a busy clock."""
    engines = [scorer.engine for scorer in sample.scorers]
    generator, selectors = sample.recipe.generator, sample.recipe.selectors
    others = [*([generator] if generator else []), *([selectors.masked, selectors.causal] if selectors else [])]
    here = all(engine.name == "torch" and engine.shared == "process" for engine in engines)
    return here and {one.device for one in (*engines, *others)} <= {"cpu"}


@contextlib.contextmanager
def _offline() -> Iterator[None]:
    """Nothing is fetched for a plan: models of the hub are taken from the cache alone."""
    before = os.environ.get("HF_HUB_OFFLINE")
    os.environ["HF_HUB_OFFLINE"] = "1"
    try:
        yield
    finally:
        del os.environ["HF_HUB_OFFLINE"]
        if before is not None:
            os.environ["HF_HUB_OFFLINE"] = before


@dataclass(frozen=True)
class _Plain:
    """A sample that was run without models; ``times`` by the name of the work."""

    poems: int
    kept: Sequence[Poem]
    tasks: tuple[TaskMeasured, ...]
    times: Mapping[str, Timed]


@dataclass(frozen=True)
class _Asked:
    """A sample about which models were asked; ``times`` by the name of the work."""

    tasks: tuple[TaskMeasured, ...]
    times: Mapping[str, Timed]


@dataclass(frozen=True)
class _Measuring:
    """Runs samples of a recipe, each in a folder of its own; ``now`` is the clock."""

    recipe: Recipe
    folder: Path
    now: Callable[[], float]

    def without_models(self, name: str, poems: Sequence[Poem]) -> _Plain:
        """Every stage, for the tasks that need no model."""
        sample = self._sample(name, poems, TRIED)
        tasks = [task for task in sample.recipe.tasks if not isinstance(task, ModelTask)]
        nothing: dict[str, Any] = {"models": [], "generator": None, "selectors": None, "vocabulary_filter": False}
        chain = self._chain(name, sample.recipe.model_copy(update={"tasks": tasks, **nothing}))
        stages = ("ingest", "words", "lexicon", "clean", *split_of(chain.recipe), "annotate", "corrupt")
        seconds = {stage: self._seconds(getattr(chain, stage)) for stage in stages}
        seconds["assemble"] = self._seconds(partial(assemble, chain))
        seconds["validate"] = self._seconds(partial(validate, chain, assemble(chain)))
        count, kept = chain.ingest().manifest.counts["out"], _table(chain.clean(), "poems").to_pylist()
        pairs = _table(chain.corrupt(), "pairs")
        entered = dict.fromkeys(stages[:4], count) | dict.fromkeys(stages[4:], len(kept))
        times = {stage: (entered.get(stage, len(pairs)), taken) for stage, taken in seconds.items()}
        return _Plain(count, kept, tuple(_task(pairs, task.label, 0) for task in sample.tasks), times)

    def with_models(self, name: str, poems: Sequence[Poem], tried: int) -> _Asked:
        """Candidates, scores, and their comparison."""
        sample = self._sample(name, poems, tried)
        chain = self._chain(name, sample.recipe)
        candidates = self._candidates(chain, sample)
        pairs = _table(chain.corrupt(), "pairs")
        scores = self._scores(chain, sample, sum(map(len, units(pairs))))
        compared = {"compare": (len(pairs), self._seconds(chain.compare))}
        found_for = {one.task.offered_as: _tried(one.committed) for one in chain.candidates()}
        asked = [found_for[task.offered_as] if isinstance(task, ModelTask) else 0 for task in sample.tasks]
        found = tuple(_task(pairs, task.label, some) for task, some in zip(sample.tasks, asked, strict=True))
        return _Asked(found, {**candidates, **scores, **compared})

    def _candidates(self, chain: Chain, sample: Sample) -> dict[str, Timed]:
        """Each task that needs models, in a chain of its own under the same root."""
        known: dict[str, Timed] = {}
        times = {}
        chain.annotate()
        for place, task in enumerate(sample.tasks):
            if not isinstance(task, ModelTask):
                continue
            if task.label not in known:
                alone = Chain(chain.recipe.model_copy(update={"tasks": [task]}), chain.root, chain.runner)
                seconds = self._seconds(alone.candidates)
                [offered] = alone.candidates()
                known[task.label] = _tried(offered.committed) * hypotheses_of(task), seconds
            times[candidates_of(place)] = known[task.label]
        return times

    def _scores(self, chain: Chain, sample: Sample, texts: int) -> dict[str, Timed]:
        known: dict[ScorerSettings, float] = {}
        for scorer in sample.scorers:
            if scorer not in known:
                made_of = chain.recipe.seed, chain.root, chain.runner, chain.corrupt()
                known[scorer] = self._seconds(partial(score, [scorer], *made_of))
        return {score_of(place): (texts, known[scorer]) for place, scorer in enumerate(sample.scorers)}

    def _sample(self, name: str, poems: Sequence[Poem], tried: int) -> Sample:
        path = self.folder / f"{name}.jsonl"
        write_poems(poems, path)
        return sample_of(self.recipe, path, tried)

    def _chain(self, name: str, recipe: Recipe) -> Chain:
        return Chain(recipe, str(self.folder / name), Runner())

    def _seconds(self, run: Callable[[], object]) -> float:
        start = self.now()
        run()
        return self.now() - start


def _task(pairs: pa.Table, label: str, tried: int) -> TaskMeasured:
    mine = pairs.filter(pc.equal(pairs.column("task"), label))
    return TaskMeasured(tried, len(mine), len(mine.column("work_id").unique()))


def _tried(candidates: Committed) -> int:
    """Of how many poems models were asked."""
    return int(_table(candidates, "attempts").column("reason").null_count)


def _table(committed: Committed, table: str) -> pa.Table:
    run, manifest = committed.run, committed.manifest
    return pa.concat_tables(read_table(run.directory, manifest, table, shard) for shard in range(run.shards))
