"""Items: what judges are asked about the verses of artists and generators."""

from collections.abc import Mapping
from typing import Any

from versebench.pipelines.errors import DataError
from versebench.pipelines.recipe.ghostwriting import GhostwritingRecipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.ghostwriting.artists import Gathered
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.studies import ITEMS
from versebench.storage.manifest import read_table
from versebench.transforms.ghostwriting.items.draw import TooFewArtistsError, check_artists
from versebench.transforms.ghostwriting.items.shard import ItemShard

VERSION = "items.v1"


def kept_artists(gathered: Gathered) -> tuple[int, ...]:
    """The places of the artists that were kept."""
    run = gathered.committed
    return tuple(
        shard
        for shard in range(run.run.shards)
        if len(read_table(run.run.directory, run.manifest, "artists", shard, ["artist_id"]))
    )


def check_items(recipe: GhostwritingRecipe, gathered: Gathered) -> None:
    """Raise :class:`DataError` if the recipe asks for pages of style matching, and there are too few artists.

    This is known before any generator is trained.
    """
    if recipe.items is not None and recipe.items.match_style:
        try:
            check_artists(sorted(gathered.artists[place].name for place in kept_artists(gathered)))
        except TooFewArtistsError as error:
            raise DataError(str(error)) from None


def make_items(
    recipe: GhostwritingRecipe,
    root: str,
    runner: Runner,
    gathered: Gathered,
    written: Mapping[str, Committed],
    measured: Committed,
) -> Committed:
    """The items about every artist, under ``<root>/items``."""
    settings, verses = recipe.items, gathered.committed
    assert settings is not None, "the stage applies"
    last_point = recipe.point_rules.last_point
    inputs: dict[str, Any] = {
        "version": VERSION,
        "tables": {ITEMS.name: ITEMS.version},
        "inputs": {
            "verses": verses.manifest.tables["verses"].content_hash,
            "generated": {name: run.manifest.tables["generated"].content_hash for name, run in written.items()},
            "measures": measured.manifest.tables["measures"].content_hash,
        },
        "artists": [[artist.artist_id, artist.name] for artist in gathered.artists],
        "last_point": dict(last_point),
        "items": settings.model_dump(exclude={"models"}),
        "tokens": recipe.verses.tokens,
        "seed": recipe.seed,
    }
    task = ItemShard(
        verses.run.directory,
        verses.manifest,
        measured.run.directory,
        measured.manifest,
        {name: (run.run.directory, run.manifest) for name, run in written.items()},
        gathered.artists,
        kept_artists(gathered),
        last_point,
        settings,
        recipe.verses.tokens,
        recipe.seed,
    )
    return run_stage(stage_run(root, "items", verses.run.shards, inputs), inputs, task, runner)
