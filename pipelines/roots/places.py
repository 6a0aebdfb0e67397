"""What lies under a root, told by the paths of its files alone."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from versebench.pipelines.lifecycle.release_folders import VERSION
from versebench.storage.filesystem import is_attempt
from versebench.storage.manifest import NAME
from versebench.storage.tree import StoredFile

Kind = Literal["run", "release", "copy", "temporary", "other"]

_RUN_ID = re.compile(r"[0-9a-f]{16}")
_OF_A_RUN = re.compile(r"|[^/]+\.(json|parquet)")
_SIDECAR = re.compile(r"shard-\d+-of-(\d+)\.json")


@dataclass(frozen=True)
class Place:
    """Something below a root that goes or stays as a whole.

    ``size`` is in bytes; ``modified`` says when the youngest of its files was written, in seconds since 1970.
    """

    kind: Kind
    path: str
    names: tuple[str, ...]
    size: int
    modified: float

    @property
    def is_committed(self) -> bool:
        """Whether there is a manifest, which commits the whole."""
        return NAME in self.names

    @property
    def shards(self) -> tuple[int, int]:
        """Of a run: shards that are committed, and all its shards as far as one of them tells; else nothing."""
        found = Counter(match[1] for name in self.names if (match := _SIDECAR.fullmatch(name)))
        return (found.total(), max(map(int, found))) if found else (0, 0)


def places(files: Iterable[StoredFile]) -> list[Place]:
    """What the files below a root belong to, by path."""
    found: dict[tuple[Kind, str], list[StoredFile]] = {}
    for file in files:
        found.setdefault(_place(file.path), []).append(file)
    return [_gathered(kind, path, inner) for (kind, path), inner in sorted(found.items(), key=lambda one: one[0][1])]


def _place(path: str) -> tuple[Kind, str]:
    """The kind and the path of what a file belongs to."""
    parts = path.split("/")
    attempts = [depth for depth, part in enumerate(parts, 1) if is_attempt(part)]
    if attempts:
        return "temporary", "/".join(parts[: attempts[0]])
    match parts:
        case ["releases", name, version, _, *_]:
            return "release", f"releases/{name}/{version}"
        case ["published", name, version, _, *_] if VERSION.fullmatch(version):
            return "copy", f"published/{name}/{version}"
        case [stage, run, _, *_] if _RUN_ID.fullmatch(run):
            return "run", f"{stage}/{run}"
    return "other", path


def _gathered(kind: Kind, path: str, files: list[StoredFile]) -> Place:
    names = tuple(sorted(file.path.removeprefix(f"{path}/") for file in files))
    if kind == "run" and not all(map(_OF_A_RUN.fullmatch, names)):
        kind = "other"
    return Place(kind, path, names, sum(file.size for file in files), max(file.modified for file in files))
