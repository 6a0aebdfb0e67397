"""The rows of a release, or of a run whose tables become one, in the shards of another."""

from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from versebench.release.folder.read import WHOLE_TABLES
from versebench.storage.commit import DamagedShardError
from versebench.storage.manifest import Manifest, read_table
from versebench.storage.ranges import ids_of, overlapping
from versebench.transforms.mapping.failure import RecoverableError

REMEDY = "put it back from where it was published or from a copy, and check it with versebench verify"
"""What repairs a damaged release: it is never made again, as others may have it."""

_SHARDED_BY = {"rejects": "reject_id"}


@dataclass(frozen=True)
class ReleaseRows:
    """A release, or a committed run of shards. It travels to the workers."""

    folder: str
    manifest: Manifest

    def shard(self, table: str, shard: int, shards: int, columns: Sequence[str] | None = None) -> pa.Table:
        """The rows that a shard would hold if there were so many, or some columns of them; the id is one of these.

        Tables without shards lie in the first one. Raises :class:`RecoverableError` if a file of a release is damaged.
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
    """The rows whose id begins with one of these 32 bits: as text, ids are in the order of their numbers."""
    found = rows.column(column)
    within = pc.greater_equal(found, f"{ids.start:08x}")
    if ids.stop < 1 << 32:
        within = pc.and_(within, pc.less(found, f"{ids.stop:08x}"))
    return rows.filter(within)
