"""Every expectation of every suite passes on good data, and fails on data that breaks what it is about."""

import dataclasses

import pytest

from expectations import derive, engine, suites
from expectations.rows import Rows
from expectations.suites import Expectation
from expectations.verdict import Verdict
from expectations.whole import StageCount, TaskCount, validate_whole
from schemas.registry import TABLES
from tests.expectations import tables
from tests.expectations.breaks import beyond, broken

CASES = [
    pytest.param(name, entry, id=f"{name}-{entry.label}") for name in TABLES for entry in suites.load(name).expectations
]
WHOLE_CASES = [
    pytest.param(name, entry, id=f"{name}-{entry.label}")
    for name in suites.NAMES
    if name not in TABLES
    for entry in suites.load(name).expectations
]


def verdict_on(rows: tables.Rows, table: str, expectation: Expectation) -> Verdict:
    data = tables.arrow_tables(rows)
    suite = dataclasses.replace(suites.load(table), expectations=(expectation,))
    frame = derive.frame(Rows(table, data[table], data, tables.SHARD, tables.SHARDS))
    (verdict,) = engine.run(suite, frame, tables.SHARD)
    return verdict


@pytest.mark.parametrize(("table", "expectation"), CASES)
def test_broken_row_fails_the_expectation_and_is_named(table: str, expectation: Expectation) -> None:
    rows = tables.good_rows()
    count = broken(rows, table, expectation)
    verdict = verdict_on(rows, table, expectation)
    assert verdict.error is None
    assert not verdict.success
    assert verdict.unexpected == count
    assert len(verdict.examples) == count
    first = rows[table][0]
    for column in TABLES[table].key:
        if first[column] is not None:
            assert f"{column}={first[column]!r}"[:80] in verdict.examples[0]
    if not set(expectation.columns) & set(TABLES[table].key):
        assert f": {expectation.columns[0]}=" in verdict.examples[0]


@pytest.mark.parametrize(("name", "expectation"), WHOLE_CASES)
def test_broken_count_fails_the_expectation(name: str, expectation: Expectation) -> None:
    stages, tasks = [tables.good_stage()], [tables.good_task()]
    if expectation.type == "ExpectTableRowCountToBeBetween":
        stages = []
    elif name == "conservation":
        stages[0] = broken_stage(expectation)
    else:
        tasks[0] = broken_task(expectation)
    verdicts = {(verdict.table, verdict.expectation): verdict for verdict in validate_whole(stages, tasks)}
    verdict = verdicts[name, expectation.label]
    assert not verdict.success
    assert verdict.error is None
    assert len(verdict.examples) == 1


def broken_stage(expectation: Expectation) -> StageCount:
    stage = tables.good_stage()
    if expectation.type == "ExpectColumnPairValuesToBeEqual":
        return dataclasses.replace(stage, rejected=stage.rejected - 1)
    return dataclasses.replace(stage, **{expectation.columns[0]: beyond(expectation)})


def broken_task(expectation: Expectation) -> TaskCount:
    task = tables.good_task()
    if expectation.type == "ExpectColumnPairValuesToBeEqual":
        return dataclasses.replace(task, not_sampled=task.not_sampled + 1)
    return dataclasses.replace(task, **{expectation.columns[0]: beyond(expectation)})
