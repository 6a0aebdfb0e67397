"""Models answer the pages of style matching that people are asked."""

from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa

from versebench.models.scorers.contract import Precision
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.settings import ScorerSettings
from versebench.models.styles.registry import STYLE_MODELS
from versebench.pipelines.recipe.extras import require
from versebench.pipelines.recipe.ghostwriting import GhostwritingRecipe
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.ghostwriting.artists import Gathered
from versebench.pipelines.stages.ghostwriting.write import checkpoint_folder
from versebench.pipelines.stages.score import identify_models
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.model_answers import MODEL_ANSWERS, MODEL_CONFUSIONS, STYLE_SCORES
from versebench.schemas.poems import REJECTS
from versebench.storage import filesystem
from versebench.storage.manifest import read_table
from versebench.transforms.ghostwriting.items.draw import MATCH_STYLE
from versebench.transforms.ghostwriting.items.model_answers import answers, confusions
from versebench.transforms.ghostwriting.items.scorer_pages import STAGE, ScorerPageShard
from versebench.transforms.ghostwriting.items.style_scores import StyleScoreShard
from versebench.transforms.scoring.scoring import WorkerScorer

VERSION, SCORER_VERSION = "style-scores.v1", "scorer-pages.v1"

_PAGE = ["item", "protocol", "writer", "authors", "text_ids"]


def check_answering(recipe: Recipe) -> None:
    """Raise :class:`RecipeError` if a model that is to answer pages lacks its extra or its files."""
    if isinstance(recipe, GhostwritingRecipe) and recipe.items is not None:
        for name in recipe.items.models:
            if STYLE_MODELS[name].generator is not None:
                require("score", f"the model of artists {name}")
        if recipe.models:
            require("score", "scorers that answer pages")
        identify_models(recipe.models)


def score_styles(
    recipe: GhostwritingRecipe, root: str, runner: Runner, gathered: Gathered, items: Committed
) -> Mapping[str, Committed]:
    """How probable verses of style pages are for the models of artists and for each scorer, by names of runs."""
    assert recipe.items is not None, "the stage applies"
    made = {STAGE: _of_artists(recipe, root, runner, gathered, items)} if recipe.items.models else {}
    for settings, identity in zip(recipe.models, identify_models(recipe.models), strict=True):
        name = f"{STAGE} {identity.name}, {', '.join(settings.conventions)}"
        made[name] = _of_scorer(settings, identity, root, runner, items)
    return made


def _of_scorer(
    settings: ScorerSettings, identity: ModelIdentity, root: str, runner: Runner, items: Committed
) -> Committed:
    """The scores of pages by one scorer, in fp32 unless it is to be computed in bf16 alone."""
    asked = settings.model_copy(update={"token_scores": True, "unigrams": None})
    precision: Precision = "bf16" if settings.precision == "bf16" else "fp32"
    inputs: dict[str, Any] = {
        "version": SCORER_VERSION,
        "tables": {table.name: table.version for table in (STYLE_SCORES, REJECTS)},
        "inputs": {"items": items.manifest.tables["items"].content_hash},
        "model": {
            **settings.model_dump(mode="json", exclude={"model", "engine", "reductions", "unigrams", "token_scores"}),
            "name": identity.name,
            "revision": identity.revision,
        },
        "precision": precision,
    }
    task = ScorerPageShard(items.run.directory, items.manifest, WorkerScorer(asked, identity, precision))
    return run_stage(
        stage_run(root, STAGE, items.run.shards, inputs), inputs, task, runner, title=f"{STAGE}: {identity.name}"
    )


def _of_artists(
    recipe: GhostwritingRecipe, root: str, runner: Runner, gathered: Gathered, items: Committed
) -> Committed:
    assert recipe.items is not None, "the stage applies"
    verses = gathered.committed
    generators = {each.generator: each for each in recipe.generators}
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
    if trained := {of: generators[of].model_dump(mode="json") for of in recipe.items.generators}:
        inputs |= {"generators": trained, "seed": recipe.seed}
    run = stage_run(root, STAGE, verses.run.shards, inputs)
    folder = checkpoint_folder(root, run)
    task = StyleScoreShard(
        verses.run.directory,
        verses.manifest,
        items.run.directory,
        items.manifest,
        gathered.artists,
        _showing(items),
        tuple(recipe.items.models),
        recipe.verses.tokens,
        generators,
        recipe.seed,
        folder,
    )
    scored = run_stage(run, inputs, task, runner)
    filesystem.delete_folder(folder)
    return scored


def _showing(items: Committed) -> dict[str, tuple[int, ...]]:
    """For each artist the shards with pages that show a verse of the artist as a choice."""
    showing: dict[str, dict[int, None]] = {}
    for shard in range(items.run.shards):
        for row in _rows(items, "items", shard, ["protocol", "authors"]):
            for author in row["authors"][1:] if row["protocol"] == MATCH_STYLE else ():
                showing.setdefault(author, {})[shard] = None
    return {author: tuple(shards) for author, shards in sorted(showing.items())}


def answer_tables(items: Committed, scored: Mapping[str, Committed]) -> dict[str, pa.Table]:
    """The answers of the models, and how they confuse artists: tables of a release in one file each."""
    shards = range(items.run.shards)
    pages = [row for shard in shards for row in _rows(items, "items", shard, _PAGE)]
    scores = [row for run in scored.values() for shard in shards for row in _rows(run, "style_scores", shard)]
    answered = answers(pages, scores)
    tables = {MODEL_ANSWERS: answered, MODEL_CONFUSIONS: confusions(answered)}
    return {
        table.name: table.build_rows(sorted(rows, key=lambda row: tuple(str(row[name]) for name in table.key)))
        for table, rows in tables.items()
    }


def _rows(run: Committed, table: str, shard: int, columns: list[str] | None = None) -> Iterator[dict[str, Any]]:
    yield from read_table(run.run.directory, run.manifest, table, shard, columns).to_pylist()
