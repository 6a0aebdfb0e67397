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
"""Expectations of all rows: they hold for each of several shards if they hold for the rows of all of them."""


@dataclass(frozen=True)
class ShardTables:
    """The tables of one shard to be validated; ``siblings`` of the same shard are only looked up."""

    shard: int
    shards: int
    tables: Mapping[str, pa.Table]
    siblings: Mapping[str, pa.Table]

    def rows(self, name: str) -> Rows:
        """A table with all tables around it."""
        return Rows(name, self.tables[name], {**self.siblings, **self.tables}, self.shard, self.shards)


def validate_shard(
    shard: int, shards: int, tables: Mapping[str, pa.Table], siblings: Mapping[str, pa.Table]
) -> list[Verdict]:
    """Verdicts on each of ``tables``; ``siblings`` of the same shard are only looked up.

    The first verdict of a table is on its schema, and the only one where that is wrong or there are no rows: a small
    corpus leaves shards empty. A check that raises is a failing verdict and never an exception.
    """
    given = ShardTables(shard, shards, tables, siblings)
    return [verdict for name in tables for verdict in _validate_table(TABLES[name], given.rows(name))]


def failed_verdicts(given: Sequence[ShardTables]) -> list[Verdict]:
    """The verdicts of :func:`validate_shard` that failed, on each of some shards.

    What Great Expectations costs hardly depends on the rows, so a table is looked at once for all shards. Only if
    something is wrong with it, its shards are looked at one by one.
    """
    names = dict.fromkeys(name for shard in given for name in shard.tables)
    failed = []
    for name in names:
        shards = [shard.rows(name) for shard in given if name in shard.tables]
        if not _holds_together(TABLES[name], shards):
            found = (verdict for rows in shards for verdict in _validate_table(TABLES[name], rows))
            failed += [verdict for verdict in found if not verdict.success]
    return failed


def _holds_together(table: Table, shards: Sequence[Rows]) -> bool:
    """Whether all is right with the rows of some shards; False also if one look at all of them cannot show it."""
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


def schema_problems(wanted: pa.Schema, found: pa.Schema) -> Iterator[str]:
    """What is wrong with a schema, one sentence per column; field metadata may differ."""
    for name in found.names:
        if found.names.count(name) > 1 or name not in wanted.names:
            yield f"column {name} is not in the schema" if name not in wanted.names else f"column {name} is doubled"
    for field in wanted:
        yield from _field_problems(field, found)
    if found.names != wanted.names and sorted(found.names) == sorted(wanted.names):
        yield f"columns are in the order {', '.join(found.names)}, not {', '.join(wanted.names)}"


def _field_problems(wanted: pa.Field, found: pa.Schema) -> Iterator[str]:
    places = found.get_all_field_indices(wanted.name)
    if not places:
        yield f"column {wanted.name} is missing"
        return
    field = found.field(places[0])
    if field.type != wanted.type:
        yield f"column {wanted.name} is {field.type}, not {wanted.type}"
    if field.nullable != wanted.nullable:
        yield f"column {wanted.name} is {_nullability(field)}, not {_nullability(wanted)}"


def _nullability(field: pa.Field) -> str:
    return "nullable" if field.nullable else "required"
