"""What a table is: an Arrow schema with a name, a version, and a description and unit on every field."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

# Part-of-speech codes of the annotation point into this tuple; appending is a new minor version, reordering never.
UPOS = "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split()


@dataclass(frozen=True)
class Table:
    """A named, versioned Arrow schema.

    ``key`` names the columns by which the rows of a shard are sorted and which are unique in the whole table.
    """

    name: str
    version: str
    description: str
    key: tuple[str, ...]
    schema: pa.Schema

    @property
    def fingerprint(self) -> str:
        """Hash of the fields: equal for tables that read alike."""
        return fingerprint(self.schema)

    def build(self, columns: Mapping[str, Sequence[object] | pa.Array]) -> pa.Table:
        """An Arrow table of this schema from one sequence per column, in any order of columns.

        Raises ``KeyError`` where a column is missing and ``pyarrow.ArrowInvalid`` where a value does not fit.
        """
        arrays = [_array(columns[field.name], field.type) for field in self.schema]
        return pa.Table.from_arrays(arrays, schema=self.schema)

    def build_rows(self, rows: Sequence[Mapping[str, object]]) -> pa.Table:
        """An Arrow table of this schema from one mapping per row. Raises as :meth:`build` does."""
        return self.build({name: [row[name] for row in rows] for name in self.schema.names})

    def empty(self) -> pa.Table:
        """The table without rows."""
        return self.schema.empty_table()


def fingerprint(schema: pa.Schema) -> str:
    """Hash of the names, types and nullability of the fields, 16 hex digits."""
    shape = ";".join(f"{field.name}:{field.type}:{field.nullable}" for field in schema)
    return hashlib.blake2b(shape.encode(), digest_size=8).hexdigest()


def plain_type(kind: pa.DataType) -> pa.DataType:
    """A type as schemas name it, whatever its writer calls the values of a list: Parquet has another name for them."""
    return pa.list_(plain_type(kind.value_type)) if pa.types.is_list(kind) else kind


def _array(values: Sequence[object] | pa.Array, kind: pa.DataType) -> pa.Array:
    if isinstance(values, pa.ChunkedArray):
        values = values.combine_chunks()
    if isinstance(values, pa.Array):
        return values if values.type == kind else values.cast(kind)
    return pa.array(values, kind)


def column(name: str, kind: pa.DataType, description: str, unit: str = "none", *, nullable: bool = False) -> pa.Field:
    """A field that says what it holds and in which unit."""
    return pa.field(name, kind, nullable, {"description": description, "unit": unit})
