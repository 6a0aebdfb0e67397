"""Corrupt: the recipe's tasks over every shard, in two passes: who is eligible, and the pairs of those sampled."""

from collections.abc import Mapping
from typing import Any

import apache_beam as beam

from models.judges.identity import ModelIdentity
from models.judges.settings import JudgeSettings
from pipelines.errors import DataError
from pipelines.recipe import Recipe
from pipelines.runner import Runner, create
from pipelines.score import identify_models
from pipelines.stage import Committed, run_stage, stage_run
from schemas.pairs import ELIGIBILITY, OUTCOMES, PAIRS
from transforms.corruptions.contract import Task
from transforms.corruptions.eligibility import EVERY_TEXT, AnnotatedSource, FindEligible
from transforms.corruptions.make_pairs import MakePairs
from transforms.corruptions.sample import NoteRankLimits, note_path, read_rank_limits, sample_sizes
from transforms.corruptions.vocabulary import VocabularyFilter
from transforms.shards import storage

VERSION = "corrupt.v1"


def corrupt(recipe: Recipe, root: str, runner: Runner, cleaned: Committed, annotated: Committed) -> Committed:
    """The pairs and outcomes of the recipe's tasks, under ``<root>/corrupt``.

    Raises :class:`DataError` where a task asks for more pairs than there are.
    """
    tasks = tuple(recipe.tasks)
    source = AnnotatedSource(cleaned.run.directory, cleaned.manifest, annotated.run.directory, annotated.manifest)
    made_of: dict[str, Any] = {
        "version": VERSION,
        "inputs": {
            "poems": cleaned.manifest.tables["poems"].content_hash,
            "annotation": annotated.manifest.tables["annotation"].content_hash,
        },
        "seed": recipe.seed,
    }
    vocabulary = _vocabulary(recipe)
    if vocabulary.judges:
        made_of["vocabulary"] = [_judge(*judge) for judge in vocabulary.judges]
    eligible = _find_eligible(root, runner, source, tasks, vocabulary, made_of, cleaned)
    _check_sizes(tasks, eligible)
    made_of = {
        **made_of,
        "tables": {table.name: table.version for table in (PAIRS, OUTCOMES)},
        "tasks": [{**task.model_dump(), "label": task.label} for task in tasks],
    }
    run = stage_run(root, "corrupt", cleaned.run.shards, made_of)
    _note_rank_limits(runner, eligible, tasks)
    limits = read_rank_limits(eligible.run.directory, tasks)
    task = MakePairs(source, eligible.run.directory, eligible.manifest, limits, tasks, recipe.seed)
    return run_stage(run, made_of, task, runner)


def _find_eligible(
    root: str,
    runner: Runner,
    source: AnnotatedSource,
    tasks: tuple[Task, ...],
    vocabulary: VocabularyFilter,
    made_of: Mapping[str, Any],
    cleaned: Committed,
) -> Committed:
    made_of = {
        **made_of,
        "tables": {ELIGIBILITY.name: ELIGIBILITY.version},
        "tasks": [{"label": task.label, **task.model_dump(exclude={"pairs"})} for task in tasks],
    }
    run = stage_run(root, "eligibility", cleaned.run.shards, made_of)
    return run_stage(run, made_of, FindEligible(source, tasks, made_of["seed"], vocabulary), runner)


def _vocabulary(recipe: Recipe) -> VocabularyFilter:
    if not recipe.vocabulary_filter:
        return EVERY_TEXT
    return VocabularyFilter(tuple(zip(recipe.models, identify_models(recipe.models), strict=True)))


def _judge(settings: JudgeSettings, identity: ModelIdentity) -> dict[str, Any]:
    return {"name": identity.name, "revision": identity.revision, "conventions": list(settings.conventions)}


def _check_sizes(tasks: tuple[Task, ...], eligible: Committed) -> None:
    short = [
        f"{task}: {size} pairs are asked for, {found} can be made"
        for task, size in sample_sizes(tasks).items()
        if (found := eligible.manifest.counts.get(f"eligible/{task}", 0)) < size
    ]
    if short:
        raise DataError("; ".join(short) + "; ask for fewer, or for pairs: all")


def _note_rank_limits(runner: Runner, eligible: Committed, tasks: tuple[Task, ...]) -> None:
    """Note the rank limits of the sampled tasks beside the eligibility, unless they are noted."""
    directory, shards = eligible.run.directory, eligible.run.shards
    notes = [note_path(directory, task, size) for task, size in sample_sizes(tasks).items()]
    if all(storage.exists(note) for note in notes):
        return

    def build(pipeline: beam.Pipeline) -> None:
        note = NoteRankLimits(directory, eligible.manifest, tasks)
        _ = create(pipeline, "EligibilityShards", range(shards)) | "NoteRankLimits" >> note

    runner.run("corrupt: sampling", len(notes), build, lambda: sum(storage.exists(note) for note in notes))
