"""A root with its releases and runs, read from its files, records and manifests."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

from versebench.pipelines.errors import DataError
from versebench.pipelines.roots.places import Place, places
from versebench.pipelines.roots.records import Record, published_doi, read_records
from versebench.storage import filesystem
from versebench.storage.commit import DamagedShardError
from versebench.storage.manifest import Manifest, read_manifest
from versebench.storage.tree import list_tree

State = Literal["committed", "half", "damaged"]

_READERS = 16
"""Threads that read manifests: on an object store each is a round trip of its own."""


@dataclass(frozen=True)
class ReleaseEntry:
    """A release under the root; ``finished`` is None without its record, the rest where its manifest is damaged."""

    name: str
    version: str
    place: Place
    finished: str | None
    pairs: int | None
    previous: str | None
    doi: str | None


@dataclass(frozen=True)
class RunEntry:
    """A run of a stage; ``rows`` are those of all its tables, and ``releases`` those that were made from it."""

    stage: str
    run_id: str
    place: Place
    state: State
    rows: int | None
    releases: tuple[str, ...]


@dataclass(frozen=True)
class CopyEntry:
    """The copy of a release that names its DOI; ``doi`` is known once it was published."""

    place: Place
    doi: str | None


@dataclass(frozen=True)
class House:
    """Everything under a root that is known to versebench."""

    root: str
    records: Mapping[str, Record]
    releases: tuple[ReleaseEntry, ...]
    runs: tuple[RunEntry, ...]
    copies: tuple[CopyEntry, ...]
    temporary: tuple[Place, ...]


def read_house(root: str) -> House:
    """What lies under a root. Raises :class:`DataError` where there is nothing, or a record cannot be read."""
    found = places(list_tree(root))
    if not found:
        raise DataError(f"{root}: nothing lies there; give --root the folder that versebench release was given")
    records = read_records(root)
    of_kind = {kind: [one for one in found if one.kind == kind] for kind in ("release", "run", "copy", "temporary")}
    manifests = _manifests(root, [*of_kind["release"], *of_kind["run"]])
    return House(
        root,
        records,
        tuple(_release(root, one, manifests[one.path], records) for one in of_kind["release"]),
        tuple(_run(one, manifests[one.path], records) for one in of_kind["run"]),
        tuple(CopyEntry(one, published_doi(filesystem.join(root, one.path))) for one in of_kind["copy"]),
        tuple(of_kind["temporary"]),
    )


def _manifests(root: str, some: Sequence[Place]) -> dict[str, Manifest | None]:
    """The manifests by path; None where there is none that can be read."""

    def read(place: Place) -> Manifest | None:
        try:
            return read_manifest(filesystem.join(root, place.path)) if place.is_committed else None
        except DamagedShardError:
            return None

    with ThreadPoolExecutor(_READERS) as readers:
        return {place.path: manifest for place, manifest in zip(some, readers.map(read, some), strict=True)}


def _release(root: str, place: Place, manifest: Manifest | None, records: Mapping[str, Record]) -> ReleaseEntry:
    _, name, version = place.path.split("/")
    record = records.get(f"{name}-{version}")
    pairs = manifest.tables["pairs"].rows if manifest is not None and "pairs" in manifest.tables else None
    doi = published_doi(filesystem.join(root, "published", name, version))
    finished = None if record is None else record.finished
    return ReleaseEntry(name, version, place, finished, pairs, _previous(manifest), doi)


def _previous(manifest: Manifest | None) -> str | None:
    said = None if manifest is None else manifest.made_of.get("previous")
    return None if said is None else str(said["version"])


def _run(place: Place, manifest: Manifest | None, records: Mapping[str, Record]) -> RunEntry:
    stage, run_id = place.path.split("/")
    releases = tuple(name for name, record in records.items() if place.path in record.runs)
    rows = None if manifest is None else sum(table.rows for table in manifest.tables.values())
    return RunEntry(stage, run_id, place, _state(place, manifest), rows, releases)


def _state(place: Place, manifest: Manifest | None) -> State:
    if not place.is_committed:
        return "half"
    return "damaged" if manifest is None else "committed"
