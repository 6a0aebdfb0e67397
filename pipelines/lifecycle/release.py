"""Release: run all stages of a recipe, validate the tables, choose the version, and package."""

import platform
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from versebench.pipelines.chain.assemble import assemble
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.chain.defects import defects, fallbacks
from versebench.pipelines.errors import DataError
from versebench.pipelines.lifecycle.damage import damage_of
from versebench.pipelines.lifecycle.package import package, release_inputs
from versebench.pipelines.lifecycle.recorded_inputs import inputs_of, note_inputs, used_runs
from versebench.pipelines.lifecycle.release_folders import is_finished, record_path, release_folder
from versebench.pipelines.lifecycle.release_rows import REMEDY
from versebench.pipelines.lifecycle.tombstones import check_orders, unmatched_orders
from versebench.pipelines.lifecycle.versioning import resolve_version
from versebench.pipelines.lifecycle.withhold import tables_to_release
from versebench.pipelines.recipe.extras import require
from versebench.pipelines.recipe.recipe import AUTO
from versebench.pipelines.stages.stage import Committed
from versebench.pipelines.validation.validate import check, validate, validation_folder, was_validated
from versebench.storage import filesystem
from versebench.storage.manifest import Manifest, read_manifest
from versebench.storage.run import canonical_json
from versebench.storage.secrets import values_without_secrets


@dataclass(frozen=True)
class Released:
    """A release: its folder, its manifest, and whether it was made now or before."""

    folder: str
    manifest: Manifest
    made: bool


def release(chain: Chain) -> Released:
    """Run what is not committed yet, validate, and package.

    If the recipe's version is ``auto`` and nothing differs from the previous release, that release is returned.

    Raises :class:`versebench.pipelines.errors.UserError`, which says what to do. A release that fails validation is
    not packaged.
    """
    require("release", "a release")
    chain.require_extras()
    check_orders(chain.recipe, chain.previous())
    chain.run_all()
    for message in unmatched_orders(chain.recipe, chain.ingest()):
        chain.runner.log.warned(message)
    start = time.monotonic()
    assembled = assemble(chain)
    chain.seconds["assemble"] = time.monotonic() - start
    is_auto = chain.recipe.version == AUTO
    tables = tables_to_release(chain, assembled)
    resolve_version(chain, tables)
    # What was released passed these very checks: equal inputs need neither them nor Great Expectations again.
    released = _released_before(chain, tables, assembled, is_auto=is_auto)
    folders = {"assemble": assembled.run.directory, "validate": validation_folder(chain, assembled)}
    if released is not None and was_validated(chain, assembled) and note_inputs(chain, folders):
        return released
    start = time.monotonic()
    validation = validate(chain, assembled)
    chain.seconds["validate"] = time.monotonic() - start
    check(validation)
    released = released or Released(*package(chain, tables, assembled, validation))
    if released.made or not note_inputs(chain, folders):
        _record(chain, released.folder, folders)
    return released


def _released_before(chain: Chain, tables: Committed, assembled: Committed, *, is_auto: bool) -> Released | None:
    """The release with the same inputs, if there is one.

    If the recipe leaves the version open, that is the previous release if only the version would differ from it; its
    files were checked when it was found. Raises :class:`DataError` if a file of the release is missing or cut.
    """
    inputs, previous = release_inputs(chain, tables, assembled), chain.previous()
    if is_auto and previous is not None and _without_version(inputs) == _without_version(previous.manifest.made_of):
        chain.recipe = chain.recipe.of_version(previous.version)
        return Released(previous.folder, previous.manifest, made=False)
    folder = release_folder(chain.root, chain.recipe.name, chain.recipe.version)
    manifest = read_manifest(folder)
    if manifest is None or canonical_json(manifest.made_of) != canonical_json(inputs) or not is_finished(folder):
        return None
    if (problem := damage_of(folder, manifest)) is not None:
        raise DataError(f"the release {folder} is damaged: {problem}; {REMEDY}, or delete the folder and run again")
    return Released(folder, manifest, made=False)


def _without_version(inputs: Mapping[str, Any]) -> str:
    recipe = {name: value for name, value in inputs["recipe"].items() if name not in ("version", "previous")}
    return canonical_json({**inputs, "recipe": recipe, "previous": None})


def _record(chain: Chain, folder: str, others: Mapping[str, str]) -> None:
    """Write the record: folders of the stages, all runs used, times, counts of the graphs that ran, the machine."""
    record: dict[str, Any] = {
        "release": folder,
        "inputs": inputs_of(chain.recipe, chain.ingest().manifest.made_of),
        **used_runs(chain, others),
        "seconds": {name: round(seconds, 3) for name, seconds in chain.seconds.items()},
        "graphs": [metrics.values() for metrics in chain.runner.measured],
        "defects": [asdict(defect) for defect in defects(chain)],
        "fallbacks": [asdict(fallback) for fallback in fallbacks(chain)],
        "finished": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "python": sys.version.split()[0],
        "platform": platform.platform(),
        "instruction_set": _instruction_set(),
        "packages": {package.metadata["Name"]: package.version for package in distributions()},
    }
    path = record_path(chain.root, chain.recipe.name, chain.recipe.version)
    filesystem.sweep(filesystem.join(chain.root, "records"))
    filesystem.write_bytes(path, (canonical_json(values_without_secrets(record)) + "\n").encode())


def _instruction_set() -> list[str]:
    """The instruction sets of the processor that can decide the last bits of a score."""
    try:
        flags = next(line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("flags"))
    except (OSError, StopIteration):
        return [platform.machine()]
    return sorted({flag for flag in flags.split() if flag.startswith(("avx", "amx", "fma", "sse4"))})
