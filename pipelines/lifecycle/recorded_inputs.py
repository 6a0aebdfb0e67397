"""What the record of a release says that a later run compares: the hash of its inputs, and the runs that it uses."""

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.lifecycle.package import stated_recipe
from versebench.pipelines.lifecycle.previous import Previous, previous_of
from versebench.pipelines.lifecycle.release_folders import record_path
from versebench.pipelines.recipe.recipe import AUTO, LATEST, Recipe
from versebench.pipelines.roots.records import run_under_root
from versebench.pipelines.stages.ingest import ingest_inputs
from versebench.storage import filesystem
from versebench.storage.run import canonical_json, run_id
from versebench.storage.secrets import values_without_secrets


def keep_version_if_unchanged(chain: Chain) -> None:
    """Set the recipe's version to that of the newest release, if the version is ``auto`` and nothing is new since.

    So the same command gives the same release again instead of a further one. Nothing is new if the content of the
    sources, the recipe and the version of versebench are the same. No stage runs. Raises as
    :func:`versebench.pipelines.lifecycle.previous.previous_of` does.
    """
    if (newest := _unchanged(chain.recipe, chain.root)) is not None:
        before = newest.manifest.made_of["recipe"].get("previous")
        chain.recipe = chain.recipe.model_copy(update={"version": newest.version, "previous": before})


def inputs_of(recipe: Recipe, ingested_of: Mapping[str, Any]) -> str:
    """The hash of all inputs of a release except its version and the previous release."""
    stated = {name: value for name, value in stated_recipe(recipe).items() if name != "version"}
    return run_id({"recipe": stated, "ingest": ingested_of, "versebench": version("versebench")})


def used_runs(chain: Chain, others: Mapping[str, str]) -> dict[str, Any]:
    """The runs of a release for its record: the folders of its stages by name, and all folders that were used.

    Folders are relative to the root, so that the record holds after the root has moved. ``others`` are the folders of
    assembly and validation.
    """
    stages = {name: committed.run.directory for runs in chain.run_all().values() for name, committed in runs.items()}
    named = {name: run_under_root(folder) for name, folder in {**stages, **others}.items()}
    return {
        "stages": named,
        "runs": sorted({run_under_root(folder) for folder in (*chain.runner.used, *others.values())}),
    }


def note_inputs(chain: Chain, others: Mapping[str, str]) -> bool:
    """Update inputs and runs in the record of a release, if others gave the same release.

    Such are the inputs if a source has another order, and the runs if a stage has a new version. ``others`` are the
    folders of assembly and validation. Returns False if there is no record, as after a run that was stopped before it
    wrote one.
    """
    path = record_path(chain.root, chain.recipe.name, chain.recipe.version)
    record, inputs = _record(path), inputs_of(chain.recipe, chain.ingest().manifest.made_of)
    used = used_runs(chain, others)
    if record and (record.get("inputs") != inputs or not set(used["runs"]) <= set(record.get("runs", ()))):
        updated = values_without_secrets({**record, "inputs": inputs, **used})
        filesystem.write_bytes(path, (canonical_json(updated) + "\n").encode())
    return bool(record)


def _unchanged(recipe: Recipe, root: str) -> Previous | None:
    """The newest release, if its inputs are those of now; otherwise None."""
    if recipe.version != AUTO or recipe.follows != LATEST:
        return None
    newest = previous_of(recipe, root)
    if newest is None:
        return None
    noted = _record(record_path(root, recipe.name, newest.version)).get("inputs")
    return newest if noted is not None and noted == inputs_of(recipe, ingest_inputs(recipe)) else None


def _record(path: str) -> dict[str, Any]:
    """A record; empty if it is missing or cannot be read, as everything in it can be computed again."""
    try:
        value = json.loads(filesystem.read_bytes(path))
    except (FileNotFoundError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
