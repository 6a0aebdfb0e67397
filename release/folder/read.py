"""Read the tables of a release by shard. The names of files do not matter."""

from collections.abc import Iterator, Sequence

import pyarrow as pa

from versebench.storage.manifest import Manifest, read_table
from versebench.storage.row_groups import shards_of

WHOLE_TABLES = ("results", "comparisons", "uncontested_results", "correlations", "model_answers", "model_confusions")
"""Tables of a release with a single shard, because their rows do not belong to poems."""


def table_shards(manifest: Manifest, table: str) -> int:
    """The number of shards of a table of a release or a run."""
    return shards_of(manifest.tables[table].files)


def stream_release_table(
    folder: str, manifest: Manifest, table: str, columns: Sequence[str] | None = None
) -> Iterator[pa.Table]:
    """A table shard by shard; only one is in memory at a time. Raises as :func:`read_table` does."""
    for shard in range(table_shards(manifest, table)):
        yield read_table(folder, manifest, table, shard, columns)
