"""Tables: Arrow schemas with a name, a version, and a description and unit for every field."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

# Part-of-speech codes of annotations are indices into this list. Appending needs a new minor version; never reorder it.
UPOS = "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split()


@dataclass(frozen=True)
class Table:
    """A named, versioned Arrow schema.

    ``key`` names the columns that sort the rows of a shard and together identify a row of the whole table.
    """

    name: str
    version: str
    description: str
    key: tuple[str, ...]
    schema: pa.Schema

    @property
    def fingerprint(self) -> str:
        """Hash of the fields. Tables with equal fingerprints are read in the same way."""
        return fingerprint(self.schema)

    def build(self, columns: Mapping[str, Sequence[object] | pa.Array]) -> pa.Table:
        """An Arrow table of this schema from one sequence per column, in any order of columns.

        Raises ``KeyError`` if a column is missing and ``pyarrow.ArrowInvalid`` if a value does not fit.
        """
        arrays = [_array(columns[field.name], field.type) for field in self.schema]
        return pa.Table.from_arrays(arrays, schema=self.schema)

    def build_rows(self, rows: Sequence[Mapping[str, object]]) -> pa.Table:
        """An Arrow table of this schema from one mapping per row. Raises the errors of :meth:`build`."""
        return self.build({name: [row[name] for row in rows] for name in self.schema.names})

    def empty(self) -> pa.Table:
        """An Arrow table of this schema without rows."""
        return self.schema.empty_table()


def fingerprint(schema: pa.Schema) -> str:
    """Hash of the names, types and nullability of the fields, 16 hex digits."""
    shape = ";".join(f"{field.name}:{field.type}:{field.nullable}" for field in schema)
    return hashlib.blake2b(shape.encode(), digest_size=8).hexdigest()


def plain_type(kind: pa.DataType) -> pa.DataType:
    """A type as schemas name it. Parquet uses another name for the values of a list."""
    return pa.list_(plain_type(kind.value_type)) if pa.types.is_list(kind) else kind


def _array(values: Sequence[object] | pa.Array, kind: pa.DataType) -> pa.Array:
    if isinstance(values, pa.ChunkedArray):
        values = values.combine_chunks()
    if isinstance(values, pa.Array):
        return values if values.type == kind else values.cast(kind)
    return pa.array(values, kind)


def column(name: str, kind: pa.DataType, description: str, unit: str = "none", *, nullable: bool = False) -> pa.Field:
    """A field with a description and a unit as metadata."""
    return pa.field(name, kind, nullable, {"description": description, "unit": unit})
