"""Verses: cut every kept work into verses by artist, and refuse what is no verse."""

from typing import Any

from versebench.pipelines.recipe.ghostwriting import GhostwritingRecipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.failure_limit import check_failures
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.ghostwriting import VERSES
from versebench.schemas.poems import REJECTS
from versebench.transforms.ghostwriting.cut_shard import CutRules, CutShard
from versebench.transforms.ghostwriting.names import Roster
from versebench.transforms.lyrics.verses import VERSION
from versebench.transforms.mapping.processing_failed import PROCESSING_FAILED

SONGS = "lyrics-archive"
"""The format whose works are cut at the headings of their sections."""


def cut_verses(
    recipe: GhostwritingRecipe, root: str, runner: Runner, ingested: Committed, kept: Committed
) -> Committed:
    """Cut the works into verses: all verses by artist, and the rejects, under ``<root>/verses``."""
    settings, cut = recipe.verses, recipe.verses.cut
    songs = [
        source.name for source in recipe.sources if cut == "sections" or (cut == "auto" and source.format == SONGS)
    ]
    inputs: dict[str, Any] = {
        "version": VERSION,
        "tables": {table.name: table.version for table in (VERSES, REJECTS)},
        "inputs": {
            "ingested": ingested.manifest.tables["poems"].content_hash,
            "kept": kept.manifest.tables["poems"].content_hash,
        },
        "songs": sorted(songs),
        "lines": settings.lines,
        "tokens": settings.tokens,
        "artists": recipe.artists.model_dump(include={"names", "map"}),
    }
    run = stage_run(root, "verses", ingested.run.shards, inputs)
    roster = Roster(recipe.artists.map, recipe.artists.names)
    rules = CutRules(frozenset(songs), settings.lines, settings.tokens, roster)
    task = CutShard(ingested.run.directory, ingested.manifest, kept.run.directory, kept.manifest, rules)
    committed = run_stage(run, inputs, task, runner)
    rows = committed.manifest.counts["in"]
    check_failures(recipe, committed, f"rejected.{PROCESSING_FAILED}", rows, REJECTS.name, runner.log)
    return committed
