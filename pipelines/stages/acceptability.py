"""Acceptability: mark the pairs whose corruption a model finds as good as the original; results without them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyarrow as pa

from versebench.models.scorers.identity import ModelIdentity
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.candidates import identify_generator, is_scorer
from versebench.pipelines.stages.score import Series, identify_models, results_of, score
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.acceptability import ACCEPTABILITY, UNCONTESTED
from versebench.transforms.scoring.contested import CountUncontested, MarkContested
from versebench.transforms.scoring.works import Works

if TYPE_CHECKING:
    from versebench.transforms.scoring.acceptability import Acceptability

_WRITTEN = "completions"
"""The candidates that the generator writes."""


@dataclass(frozen=True)
class Marked:
    """The committed marks, and the scores and decisions that they follow from."""

    series: Series
    marks: Committed


def identify_acceptability(recipe: Recipe) -> ModelIdentity | None:
    """The model that marks contested pairs. Raises :class:`RecipeError` if it is missing, or is also a scorer."""
    if recipe.acceptability is None:
        return None
    (identity,) = identify_models([recipe.acceptability.scorer])
    if is_scorer(recipe, identity):
        raise RecipeError(
            f"acceptability.scorer: {identity.name} is also a scorer, whose own results the marks would change; name "
            "another model"
        )
    return identity


def mark_contested(recipe: Recipe, root: str, runner: Runner, corrupted: Committed, poems: Committed) -> Marked:
    """Score the pairs with the model that checks, and mark them, under ``<root>/acceptability``."""
    check: Acceptability = recipe.acceptability  # type: ignore[assignment]  # the stage applies
    (series,) = score([check.scorer], recipe.seed, root, runner, corrupted, poems)
    writes = identify_generator(recipe) == series.identity
    reductions = {
        task.label: task.reduction
        for task in recipe.tasks
        if not (writes and getattr(task, "candidates", None) == _WRITTEN)
    }
    inputs = {
        "version": check.check,
        "tables": {ACCEPTABILITY.name: ACCEPTABILITY.version},
        "inputs": {"decisions": series.decisions.manifest.tables["decisions"].content_hash},
        "model": {"name": series.identity.name, "revision": series.identity.revision},
        "reductions": reductions,
        "least_margin": check.least_margin,
    }
    run = stage_run(root, "acceptability", corrupted.run.shards, inputs)
    decided = series.decisions.run.directory, series.decisions.manifest
    task = MarkContested(*decided, check.check, series.identity, reductions, check.least_margin)
    return Marked(series, run_stage(run, inputs, task, runner))


def count_uncontested(root: str, runner: Runner, series: list[Series], marked: Marked, poems: Committed) -> Committed:
    """Count the decisions of every series on pairs that are not contested, under ``<root>/uncontested``."""
    decisions = [each.decisions for each in series]
    inputs = {
        "version": "uncontested.v1",
        "inputs": [committed.manifest.tables["decisions"].content_hash for committed in decisions],
        "poems": poems.manifest.tables["poems"].content_hash,
        "marks": marked.marks.manifest.tables[ACCEPTABILITY.name].content_hash,
    }
    run = stage_run(root, "uncontested", marked.marks.run.shards, inputs)
    task = CountUncontested(
        tuple((committed.run.directory, committed.manifest) for committed in decisions),
        marked.marks.run.directory,
        marked.marks.manifest,
        Works(poems.run.directory, poems.manifest),
    )
    return run_stage(run, inputs, task, runner)


def uncontested_results(series: Sequence[Series], counted: Committed | None) -> pa.Table:
    """The accuracy of every series on pairs that are not contested; no rows if nothing was checked."""
    counts = {} if counted is None else counted.manifest.counts
    rows = [row for place, each in enumerate(series) for row in results_of(each, _of_place(counts, f"/{place}"))]
    rows.sort(key=lambda row: tuple(str(row[name]) for name in UNCONTESTED.key))
    return pa.Table.from_pylist(rows, UNCONTESTED.schema)


def _of_place(counts: Mapping[str, int], place: str) -> dict[str, int]:
    return {name.removesuffix(place): count for name, count in counts.items() if name.endswith(place)}


def marked_runs(marked: Marked) -> dict[str, Committed]:
    """The committed runs of the check, by the name under which records show them."""
    series = marked.series
    return {
        f"score {series.label}, acceptability": series.scores,
        f"decide {series.label}, acceptability": series.decisions,
        "acceptability": marked.marks,
    }
