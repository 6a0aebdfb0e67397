"""The items under a root (runs, releases, copies, temporary files), recognised by the paths of their files alone."""

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
_SIDECAR = re.compile(r"shard-[0-9]+-of-([0-9]+)\.json")


@dataclass(frozen=True)
class RootItem:
    """A run, a release or another group of files under a root, which is kept or removed as a whole.

    ``size`` is in bytes; ``modified`` is when its youngest file was written, in seconds since 1970.
    """

    kind: Kind
    path: str
    names: tuple[str, ...]
    size: int
    modified: float

    @property
    def is_committed(self) -> bool:
        """Whether it has a manifest, which commits the whole."""
        return NAME in self.names

    @property
    def shards(self) -> tuple[int, int]:
        """The committed shards of a run, and all its shards by the names of its sidecars; zeros without a sidecar."""
        counts = Counter(match[1] for name in self.names if (match := _SIDECAR.fullmatch(name)))
        return (counts.total(), max(map(int, counts))) if counts else (0, 0)


def root_items(files: Iterable[StoredFile]) -> list[RootItem]:
    """Group the files below a root into items, sorted by path."""
    groups: dict[tuple[Kind, str], list[StoredFile]] = {}
    for file in files:
        groups.setdefault(_item_of(file.path), []).append(file)
    return [_grouped(kind, path, group) for (kind, path), group in sorted(groups.items(), key=lambda item: item[0][1])]


def _item_of(path: str) -> tuple[Kind, str]:
    """The kind and the path of the item that a file belongs to."""
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


def _grouped(kind: Kind, path: str, files: list[StoredFile]) -> RootItem:
    names = tuple(sorted(file.path.removeprefix(f"{path}/") for file in files))
    if kind == "run" and not all(map(_OF_A_RUN.fullmatch, names)):
        kind = "other"
    return RootItem(kind, path, names, sum(file.size for file in files), max(file.modified for file in files))
