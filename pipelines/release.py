"""The main job: from a recipe to a validated, versioned release."""

import platform
import sys
import time
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from pipelines.assemble import assemble
from pipelines.chain import Chain
from pipelines.extras import require
from pipelines.package import package
from pipelines.validate import check, validate
from transforms.shards import storage
from transforms.shards.manifest import Manifest
from transforms.shards.run import canonical_json


@dataclass(frozen=True)
class Released:
    """A release: its folder, its manifest, and whether it was made now or was there."""

    folder: str
    manifest: Manifest
    made: bool


def release(chain: Chain) -> Released:
    """Run what is not committed yet, validate, and package.

    Raises :class:`pipelines.errors.UserError` with the remedy; a release that fails validation is not packaged.
    """
    require("release", "a release")
    if chain.recipe.models:
        require("score", "scoring")
    chain.compare()
    start = time.monotonic()
    assembled = assemble(chain)
    chain.seconds["assemble"] = time.monotonic() - start
    start = time.monotonic()
    validation = validate(chain, assembled)
    chain.seconds["validate"] = time.monotonic() - start
    check(validation)
    folder, manifest, made = package(chain, assembled, validation)
    if made or not storage.exists(record_path(chain.root, chain.recipe.name, chain.recipe.version)):
        _record(chain, folder, {"assemble": assembled.run.directory, "validate": validation.committed.run.directory})
    return Released(folder, manifest, made)


def record_path(root: str, name: str, version: str) -> str:
    """Where the record of a run lies: outside the release, as it tells of one machine and one time."""
    return storage.join(root, "records", f"{name}-{version}.json")


def _record(chain: Chain, folder: str, directories: dict[str, str]) -> None:
    """Note where the stages lie, how long they took, what was counted in the graphs that ran, and on what machine."""
    stages = {
        "ingest": chain.ingest(),
        "words": chain.words(),
        "lexicon": chain.lexicon(),
        "clean": chain.clean(),
        "annotate": chain.annotate(),
        "corrupt": chain.corrupt(),
    }
    for offered in chain.candidates():
        stages[f"candidates {offered.task.offered_as}"] = offered.committed
    for one in chain.score():
        stages[f"score {one.label}"] = one.scores
        stages[f"decide {one.identity.name}, {one.convention}"] = one.decisions
    if (compared := chain.compare()) is not None:
        stages["compare"] = compared
    record: dict[str, Any] = {
        "release": folder,
        "stages": {name: stage.run.directory for name, stage in stages.items()} | directories,
        "seconds": {name: round(seconds, 3) for name, seconds in chain.seconds.items()},
        "graphs": [metrics.values() for metrics in chain.runner.measured],
        "finished": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "python": sys.version.split()[0],
        "platform": platform.platform(),
        "instruction_set": _instruction_set(),
        "packages": {one.metadata["Name"]: one.version for one in distributions()},
    }
    path = record_path(chain.root, chain.recipe.name, chain.recipe.version)
    storage.sweep(storage.join(chain.root, "records"))
    storage.write_bytes(path, (canonical_json(record) + "\n").encode())


def _instruction_set() -> list[str]:
    """What the processor offers, as far as it decides the bits of a score."""
    try:
        flags = next(line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("flags"))
    except (OSError, StopIteration):
        return [platform.machine()]
    return sorted({flag for flag in flags.split() if flag.startswith(("avx", "amx", "fma", "sse4"))})
