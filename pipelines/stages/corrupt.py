"""Corrupt: the recipe's tasks over every shard, in two passes: eligible poems first, then pairs of those sampled."""

from collections.abc import Mapping, Sequence
from typing import Any

from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.settings import ScorerSettings
from versebench.pipelines.errors import DataError
from versebench.pipelines.lifecycle.continuity import PreviousPairs, previous_pairs
from versebench.pipelines.lifecycle.previous import Previous
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.candidates import Offered
from versebench.pipelines.stages.failure_limit import check_failures
from versebench.pipelines.stages.rank_limits import rank_limits
from versebench.pipelines.stages.score import identify_models
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.pairs import ELIGIBILITY, OUTCOMES, PAIRS
from versebench.transforms.mapping.processing_failed import PROCESSING_FAILED
from versebench.transforms.sampling.eligibility import EVERY_TEXT, AnnotatedSource, FindEligible
from versebench.transforms.sampling.limits import sample_sizes
from versebench.transforms.sampling.make_pairs import MakePairs
from versebench.transforms.sampling.vocabulary import VocabularyFilter
from versebench.transforms.tasks.contract import Task

VERSION = "corrupt.v1"


def corrupt(
    recipe: Recipe,
    root: str,
    runner: Runner,
    cleaned: Committed,
    annotated: Committed,
    offered: Sequence[Offered] = (),
    previous: Previous | None = None,
) -> Committed:
    """Make the pairs and outcomes of the recipe's tasks, under ``<root>/corrupt``; ``offered`` are models' candidates.

    Edits that were pairs of the previous release are sampled before all others.

    Raises :class:`DataError` if a task asks for more pairs than can be made.
    """
    tasks = tuple(recipe.tasks)
    source = AnnotatedSource(
        cleaned.run.directory,
        cleaned.manifest,
        annotated.run.directory,
        annotated.manifest,
        tuple(candidates.tables for candidates in offered),
    )
    inputs: dict[str, Any] = {
        "version": VERSION,
        "inputs": {
            "poems": cleaned.manifest.tables["poems"].content_hash,
            "annotation": annotated.manifest.tables["annotation"].content_hash,
        },
        "seed": recipe.seed,
    }
    if offered:
        inputs["offered"] = {each.task.offered_as: each.committed.manifest.content_hashes for each in offered}
    vocabulary = _vocabulary(recipe)
    if vocabulary.scorers:
        inputs["vocabulary"] = [_scorer(*scorer) for scorer in vocabulary.scorers]
        if vocabulary.tasks is not None:
            inputs["vocabulary_tasks"] = sorted(vocabulary.tasks)
    if (kept := previous_pairs(previous, tasks, cleaned.run.shards)) is not None:
        inputs["previous"] = kept.content_hash
    eligible = _find_eligible(root, runner, source, tasks, vocabulary, inputs, cleaned, kept)
    _check_sizes(tasks, eligible)
    inputs = {
        **inputs,
        "tables": {table.name: table.version for table in (PAIRS, OUTCOMES)},
        "tasks": [{**task.model_dump(), "label": task.label} for task in tasks],
    }
    run = stage_run(root, "corrupt", cleaned.run.shards, inputs)
    labels = [task.label for task in tasks]
    limits = rank_limits("corrupt: sampling", runner, eligible, sample_sizes(tasks), labels)
    make = MakePairs(source, eligible.run.directory, eligible.manifest, limits, tasks, recipe.seed)
    committed = run_stage(run, inputs, make, runner)
    for task in tasks:
        edits = committed.manifest.counts["in"] * task.edits_per_poem
        failed = f"not_applicable/{task.label}/{PROCESSING_FAILED}"
        check_failures(recipe, committed, failed, edits, OUTCOMES.name, runner.log)
    return committed


def _find_eligible(
    root: str,
    runner: Runner,
    source: AnnotatedSource,
    tasks: tuple[Task, ...],
    vocabulary: VocabularyFilter,
    inputs: Mapping[str, Any],
    cleaned: Committed,
    kept: PreviousPairs | None,
) -> Committed:
    inputs = {
        **inputs,
        "tables": {ELIGIBILITY.name: ELIGIBILITY.version},
        "tasks": [{"label": task.label, **task.model_dump(exclude={"pairs"})} for task in tasks],
    }
    run = stage_run(root, "eligibility", cleaned.run.shards, inputs)
    return run_stage(run, inputs, FindEligible(source, tasks, inputs["seed"], vocabulary, kept), runner)


def _vocabulary(recipe: Recipe) -> VocabularyFilter:
    if not recipe.vocabulary_filter:
        return EVERY_TEXT
    tasks = None if recipe.vocabulary_filter is True else frozenset(recipe.vocabulary_filter)
    return VocabularyFilter(tuple(zip(recipe.models, identify_models(recipe.models), strict=True)), tasks)


def _scorer(settings: ScorerSettings, identity: ModelIdentity) -> dict[str, Any]:
    return {"name": identity.name, "revision": identity.revision, "conventions": list(settings.conventions)}


def _check_sizes(tasks: tuple[Task, ...], eligible: Committed) -> None:
    short = [
        f"{task}: the recipe asks for {size} pairs, but only {possible} can be made"
        for task, size in sample_sizes(tasks).items()
        if (possible := eligible.manifest.counts.get(f"eligible/{task}", 0)) < size
    ]
    if short:
        raise DataError("; ".join(short) + "; ask for fewer, or set pairs: all")
