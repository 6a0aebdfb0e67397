"""Validation of what no shard can see: that every row of a run is accounted for."""

from collections.abc import Iterable, Sequence

import pyarrow as pa

from expectations import engine, suites
from expectations.counts import COLUMNS, StageCount, TaskCount
from expectations.verdict import Verdict

__all__ = ["StageCount", "TaskCount", "validate_whole"]


def validate_whole(stages: Iterable[StageCount], tasks: Iterable[TaskCount]) -> list[Verdict]:
    """Verdicts of the tables ``conservation`` (stages) and, where there are tasks, ``task_conservation``."""
    verdicts = _validate("conservation", list(stages))
    counted = list(tasks)
    return verdicts + (_validate("task_conservation", counted) if counted else [])


def _validate(name: str, counts: Sequence[StageCount] | Sequence[TaskCount]) -> list[Verdict]:
    return engine.run(suites.load(name), _table(name, counts).to_pandas(), None)


def _table(name: str, counts: Sequence[StageCount] | Sequence[TaskCount]) -> pa.Table:
    key, *numbers = COLUMNS[name]
    schema = pa.schema([(key, pa.string()), *((number, pa.int64()) for number in numbers)])
    return pa.Table.from_pylist(
        [{column: getattr(count, column) for column in schema.names} for count in counts], schema
    )
