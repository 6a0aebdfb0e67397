from concurrent.futures import ThreadPoolExecutor

import pyarrow as pa
import pytest

from tests.expectations import tables
from versebench.expectations import derive, engine, suites
from versebench.expectations.rows import Rows
from versebench.expectations.shard import (
    _OF_ROWS,
    DERIVATION,
    SCHEMA_EXPECTATION,
    ShardTables,
    failed_verdicts,
    validate_shard,
)
from versebench.expectations.suites import Expectation, Suite
from versebench.expectations.verdict import Verdict
from versebench.schemas.registry import TABLES


@pytest.fixture(scope="module")
def good() -> dict[str, pa.Table]:
    return tables.arrow_tables(tables.good_rows())


def validated(name: str, data: pa.Table, siblings: dict[str, pa.Table]) -> list[Verdict]:
    return validate_shard(tables.SHARD, tables.SHARDS, {name: data}, siblings)


def failures(verdicts: list[Verdict]) -> list[Verdict]:
    return [verdict for verdict in verdicts if not verdict.success]


# Good data


def test_good_tables_pass_every_expectation(good: dict[str, pa.Table]) -> None:
    verdicts = validate_shard(tables.SHARD, tables.SHARDS, good, {})
    assert failures(verdicts) == []
    expected = [(name, label) for name in good for label in labels(name)]
    assert [(verdict.table, verdict.expectation) for verdict in verdicts] == expected
    assert {(verdict.shard, verdict.unexpected, verdict.examples) for verdict in verdicts} == {(0, 0, ())}
    assert all(verdict.rows == good[verdict.table].num_rows for verdict in verdicts)


def labels(name: str) -> list[str]:
    return [SCHEMA_EXPECTATION, *(entry.label for entry in suites.load(name).expectations)]


def test_siblings_are_only_used_for_lookups(good: dict[str, pa.Table]) -> None:
    assert {verdict.table for verdict in validated("pairs", good["pairs"], good)} == {"pairs"}


def test_nothing_is_printed(good: dict[str, pa.Table], capfd: pytest.CaptureFixture[str]) -> None:
    validated("poems", good["poems"], {})
    rows = tables.good_rows()
    rows["poems"][0]["text"] = None
    assert failures(validated("poems", tables.arrow_table("poems", rows["poems"]), {}))
    assert capfd.readouterr() == ("", "")


# Schemas


@pytest.mark.parametrize("name", TABLES)
def test_only_the_schema_of_an_empty_shard_is_checked(name: str) -> None:
    (verdict,) = validated(name, TABLES[name].empty(), {})
    assert verdict == Verdict(name, 0, SCHEMA_EXPECTATION, True, 0, 0)


def test_empty_shard_with_a_wrong_schema_fails(good: dict[str, pa.Table]) -> None:
    (verdict,) = validated("pairs", good["pairs"].drop_columns("lines").slice(0, 0), good)
    assert not verdict.success


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda table: table.drop_columns("edit"), "column edit is missing"),
        (lambda table: table.append_column("extra", table["edit"]), "column extra is not in the schema"),
        (lambda table: table.append_column("edit", table["edit"]), "column edit occurs more than once"),
        (
            lambda table: table.set_column(3, pa.field("edit", pa.int64(), False), table["edit"].cast(pa.int64())),
            "column edit is int64, not int16",
        ),
        (
            lambda table: table.set_column(3, pa.field("edit", pa.int16(), True), table["edit"]),
            "column edit is nullable, not required",
        ),
    ],
)
def test_wrong_column_is_named_and_ends_the_validation(change: object, problem: str, good: dict[str, pa.Table]) -> None:
    assert callable(change)
    (verdict,) = validated("pairs", change(good["pairs"]), good)
    assert not verdict.success
    assert problem in verdict.examples


def test_order_of_columns_is_part_of_the_schema(good: dict[str, pa.Table]) -> None:
    names = list(reversed(good["provenance"].column_names))
    (verdict,) = validated("provenance", good["provenance"].select(names), good)
    assert verdict.examples == ("columns are in the order row, file, row_id, not row_id, file, row",)


def test_metadata_may_differ(good: dict[str, pa.Table]) -> None:
    bare = pa.schema([field.remove_metadata() for field in good["poems"].schema])
    assert failures(validated("poems", good["poems"].cast(bare), {})) == []


# Failures


def test_null_is_named_by_its_key_and_other_expectations_still_run(good: dict[str, pa.Table]) -> None:
    rows = tables.good_rows()
    rows["pairs"][1]["corrupted"] = None
    verdicts = validated("pairs", tables.arrow_table("pairs", rows["pairs"]), good)
    assert len(verdicts) == len(labels("pairs"))
    failed = {verdict.expectation: verdict for verdict in failures(verdicts)}
    verdict = failed["ExpectColumnValuesToNotBeNull(column=corrupted)"]
    assert verdict.unexpected == 1
    (example,) = verdict.examples
    assert example.startswith(f"work_id='{tables.hex_id(2)}', task='{tables.TASK}', edit=0: corrupted=")
    rebuilds = failed["ExpectColumnValuesToBeInSet(column=rebuilds, value_set=[true])"]
    assert rebuilds.examples[0].endswith("rebuilds=False")


