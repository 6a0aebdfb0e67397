"""Validation of the tables of one shard."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from versebench.expectations import derive, engine, suites
from versebench.expectations.rows import Rows
from versebench.expectations.verdict import MOST_EXAMPLES, Verdict
from versebench.schemas.registry import TABLES
from versebench.schemas.table import Table

SCHEMA_EXPECTATION = "ExpectTableSchema"
DERIVATION = "ExpectColumnsToBeDerived"

_OF_ROWS = frozenset(
    (
        "ExpectColumnPairValuesAToBeGreaterThanB",
        "ExpectColumnPairValuesToBeEqual",
        "ExpectColumnValueLengthsToBeBetween",
        "ExpectColumnValuesToBeBetween",
        "ExpectColumnValuesToBeInSet",
        "ExpectColumnValuesToBeUnique",
        "ExpectColumnValuesToMatchRegex",
        "ExpectColumnValuesToNotBeNull",
        "ExpectColumnValuesToNotMatchRegex",
        "ExpectCompoundColumnsToBeUnique",
    )
)
"""Expectations about rows: if they hold for the rows of several shards together, they hold for each shard."""


@dataclass(frozen=True)
class ShardTables:
    """The tables of one shard to be validated. ``siblings`` of the same shard are only used for lookups."""

    shard: int
    shards: int
    tables: Mapping[str, pa.Table]
    siblings: Mapping[str, pa.Table]

    def rows(self, name: str) -> Rows:
        """A table, with all other tables of the shard as siblings."""
        return Rows(name, self.tables[name], {**self.siblings, **self.tables}, self.shard, self.shards)


def validate_shard(
    shard: int, shards: int, tables: Mapping[str, pa.Table], siblings: Mapping[str, pa.Table]
) -> list[Verdict]:
    """Verdicts on each of ``tables``. ``siblings`` of the same shard are only used for lookups.

    The first verdict on a table is about its schema. It is the only one if the schema is wrong or the table has no
    rows: a small corpus leaves some shards empty. If a check raises an exception, the verdict is a failure.
    """
    given = ShardTables(shard, shards, tables, siblings)
    return [verdict for name in tables for verdict in _validate_table(TABLES[name], given.rows(name))]


def failed_verdicts(given: Sequence[ShardTables]) -> list[Verdict]:
    """The failed verdicts of :func:`validate_shard` on each of several shards.

    The cost of Great Expectations hardly depends on the number of rows, so a table is first checked once for all
    shards. Its shards are checked one by one only if that fails.
    """
    names = dict.fromkeys(name for shard in given for name in shard.tables)
    failed = []
    for name in names:
        shards = [shard.rows(name) for shard in given if name in shard.tables]
        if not _holds_together(TABLES[name], shards):
            verdicts = (verdict for rows in shards for verdict in _validate_table(TABLES[name], rows))
            failed += [verdict for verdict in verdicts if not verdict.success]
    return failed


def _holds_together(table: Table, shards: Sequence[Rows]) -> bool:
    """Whether the rows of several shards meet all expectations; False also if a joint check cannot show it."""
    import pandas as pd

    suite = suites.load(table.name)
    if not all(expectation.type in _OF_ROWS for expectation in suite.expectations):
        return False
    if not all(_schema_verdict(table, rows).success for rows in shards):
        return False
    try:
        frames = [derive.frame(rows) for rows in shards if rows.data.num_rows]
    except Exception:
        return False
    if any(not frame.dtypes.equals(frames[0].dtypes) for frame in frames):
        return False
    whole = pd.concat(frames, ignore_index=True) if frames else None
    return whole is None or all(verdict.success for verdict in engine.run(suite, whole, None))


def _validate_table(table: Table, rows: Rows) -> list[Verdict]:
    schema = _schema_verdict(table, rows)
    if not schema.success or rows.data.num_rows == 0:
        return [schema]
    try:
        frame = derive.frame(rows)
    except Exception as error:
        return [schema, _underivable(rows, error)]
    return [schema, *engine.run(suites.load(table.name), frame, rows.shard)]


def _schema_verdict(table: Table, rows: Rows) -> Verdict:
    problems = tuple(schema_problems(table.schema, rows.data.schema))
    return Verdict(
        table=table.name,
        shard=rows.shard,
        expectation=SCHEMA_EXPECTATION,
        success=not problems,
        rows=rows.data.num_rows,
        unexpected=rows.data.num_rows if problems else 0,
        examples=problems[:MOST_EXAMPLES],
    )


def _underivable(rows: Rows, error: Exception) -> Verdict:
    return Verdict(
        table=rows.table,
        shard=rows.shard,
        expectation=DERIVATION,
        success=False,
        rows=rows.data.num_rows,
        unexpected=0,
        error=f"{type(error).__name__}: {error}",
    )


def schema_problems(expected: pa.Schema, actual: pa.Schema) -> Iterator[str]:
    """Differences between two schemas, one sentence per column. Field metadata may differ."""
    for name in actual.names:
        if name not in expected.names:
            yield f"column {name} is not in the schema"
        elif actual.names.count(name) > 1:
            yield f"column {name} occurs more than once"
    for field in expected:
        yield from _field_problems(field, actual)
    if actual.names != expected.names and sorted(actual.names) == sorted(expected.names):
        yield f"columns are in the order {', '.join(actual.names)}, not {', '.join(expected.names)}"


def _field_problems(expected: pa.Field, actual: pa.Schema) -> Iterator[str]:
    places = actual.get_all_field_indices(expected.name)
    if not places:
        yield f"column {expected.name} is missing"
        return
    field = actual.field(places[0])
    if field.type != expected.type:
        yield f"column {expected.name} is {field.type}, not {expected.type}"
    if field.nullable != expected.nullable:
        yield f"column {expected.name} is {_nullability(field)}, not {_nullability(expected)}"


def _nullability(field: pa.Field) -> str:
    return "nullable" if field.nullable else "required"
