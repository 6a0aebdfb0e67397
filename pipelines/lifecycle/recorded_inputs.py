"""What a release was made of, noted in its record, so that a later run can tell whether anything is new."""

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.lifecycle.package import stated_recipe
from versebench.pipelines.lifecycle.previous import Previous, previous_of
from versebench.pipelines.lifecycle.release_folders import record_path
from versebench.pipelines.recipe.recipe import AUTO, LATEST, Recipe
from versebench.pipelines.stages.ingest import ingest_inputs
from versebench.storage import filesystem
from versebench.storage.run import canonical_json, run_id


def settle_unchanged(chain: Chain) -> None:
    """Give a chain whose recipe leaves the version open that of the newest release, where nothing is new since.

    So the same command gives the same release again, and none on top of it. It goes by the sources' content, the recipe
    and the version of versebench, and runs no stage. Raises as
    :func:`versebench.pipelines.lifecycle.previous.previous_of` does.
    """
    if (newest := _unchanged(chain.recipe, chain.root)) is not None:
        before = newest.manifest.made_of["recipe"].get("previous")
        chain.recipe = chain.recipe.model_copy(update={"version": newest.version, "previous": before})


def inputs_of(recipe: Recipe, ingested_of: Mapping[str, Any]) -> str:
    """Hash of all that a release follows from, but for its version and the previous release."""
    stated = {name: value for name, value in stated_recipe(recipe).items() if name != "version"}
    return run_id({"recipe": stated, "ingest": ingested_of, "versebench": version("versebench")})


def note_inputs(chain: Chain) -> bool:
    """Note in the record of a release that the inputs of now give it too, as where a source is in another order.

    False where there is no record, as after a run that was stopped before it wrote one.
    """
    path = record_path(chain.root, chain.recipe.name, chain.recipe.version)
    record, inputs = _record(path), inputs_of(chain.recipe, chain.ingest().manifest.made_of)
    if record and record.get("inputs") != inputs:
        filesystem.write_bytes(path, (canonical_json({**record, "inputs": inputs}) + "\n").encode())
    return bool(record)


def _unchanged(recipe: Recipe, root: str) -> Previous | None:
    """The newest release, where it was made of what is there now."""
    if recipe.version != AUTO or recipe.follows != LATEST:
        return None
    newest = previous_of(recipe, root)
    if newest is None:
        return None
    noted = _record(record_path(root, recipe.name, newest.version)).get("inputs")
    return newest if noted is not None and noted == inputs_of(recipe, ingest_inputs(recipe)) else None


def _record(path: str) -> dict[str, Any]:
    """A record; nothing where there is none that can be read, as all that it tells can be found out again."""
    try:
        value = json.loads(filesystem.read_bytes(path))
    except (FileNotFoundError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
