"""The inventory of a root: its releases and runs, read from its files, records and manifests."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

from versebench.pipelines.errors import DataError
from versebench.pipelines.roots.items import RootItem, root_items
from versebench.pipelines.roots.records import Record, published_doi, read_records
from versebench.storage import filesystem
from versebench.storage.commit import DamagedShardError
from versebench.storage.manifest import Manifest, read_manifest
from versebench.storage.tree import list_tree

State = Literal["committed", "half", "damaged"]

_READERS = 16
"""Threads that read manifests: on an object store each read is a round trip."""


@dataclass(frozen=True)
class ReleaseEntry:
    """A release under the root.

    ``finished`` is None if the release has no record; ``pairs`` and ``previous`` are None if its manifest is damaged.
    """

    name: str
    version: str
    item: RootItem
    finished: str | None
    pairs: int | None
    previous: str | None
    doi: str | None


@dataclass(frozen=True)
class RunEntry:
    """A run of a stage: ``rows`` counts the rows of all its tables, ``releases`` names the releases that use it."""

    stage: str
    run_id: str
    item: RootItem
    state: State
    rows: int | None
    releases: tuple[str, ...]


@dataclass(frozen=True)
class CopyEntry:
    """The copy of a release that states its DOI; ``doi`` is None until the copy is published."""

    item: RootItem
    doi: str | None


@dataclass(frozen=True)
class RootInventory:
    """Everything under a root that versebench knows."""

    root: str
    records: Mapping[str, Record]
    releases: tuple[ReleaseEntry, ...]
    runs: tuple[RunEntry, ...]
    copies: tuple[CopyEntry, ...]
    temporary: tuple[RootItem, ...]


def read_root(root: str) -> RootInventory:
    """The inventory of a root. Raises :class:`DataError` if the root is empty, or a record cannot be read."""
    items = root_items(list_tree(root))
    if not items:
        raise DataError(f"{root} is empty or does not exist; pass the --root that versebench release used")
    records = read_records(root)
    of_kind = {kind: [item for item in items if item.kind == kind] for kind in ("release", "run", "copy", "temporary")}
    manifests = _manifests(root, [*of_kind["release"], *of_kind["run"]])
    return RootInventory(
        root,
        records,
        tuple(_release(root, item, manifests[item.path], records) for item in of_kind["release"]),
        tuple(_run(item, manifests[item.path], records) for item in of_kind["run"]),
        tuple(CopyEntry(item, published_doi(filesystem.join(root, item.path))) for item in of_kind["copy"]),
        tuple(of_kind["temporary"]),
    )


def _manifests(root: str, items: Sequence[RootItem]) -> dict[str, Manifest | None]:
    """The manifests by the path of their item; None for an item without a readable manifest."""

    def read(item: RootItem) -> Manifest | None:
        try:
            return read_manifest(filesystem.join(root, item.path)) if item.is_committed else None
        except DamagedShardError:
            return None

    with ThreadPoolExecutor(_READERS) as readers:
        return {item.path: manifest for item, manifest in zip(items, readers.map(read, items), strict=True)}


def _release(root: str, item: RootItem, manifest: Manifest | None, records: Mapping[str, Record]) -> ReleaseEntry:
    _, name, version = item.path.split("/")
    record = records.get(f"{name}-{version}")
    pairs = manifest.tables["pairs"].rows if manifest is not None and "pairs" in manifest.tables else None
    doi = published_doi(filesystem.join(root, "published", name, version))
    finished = None if record is None else record.finished
    return ReleaseEntry(name, version, item, finished, pairs, _previous(manifest), doi)


def _previous(manifest: Manifest | None) -> str | None:
    previous = None if manifest is None else manifest.made_of.get("previous")
    return None if previous is None else str(previous["version"])


def _run(item: RootItem, manifest: Manifest | None, records: Mapping[str, Record]) -> RunEntry:
    stage, run_id = item.path.split("/")
    releases = tuple(name for name, record in records.items() if item.path in record.runs)
    rows = None if manifest is None else sum(table.rows for table in manifest.tables.values())
    return RunEntry(stage, run_id, item, _state(item, manifest), rows, releases)


def _state(item: RootItem, manifest: Manifest | None) -> State:
    if not item.is_committed:
        return "half"
    return "damaged" if manifest is None else "committed"
