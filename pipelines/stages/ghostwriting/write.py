"""Write: let every generator write verses in the style of every artist."""

import tempfile
from typing import Any

from versebench.models.ghostwriters.contract import GhostwriterSettings
from versebench.models.model_settings import ModelSettings
from versebench.models.scorers.identity import UnknownModelError
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.recipe.extras import require
from versebench.pipelines.recipe.ghostwriting import GhostwritingRecipe
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.ghostwriting.artists import Gathered
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.ghostwriting import GENERATED
from versebench.storage import filesystem
from versebench.storage.run import Run
from versebench.transforms.ghostwriting.write_shard import WriteShard

VERSION = "write.v1"

CHECKPOINTS = "checkpoints"
"""The folder under a root in which generators keep what they have done, until their run is committed."""


def check_generators(recipe: Recipe) -> None:
    """Raise :class:`RecipeError` if a generator that is a network lacks its extra, or a file that it names."""
    if isinstance(recipe, GhostwritingRecipe):
        for place, generator in enumerate(recipe.generators):
            if recipe.is_trained(generator) or isinstance(generator, ModelSettings):
                require("score", f"the generator {generator.generator}")
            try:
                generator.files()
            except UnknownModelError as error:
                raise RecipeError(f"generators.{place}: {error}") from None


def checkpoint_folder(root: str, run: Run) -> str:
    """Where the models of a run keep checkpoints.

    They are for the machine that makes them; a root on an object store would be a slow place for them.
    """
    local = root if filesystem.is_local(root) else filesystem.join(tempfile.gettempdir(), "versebench")
    return filesystem.join(local, CHECKPOINTS, run.run_id)


def write_verses(recipe: GhostwritingRecipe, root: str, runner: Runner, gathered: Gathered) -> dict[str, Committed]:
    """The verses of every generator by its name, each in a run of its own, under ``<root>/write``."""
    return {generator.generator: _written(recipe, root, runner, gathered, generator) for generator in recipe.generators}


def _written(
    recipe: GhostwritingRecipe, root: str, runner: Runner, gathered: Gathered, generator: GhostwriterSettings
) -> Committed:
    committed = gathered.committed
    inputs: dict[str, Any] = {
        "version": VERSION,
        "tables": {GENERATED.name: GENERATED.version},
        "inputs": {"verses": committed.manifest.tables["verses"].content_hash},
        "artists": [[artist.artist_id, artist.name] for artist in gathered.artists],
        "tokens": recipe.verses.tokens,
        "generator": generator.model_dump(mode="json"),
        "seed": recipe.seed,
    }
    if files := dict(generator.files()):
        inputs["files"] = files
    run = stage_run(root, "write", committed.run.shards, inputs)
    folder = checkpoint_folder(root, run)
    task = WriteShard(
        committed.run.directory,
        committed.manifest,
        gathered.artists,
        generator,
        recipe.verses.tokens,
        recipe.seed,
        folder,
    )
    written = run_stage(run, inputs, task, runner, title=f"write: {generator.title}")
    filesystem.delete_folder(folder)
    return written
