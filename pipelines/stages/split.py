"""Split: put each cleaned poem, together with its near-duplicates, into train, validation or test."""

from typing import TYPE_CHECKING, Any

from versebench.pipelines.lifecycle.previous import Previous
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner, create
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.poems import POEMS, REJECTS
from versebench.schemas.splits import SPLITS
from versebench.storage import filesystem
from versebench.storage.manifest import read_manifest
from versebench.storage.run import Run
from versebench.transforms.near_duplicates import shingles
from versebench.transforms.near_duplicates.works import CleanedWorks
from versebench.transforms.splits.note import NoteSides
from versebench.transforms.splits.shard import SplitShard

if TYPE_CHECKING:
    import apache_beam as beam

    from versebench.transforms.near_duplicates.find import NoteNearDuplicates

VERSION = "split.v2"
NOTE = "near-duplicates.parquet"


def split(recipe: Recipe, root: str, runner: Runner, cleaned: Committed, previous: Previous | None) -> Committed:
    """Split the cleaned poems: kept poems, their splits, and the rejects, under ``<root>/split``.

    A poem of the previous release stays in its split; a new poem that would join two splits is refused.
    """
    splits = recipe.splits
    assert splits is not None
    settled = None if previous is None or SPLITS.name not in previous.manifest.tables else previous
    inputs: dict[str, Any] = {
        "version": VERSION,
        "tables": {table.name: table.version for table in (POEMS, SPLITS, REJECTS)},
        "inputs": {"poems": cleaned.manifest.tables["poems"].content_hash},
        "shingles": shingles.VERSION,
        "splits": {**splits.model_dump(), "held_out": sorted(splits.held_out)},
        "seed": recipe.seed,
    }
    if settled is not None:
        inputs["settled"] = settled.manifest.tables[SPLITS.name].content_hash
    run = stage_run(root, "split", cleaned.run.shards, inputs)
    rows = None if settled is None else settled.rows
    source = CleanedWorks(cleaned.run.directory, cleaned.manifest, tuple(splits.held_out), rows)
    note = run.path(NOTE)
    if read_manifest(run.directory) is None and not filesystem.exists(note):
        from versebench.transforms.near_duplicates.find import NoteNearDuplicates

        _note_near_duplicates(
            runner, run, NoteNearDuplicates(source, splits.similarity, NoteSides(splits, recipe.seed), note)
        )
    committed = run_stage(run, inputs, SplitShard(source, note, splits, recipe.seed), runner)
    if filesystem.exists(note):
        filesystem.delete([note])  # a committed run contains only what its manifest names
    return committed


def _note_near_duplicates(runner: Runner, run: Run, find: "NoteNearDuplicates") -> None:
    def build(pipeline: "beam.Pipeline") -> None:
        _ = create(pipeline, "Shards", range(run.shards)) | "NoteNearDuplicates" >> find

    runner.run("split: near-duplicates", run.shards, build, lambda: run.shards * filesystem.exists(find.path))
