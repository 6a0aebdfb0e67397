"""Sample rows of a release or run."""

from collections import Counter
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from versebench.pipelines.errors import DataError
from versebench.pipelines.roots.manifest_of import manifest_of
from versebench.release.folder.read import stream_release_table
from versebench.storage.manifest import Manifest


def sample_rows(directory: str, table: str | None, count: int) -> tuple[str, list[dict[str, Any]]]:
    """A few rows of a table: by default of the pairs, or, without pairs, of the poems, or of the first table.

    They are the first rows; of a table with tasks, the first row of each task comes before the second of any.
    Raises :class:`DataError` if the table does not exist.
    """
    manifest = manifest_of(directory)
    name = table or next(name for name in ("pairs", "poems", *manifest.tables) if name in manifest.tables)
    if name not in manifest.tables:
        raise DataError(f"{directory}: unknown table {name!r}. Choose from: {', '.join(manifest.tables)}")
    return name, _rows(directory, manifest, name, count)


def check_has_accuracies(directory: str) -> None:
    """Raise :class:`DataError` if a folder is a corpus, of which no model is evaluated."""
    manifest = manifest_of(directory)
    if manifest.stage == "release" and "pairs" not in manifest.tables:
        raise DataError(
            f"{directory} has no accuracies, because it is a corpus (kind: corpus); "
            f"versebench show {directory} lists its tables"
        )


def _rows(directory: str, manifest: Manifest, name: str, count: int) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for shard in stream_release_table(directory, manifest, name):
        rows += in_turn(shard, count - len(rows)).to_pylist()
        if len(rows) >= count:
            break
    return rows


def in_turn(rows: pa.Table, count: int) -> pa.Table:
    """``count`` rows: the first of each task, then the second of each, and so on; rows without a task in order."""
    if "task" not in rows.schema.names:
        return rows.slice(0, count)
    seen: Counter[str] = Counter()
    places = []
    for place, task in enumerate(rows.column("task").to_pylist()):
        places.append((seen[task], place))
        seen[task] += 1
    return rows.take(pa.array([place for _, place in sorted(places)[:count]], pa.int64()))


def splits_of(directory: str, manifest: Manifest, works: set[str]) -> dict[str, str]:
    """The split of each work; empty if there are no splits."""
    splits: dict[str, str] = {}
    if "splits" not in manifest.tables:
        return splits
    for shard in stream_release_table(directory, manifest, "splits", ["work_id", "split"]):
        rows = shard.filter(pc.is_in(shard.column("work_id"), pa.array(sorted(works), pa.string()))).to_pylist()
        splits |= {row["work_id"]: row["split"] for row in rows}
        if len(splits) == len(works):
            break
    return splits
