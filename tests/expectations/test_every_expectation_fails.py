"""Every expectation of every suite passes on good data and fails on data that violates it."""

import dataclasses

import pyarrow as pa
import pytest

from tests.expectations import tables
from tests.expectations.breaks import broken, broken_frame
from versebench.expectations import derive, engine, suites
from versebench.expectations.counts import FRAMES
from versebench.expectations.rows import Rows
from versebench.expectations.suites import Expectation
from versebench.expectations.verdict import Verdict
from versebench.expectations.whole import frame_table
from versebench.schemas.registry import TABLES

CASES = [
    pytest.param(name, entry, id=f"{name}-{entry.label}") for name in TABLES for entry in suites.load(name).expectations
]
WHOLE_CASES = [
    pytest.param(name, entry, id=f"{name}-{entry.label}") for name in FRAMES for entry in suites.load(name).expectations
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


@pytest.mark.parametrize("name", FRAMES)
def test_good_counts_meet_every_expectation(name: str) -> None:
    verdicts = engine.run(suites.load(name), counted(name).to_pandas(), None)
    assert [verdict.expectation for verdict in verdicts if not verdict.success] == []


@pytest.mark.parametrize(("name", "expectation"), WHOLE_CASES)
def test_broken_count_fails_the_expectation_and_is_named(name: str, expectation: Expectation) -> None:
    table = broken_frame(counted(name), expectation)
    suite = dataclasses.replace(suites.load(name), expectations=(expectation,))
    (verdict,) = engine.run(suite, table.to_pandas(), None)
    assert not verdict.success
    assert verdict.error is None
    if expectation.type == "ExpectTableRowCountToBeBetween":
        assert verdict.examples == ("observed: 0",)
    else:
        assert verdict.unexpected == len(verdict.examples) > 0
        key = FRAMES[name].key[0]
        assert verdict.examples[0].startswith(f"{key}={table.column(key)[0].as_py()!r}"[:80])


def counted(name: str) -> pa.Table:
    return frame_table(name, tables.good_counts()[name])
