"""Differences between two states of a table: rows by their key, fields, and the differences that decide a version."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from versebench.schemas.registry import TABLES
from versebench.schemas.table import plain_type

DECIDING = (
    *("poems", "annotation", "splits", "pairs", "completions", "synonyms", "scores", "decisions"),
    *("judgements", "line_ratings"),
)
"""Tables whose rows are facts about a poem or a pair, or answers of judges.

The rows of other tables, such as counts, follow from them.
"""

FOLLOWING = {"splits": frozenset({"cluster"})}
"""Fields of these tables that depend on the whole corpus: a new poem may change them in the row of another poem."""

TOLERANCE = 1e-4
"""Numbers from models are equal if they differ by at most this, in nats, because processors differ by as much."""

EXAMPLES = 3
"""How many rows of a shard are listed for each table and each kind of change."""


@dataclass(frozen=True)
class Example:
    """A row that differs: the kind of change, the values of its key, and the fields that differ. Never a text."""

    change: str
    key: tuple[str, ...]
    fields: tuple[str, ...] = ()


@dataclass(frozen=True)
class TableDifference:
    """How two states of a table, or of a shard of it, differ.

    ``changed`` counts rows with the same key but another value in some field, except fields that follow from other
    rows; ``moved`` counts those of them that are in another split. ``fields`` counts, for each field, the rows in which
    it differs. ``before`` or ``after`` is None if that state lacks the table.
    """

    before: int | None
    after: int | None
    added: int = 0
    removed: int = 0
    changed: int = 0
    moved: int = 0
    fields: Mapping[str, int] = field(default_factory=dict)
    fields_added: tuple[str, ...] = ()
    fields_removed: tuple[str, ...] = ()
    fields_retyped: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()

    @property
    def is_new(self) -> bool:
        """Whether the earlier state lacks the table."""
        return self.before is None

    @property
    def is_gone(self) -> bool:
        """Whether the later state lacks the table."""
        return self.after is None


Difference = Mapping[str, TableDifference]
"""The differences between two releases, by table."""


def compare_rows(name: str, before: pa.Table, after: pa.Table) -> TableDifference:
    """The differences between two states of a shard of a table. Keys are unique, and fields are plain or lists.

    If only one state has a field of the key, no row of one is a row of the other.
    """
    added, removed, retyped = _fields(before.schema, after.schema)
    shared = [column for column in after.column_names if column not in {*added, *retyped}]
    key = TABLES[name].key
    places = _places(before, after, key) if set(key) <= set(shared) else pa.nulls(len(after), pa.int32())
    is_new = pc.is_null(places)
    gone = np.ones(len(before), bool)
    gone[places.drop_null().to_numpy()] = False
    old, new = before.take(places.drop_null()), after.filter(pc.invert(is_new))
    differs = {column: _differ(_array(old, column), _array(new, column)) for column in shared if column not in key}
    following = FOLLOWING.get(name, frozenset())
    changed = np.zeros(len(new), bool)
    for column, mask in differs.items():
        changed |= mask & (column not in following)
    moved = differs["split"] if name == "splits" and "split" in differs else np.zeros(len(new), bool)
    return TableDifference(
        before=len(before),
        after=len(after),
        added=len(after) - len(new),
        removed=int(gone.sum()),
        changed=int(changed.sum()),
        moved=int(moved.sum()),
        fields={column: int(mask.sum()) for column, mask in differs.items() if mask.any()},
        fields_added=added,
        fields_removed=removed,
        fields_retyped=retyped,
        examples=(
            *_examples("added", after.filter(is_new), key),
            *_examples("removed", before.filter(pa.array(gone)), key),
            *_examples("changed", *_with_fields(new, changed & ~moved, differs, key)),
            *_examples("moved", *_with_fields(new, moved, differs, key)),
        ),
    )


def _fields(before: pa.Schema, after: pa.Schema) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Fields of the later schema only, of the earlier only, and of both with different types."""
    old, new = ({field.name: plain_type(field.type) for field in schema} for schema in (before, after))
    retyped = tuple(name for name, kind in new.items() if name in old and old[name] != kind)
    return tuple(name for name in new if name not in old), tuple(name for name in old if name not in new), retyped


def _places(before: pa.Table, after: pa.Table, key: Sequence[str]) -> pa.Array:
    """For each later row, the index of the earlier row with the same key; null if there is none."""
    return pc.index_in(_keys(after, key), value_set=_keys(before, key))


def _keys(rows: pa.Table, key: Sequence[str]) -> pa.Array:
    parts = [_array(rows, name).cast(pa.string()) for name in key]
    return pc.binary_join_element_wise(*parts, "\x1f", null_handling="replace", null_replacement="\x00")


def _array(rows: pa.Table, column: str) -> pa.Array:
    return rows.column(column).combine_chunks()


def _differ(old: pa.Array, new: pa.Array) -> np.ndarray:
    """A mask of the values that differ in two arrays of one type and length. Null equals null, and NaN equals NaN."""
    nulls = _mask(pc.is_null(old)), _mask(pc.is_null(new))
    differs: np.ndarray = np.not_equal(*nulls)
    if pa.types.is_list(old.type):
        differs |= _lists_differ(old, new)
    elif pa.types.is_floating(old.type):
        first, second = (pc.fill_null(side, 0.0).to_numpy(zero_copy_only=False) for side in (old, new))
        close = np.isclose(first, second, rtol=0.0, atol=TOLERANCE, equal_nan=True)
        differs |= ~(close | np.logical_or(*nulls))
    else:
        differs |= _mask(pc.fill_null(pc.not_equal(old, new), False))
    return differs


def _lists_differ(old: pa.Array, new: pa.Array) -> np.ndarray:
    lengths, new_lengths = (
        pc.fill_null(pc.list_value_length(side), 0).to_numpy(zero_copy_only=False) for side in (old, new)
    )
    differs: np.ndarray = np.not_equal(lengths, new_lengths)
    alike = pa.array(~differs)
    values = _differ(old.filter(alike).flatten(), new.filter(alike).flatten())
    rows = np.repeat(np.flatnonzero(~differs), lengths[~differs])
    differs[rows[values]] = True
    return differs


def _mask(values: pa.Array) -> np.ndarray:
    return np.asarray(values.to_numpy(zero_copy_only=False), bool)


def _with_fields(
    rows: pa.Table, chosen: np.ndarray, differs: Mapping[str, np.ndarray], key: Sequence[str]
) -> tuple[pa.Table, Sequence[str], list[tuple[str, ...]]]:
    """The first of the chosen rows, the key, and the fields that differ in each."""
    places = np.flatnonzero(chosen)[:EXAMPLES]
    fields = [tuple(sorted(column for column, mask in differs.items() if mask[place])) for place in places]
    return rows.take(pa.array(places)), key, fields


def _examples(
    change: str, rows: pa.Table, key: Sequence[str], fields: Sequence[tuple[str, ...]] = ((),) * EXAMPLES
) -> list[Example]:
    if not set(key) <= set(rows.column_names):
        return []
    named = rows.select(key).slice(0, EXAMPLES).to_pylist()
    return [Example(change, tuple(map(str, row.values())), some) for row, some in zip(named, fields, strict=False)]
