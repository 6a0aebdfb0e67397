"""Models answer the pages of style matching that people are asked."""

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from versebench.pipelines.recipe.ghostwriting import GhostwritingRecipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.ghostwriting.artists import Gathered
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.model_answers import MODEL_ANSWERS, MODEL_CONFUSIONS, STYLE_SCORES
from versebench.storage.manifest import read_table
from versebench.transforms.ghostwriting.items.draw import MATCH_STYLE
from versebench.transforms.ghostwriting.items.model_answers import answers, confusions
from versebench.transforms.ghostwriting.items.style_scores import StyleScoreShard

VERSION = "style-scores.v1"

_PAGE = ["item", "protocol", "writer", "authors", "text_ids"]


def score_styles(
    recipe: GhostwritingRecipe, root: str, runner: Runner, gathered: Gathered, items: Committed
) -> Committed:
    """How probable the verses of style pages are for the models of each artist, under ``<root>/style-scores``."""
    assert recipe.items is not None, "the stage applies"
    verses = gathered.committed
    inputs: dict[str, Any] = {
        "version": VERSION,
        "tables": {STYLE_SCORES.name: STYLE_SCORES.version},
        "inputs": {
            "verses": verses.manifest.tables["verses"].content_hash,
            "items": items.manifest.tables["items"].content_hash,
        },
        "artists": [[artist.artist_id, artist.name] for artist in gathered.artists],
        "models": recipe.items.models,
        "tokens": recipe.verses.tokens,
    }
    task = StyleScoreShard(
        verses.run.directory,
        verses.manifest,
        items.run.directory,
        items.manifest,
        gathered.artists,
        _showing(items),
        tuple(recipe.items.models),
        recipe.verses.tokens,
    )
    return run_stage(stage_run(root, "style-scores", verses.run.shards, inputs), inputs, task, runner)


def _showing(items: Committed) -> dict[str, tuple[int, ...]]:
    """For each artist the shards with pages that show a verse of the artist as a choice."""
    showing: dict[str, dict[int, None]] = {}
    for shard in range(items.run.shards):
        for row in _rows(items, "items", shard, ["protocol", "authors"]):
            for author in row["authors"][1:] if row["protocol"] == MATCH_STYLE else ():
                showing.setdefault(author, {})[shard] = None
    return {author: tuple(shards) for author, shards in sorted(showing.items())}


def answer_tables(items: Committed, scored: Committed) -> dict[str, pa.Table]:
    """The answers of the models, and how they confuse artists: tables of a release in one file each."""
    shards = range(items.run.shards)
    pages = [row for shard in shards for row in _rows(items, "items", shard, _PAGE)]
    scores = [row for shard in shards for row in _rows(scored, "style_scores", shard)]
    answered = answers(pages, scores)
    tables = {MODEL_ANSWERS: answered, MODEL_CONFUSIONS: confusions(answered)}
    return {
        table.name: table.build_rows(sorted(rows, key=lambda row: tuple(str(row[name]) for name in table.key)))
        for table, rows in tables.items()
    }


def _rows(run: Committed, table: str, shard: int, columns: list[str] | None = None) -> Iterator[dict[str, Any]]:
    yield from read_table(run.run.directory, run.manifest, table, shard, columns).to_pylist()
