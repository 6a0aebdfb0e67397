"""The rows of one shard of a table, with the sibling tables in which its derived columns look up rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

SEPARATOR = "\x1f"
"""Joins key columns. No id, task or model name contains it, so ("a", "bc") and ("ab", "c") stay different."""


@dataclass(frozen=True, slots=True)
class Rows:
    """One shard of one table; ``siblings`` are the other tables of the same shard."""

    table: str
    data: pa.Table
    siblings: Mapping[str, pa.Table]
    shard: int
    shards: int

    def column(self, name: str) -> pa.Array:
        """A column as one contiguous array."""
        return whole_column(self.data, name)

    def sibling(self, name: str) -> pa.Table:
        """A sibling table. Raises ``LookupError`` if it was not given."""
        if name not in self.siblings:
            raise LookupError(f"{self.table} is checked against {name}, but {name} is missing for shard {self.shard}")
        return self.siblings[name]

    def exists_in(self, name: str, columns: Sequence[str], sibling_columns: Sequence[str] | None = None) -> pa.Array:
        """Whether a row of the sibling table has the same values; false if a value is null.

        ``sibling_columns`` are the names of ``columns`` in the sibling table, if they differ.
        """
        known = joined(self.sibling(name), sibling_columns or columns)
        return pc.is_in(joined(self.data, columns), value_set=known, skip_nulls=True)


def whole_column(data: pa.Table, name: str) -> pa.Array:
    """A column of a table as one contiguous array."""
    column = data.column(name)
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def joined(data: pa.Table, columns: Sequence[str]) -> pa.Array:
    """One string per row from several columns; null if any of them is null."""
    texts = [whole_column(data, name).cast(pa.string()) for name in columns]
    return texts[0] if len(texts) == 1 else pc.binary_join_element_wise(*texts, SEPARATOR)