def test_at_most_five_examples_are_given_and_long_values_are_cut(good: dict[str, pa.Table]) -> None:
    rows = [{**tables.good_rows()["poems"][0], "work_id": tables.hex_id(n), "text": "\r" * 200} for n in range(9)]
    verdicts = validated("poems", tables.arrow_table("poems", rows), {})
    verdict = next(verdict for verdict in verdicts if "NotMatchRegex" in verdict.expectation)
    assert (verdict.rows, verdict.unexpected, len(verdict.examples)) == (9, 9, 5)
    assert all(len(example.partition(": text=")[2]) == engine.LONGEST_VALUE for example in verdict.examples)
    assert verdict.examples[0].endswith("…")


def test_id_with_a_newline_after_it_fails(good: dict[str, pa.Table]) -> None:
    rows = tables.good_rows()
    rows["poems"][0]["text_id"] += "\n"
    failed = failures(validated("poems", tables.arrow_table("poems", rows["poems"]), {}))
    assert [verdict.unexpected for verdict in failed] == [1]


def test_nan_fails_although_between_ignores_it(good: dict[str, pa.Table]) -> None:
    rows = tables.good_rows()
    rows["scores"][0]["log_probability"] = float("nan")
    failed = {
        entry.expectation for entry in failures(validated("scores", tables.arrow_table("scores", rows["scores"]), good))
    }
    assert "ExpectColumnValuesToBeInSet(column=finite, value_set=[true])" in failed


def test_missing_sibling_is_a_failing_verdict(good: dict[str, pa.Table]) -> None:
    schema, verdict = validated("pairs", good["pairs"], {})
    assert schema.success
    assert (verdict.expectation, verdict.success) == (DERIVATION, False)
    assert verdict.error == "LookupError: pairs is checked against poems, but poems is missing for shard 0"


@pytest.mark.parametrize(
    "entry",
    [
        Expectation("ExpectColumnValuesToNotBeNull", {"column": "nope"}, "A missing column."),
        Expectation("ExpectColumnValuesToBeBetween", {"column": "text", "min_value": 3}, "A text is not a number."),
    ],
)
def test_raised_exception_is_a_failing_verdict_of_its_own(entry: Expectation, good: dict[str, pa.Table]) -> None:
    fine = suites.load("poems").expectations[0]
    frame = derive.frame(Rows("poems", good["poems"], good, 0, 2))
    raised, passed = engine.run(Suite("poems", ("work_id",), (entry, fine)), frame, 0)
    assert not raised.success
    assert raised.error
    assert passed.success


def test_unknown_expectation_fails_all_that_could_not_run(good: dict[str, pa.Table]) -> None:
    entries = (Expectation("ExpectNothing", {}, "Unknown."), suites.load("poems").expectations[0])
    frame = derive.frame(Rows("poems", good["poems"], good, 0, 2))
    verdicts = engine.run(Suite("poems", ("work_id",), entries), frame, 0)
    assert [verdict.success for verdict in verdicts] == [False, False]
    assert all("ExpectNothing" in (verdict.error or "") for verdict in verdicts)


def test_missing_answer_is_a_failure(good: dict[str, pa.Table], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_answers", lambda *_: {})
    frame = derive.frame(Rows("poems", good["poems"], good, 0, 2))
    assert all(not verdict.success and verdict.error for verdict in engine.run(suites.load("poems"), frame, 0))


def test_good_shard_after_a_bad_one_passes_in_every_thread(good: dict[str, pa.Table]) -> None:
    rows = tables.good_rows()
    rows["provenance"][0]["row"] = 0
    bad = tables.arrow_table("provenance", rows["provenance"])
    with ThreadPoolExecutor(4) as pool:
        counts = list(
            pool.map(lambda data: len(failures(validated("provenance", data, good))), [good["provenance"], bad] * 6)
        )
    assert counts == [0, 1] * 6


# Several shards at once


def test_shards_are_checked_together_and_failures_are_named_by_shard(good: dict[str, pa.Table]) -> None:
    rows = tables.good_rows()
    rows["poems"][0]["text"] = None
    bad = {**good, "poems": tables.arrow_table("poems", rows["poems"])}
    whole = ShardTables(0, tables.SHARDS, good, {})
    broken = ShardTables(0, tables.SHARDS, bad, {})
    assert failed_verdicts([whole]) == []
    failed = failed_verdicts([broken])
    assert failed == failures(validate_shard(0, tables.SHARDS, bad, {}))
    assert {verdict.table for verdict in failed} >= {"poems"}


def test_a_key_in_two_shards_is_not_a_failure_of_either(good: dict[str, pa.Table]) -> None:
    shard = ShardTables(0, tables.SHARDS, good, {})
    assert failed_verdicts([shard, shard]) == []


def test_a_wrong_schema_and_an_underivable_column_are_failures(good: dict[str, pa.Table]) -> None:
    fewer = {"poems": good["poems"].drop_columns(["text"])}
    assert [verdict.expectation for verdict in failed_verdicts([ShardTables(0, 1, fewer, {})])] == [SCHEMA_EXPECTATION]
    alone = {"pairs": good["pairs"]}
    assert [verdict.expectation for verdict in failed_verdicts([ShardTables(0, 1, alone, {})])] == [DERIVATION]


def test_every_expectation_of_a_table_is_about_rows() -> None:
    types = {entry.type for name in TABLES for entry in suites.load(name).expectations}
    assert types <= _OF_ROWS
