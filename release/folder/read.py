"""Reading the tables of a release, whatever its layout: by shard, never by the names of files."""

from collections.abc import Iterator, Sequence

import pyarrow as pa

from versebench.storage.manifest import Manifest, read_table
from versebench.storage.row_groups import shards_of

WHOLE_TABLES = ("results", "comparisons")
"""Tables of a release that have one shard, however many the others have: no poem is what their rows are of."""


def table_shards(manifest: Manifest, table: str) -> int:
    """The number of shards of a table of a release or a run."""
    return shards_of(manifest.tables[table].files)


def stream_release_table(
    folder: str, manifest: Manifest, table: str, columns: Sequence[str] | None = None
) -> Iterator[pa.Table]:
    """A table shard by shard; no more than one is in memory. Raises as :func:`read_table` does."""
    for shard in range(table_shards(manifest, table)):
        yield read_table(folder, manifest, table, shard, columns)
