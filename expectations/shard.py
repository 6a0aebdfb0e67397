"""Validation of the tables of one shard."""

from collections.abc import Iterator, Mapping

import pyarrow as pa

from versebench.expectations import derive, engine, suites
from versebench.expectations.rows import Rows
from versebench.expectations.verdict import MOST_EXAMPLES, Verdict
from versebench.schemas.registry import TABLES
from versebench.schemas.table import Table

SCHEMA_EXPECTATION = "ExpectTableSchema"
DERIVATION = "ExpectColumnsToBeDerived"


def validate_shard(
    shard: int, shards: int, tables: Mapping[str, pa.Table], siblings: Mapping[str, pa.Table]
) -> list[Verdict]:
    """Verdicts on each of ``tables``; ``siblings`` of the same shard are only looked up.

    The first verdict of a table is on its schema, and the only one where that is wrong or there are no rows: a small
    corpus leaves shards empty. A check that raises is a failing verdict and never an exception.
    """
    known = {**siblings, **tables}
    verdicts: list[Verdict] = []
    for name, data in tables.items():
        verdicts += _validate_table(TABLES[name], Rows(name, data, known, shard, shards))
    return verdicts


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
