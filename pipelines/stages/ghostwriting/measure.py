"""Measure: rhymes, similarity and copies of all generated verses; then points, crossings and lengths."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from versebench.pipelines.recipe.ghostwriting import GhostwritingRecipe
from versebench.pipelines.recipe.own_words import own_words
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.ghostwriting.artists import Gathered, rhyme_rules
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.ghostwriting import CROSSINGS, LENGTHS, MEASURES, POINTS
from versebench.transforms.ghostwriting.measure_shard import MeasureRules, MeasureShard
from versebench.transforms.ghostwriting.point_shard import PointShard

MEASURE_VERSION = "measure.v2"
POINTS_VERSION = "points.v2"


def measure_verses(
    recipe: GhostwritingRecipe, root: str, runner: Runner, gathered: Gathered, written: Mapping[str, Committed]
) -> Committed:
    """Measure every generated verse against the verses of its artist, under ``<root>/measure``."""
    verses = gathered.committed
    inputs: dict[str, Any] = {
        "version": MEASURE_VERSION,
        "tables": {MEASURES.name: MEASURES.version},
        "inputs": {
            "verses": verses.manifest.tables["verses"].content_hash,
            "generated": {name: run.manifest.tables["generated"].content_hash for name, run in written.items()},
        },
        "tokens": recipe.verses.tokens,
        "similarity": recipe.similarity.weighting,
        "ear": recipe.ear.pronunciations,
        **own_words(recipe.ear.lexicon).described(),
        "rhyme": recipe.rhyme.model_dump(),
        "weighting": recipe.weighting,
    }
    run = stage_run(root, "measure", verses.run.shards, inputs)
    rules = MeasureRules(recipe.verses.tokens, recipe.similarity.weighting, rhyme_rules(recipe))
    runs = tuple((each.run.directory, each.manifest) for each in written.values())
    return run_stage(run, inputs, MeasureShard(verses.run.directory, verses.manifest, runs, rules), runner)


def find_points(
    recipe: GhostwritingRecipe, root: str, runner: Runner, gathered: Gathered, measured: Committed
) -> Committed:
    """The points, crossings and longest verses of every generator and artist, under ``<root>/points``."""
    artists, rules = gathered.committed, recipe.point_rules
    inputs: dict[str, Any] = {
        "version": POINTS_VERSION,
        "tables": {table.name: table.version for table in (POINTS, CROSSINGS, LENGTHS)},
        "inputs": {
            "artists": artists.manifest.tables["artists"].content_hash,
            "measures": measured.manifest.tables["measures"].content_hash,
        },
        "points": asdict(rules),
    }
    run = stage_run(root, "points", artists.run.shards, inputs)
    task = PointShard(artists.run.directory, artists.manifest, measured.run.directory, measured.manifest, rules)
    return run_stage(run, inputs, task, runner)
