import random

from versebench.expectations import suites
from versebench.expectations.shard import DERIVATION, SCHEMA_EXPECTATION
from versebench.expectations.summary import SummaryRow, summarise
from versebench.expectations.verdict import Verdict

NULL = "ExpectColumnValuesToNotBeNull(column=work_id)"
HEX = r"ExpectColumnValuesToMatchRegex(column=work_id, regex=^[0-9a-f]{20}\Z)"


def verdicts() -> list[Verdict]:
    return [
        Verdict("pairs", 0, NULL, True, 10, 0),
        Verdict("pairs", 1, NULL, False, 10, 3, ("b", "c", "d")),
        Verdict("pairs", 2, NULL, False, 10, 4, ("e", "f", "g", "h")),
        Verdict("poems", 0, HEX, True, 5, 0),
        Verdict("poems", 0, NULL, True, 5, 0),
        Verdict("poems", 0, SCHEMA_EXPECTATION, True, 5, 0),
        Verdict("pairs", 3, DERIVATION, False, 10, 0, (), "LookupError: x"),
        Verdict("conservation", None, "ExpectTableRowCountToBeBetween(min_value=1)", False, 0, 0, ("observed: 0",)),
        Verdict("unheard_of", 0, "ExpectX", True, 1, 0),
    ]


def test_shards_are_merged() -> None:
    row = next(row for row in summarise(verdicts()) if (row.table, row.expectation) == ("pairs", NULL))
    assert row == SummaryRow(
        table="pairs",
        expectation=NULL,
        why="Sharding, sampling and every join use work_id.",
        shards=3,
        rows=30,
        unexpected=7,
        success=False,
        failed_shards=(1, 2),
        examples=("shard 1: b", "shard 1: c", "shard 1: d", "shard 2: e", "shard 2: f"),
    )


def test_order_of_verdicts_does_not_matter() -> None:
    expected = summarise(verdicts())
    for seed in range(20):
        shuffled = verdicts()
        random.Random(seed).shuffle(shuffled)
        assert summarise(shuffled) == expected


def test_rows_are_in_the_order_of_the_suites() -> None:
    names = [(row.table, row.expectation) for row in summarise(verdicts())]
    assert names[:5] == [
        ("poems", SCHEMA_EXPECTATION),
        ("poems", NULL),
        ("poems", HEX),
        ("pairs", DERIVATION),
        ("pairs", NULL),
    ]
    assert [table for table, _ in names[5:]] == ["conservation", "unheard_of"]


def test_error_is_an_example() -> None:
    row = next(row for row in summarise(verdicts()) if row.expectation == DERIVATION)
    assert row.examples == ("shard 3: raised LookupError: x",)


def test_failure_of_a_whole_run_names_no_shard() -> None:
    row = next(row for row in summarise(verdicts()) if row.table == "conservation")
    assert (row.failed_shards, row.examples, row.success) == ((), ("observed: 0",), False)


def test_every_expectation_of_a_suite_has_its_reason() -> None:
    for name in suites.NAMES:
        rows = summarise(Verdict(name, 0, entry.label, True, 1, 0) for entry in suites.load(name).expectations)
        assert [row.why for row in rows] == [entry.why for entry in suites.load(name).expectations]


def test_no_verdicts_give_no_rows() -> None:
    assert summarise([]) == []
