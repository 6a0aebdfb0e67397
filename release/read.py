"""Reading the tables of a release, whatever its layout: by shard, never by the names of files."""

from collections.abc import Iterator, Sequence

import pyarrow as pa

from transforms.shards.manifest import Manifest, read_table
from transforms.shards.row_groups import shards_of

WHOLE_TABLES = ("results", "comparisons")
"""Tables of a release that have one shard, however many the others have: no poem is what their rows are of."""


def release_shards(manifest: Manifest) -> int:
    """The number of shards of a release: over as many ranges of ids its tables are spread, but for whole tables."""
    return manifest.shards


def table_shards(manifest: Manifest, table: str) -> int:
    """The number of shards of a table of a release or a run."""
    return shards_of(manifest.tables[table].files)


def read_release_table(
    folder: str, manifest: Manifest, table: str, shard: int, columns: Sequence[str] | None = None
) -> pa.Table:
    """The rows of a shard, or some columns of them, from all splits and in the order in which they were assembled.

    Raises :class:`transforms.shards.commit.DamagedShardError` where a file is missing or damaged.
    """
    return read_table(folder, manifest, table, shard, columns)


def stream_release_table(
    folder: str, manifest: Manifest, table: str, columns: Sequence[str] | None = None
) -> Iterator[pa.Table]:
    """A table shard by shard; no more than one is in memory. Raises as :func:`read_release_table` does."""
    for shard in range(table_shards(manifest, table)):
        yield read_release_table(folder, manifest, table, shard, columns)
