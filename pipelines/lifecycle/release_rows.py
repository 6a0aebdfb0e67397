"""The rows of a release, or of a run that becomes one, in any number of shards."""

from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from versebench.release.folder.read import WHOLE_TABLES
from versebench.storage.commit import DamagedShardError
from versebench.storage.manifest import Manifest, read_table
from versebench.storage.ranges import ids_of, overlapping
from versebench.transforms.mapping.failure import RecoverableError

REMEDY = "restore it from where it was published or from a copy, and check it with versebench verify"
"""How to repair a damaged release. It is never made again, as others may have a copy of it."""

_SHARDED_BY = {"rejects": "reject_id"}


@dataclass(frozen=True)
class ReleaseRows:
    """The rows of a release or of a committed run. It is pickled and sent to workers."""

    folder: str
    manifest: Manifest

    def shard(self, table: str, shard: int, shards: int, columns: Sequence[str] | None = None) -> pa.Table:
        """The rows of one shard, if the table were divided into ``shards``.

        Tables without shards are in the first one. Raises :class:`RecoverableError` if a file of a release is damaged.

        Args:
            table: Name of the table.
            shard: Number of the shard, from 0.
            shards: How many shards there would be.
            columns: The columns to read, with the id among them; by default all.
        """
        if table in WHOLE_TABLES:
            rows = self._read(table, 0, columns)
            return rows if shard == 0 else rows.slice(0, 0)
        if shards == self.manifest.shards:
            return self._read(table, shard, columns)
        ids, column = ids_of(shard, shards), _SHARDED_BY.get(table, "work_id")
        parts = (self._read(table, other, columns) for other in overlapping(shard, shards, self.manifest.shards))
        return pa.concat_tables([_within(rows, column, ids) for rows in parts])

    def _read(self, table: str, shard: int, columns: Sequence[str] | None) -> pa.Table:
        try:
            return read_table(self.folder, self.manifest, table, shard, columns)
        except DamagedShardError as error:
            if self.manifest.stage != "release":
                raise
            problem = str(error).partition(";")[0]
            raise RecoverableError(f"the release {self.folder} is damaged: {problem}; {REMEDY}") from None


def _within(rows: pa.Table, column: str, ids: range) -> pa.Table:
    """The rows whose id has its first 32 bits in a range. The order of ids as text is that of their numbers."""
    values = rows.column(column)
    within = pc.greater_equal(values, f"{ids.start:08x}")
    if ids.stop < 1 << 32:
        within = pc.and_(within, pc.less(values, f"{ids.stop:08x}"))
    return rows.filter(within)
