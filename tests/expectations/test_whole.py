import dataclasses
from collections.abc import Sequence

import pytest

from tests.expectations.tables import good_counts, good_stage, good_task
from versebench.expectations import engine, suites
from versebench.expectations.counts import FRAMES, LabelCount, MergedVerdict, StageCount
from versebench.expectations.shard import SCHEMA_EXPECTATION
from versebench.expectations.summary import SummaryRow
from versebench.expectations.verdict import Verdict
from versebench.expectations.whole import frame_table, merged_verdicts


def failed(**counts: Sequence[object]) -> list[Verdict]:
    """The failures of a good run in which some counts are changed."""
    names: dict[str, Sequence[object]] = {name: good_counts()[name] for name in ("conservation", "task_conservation")}
    frames = {name: frame_table(name, rows).to_pandas() for name, rows in {**names, **counts}.items()}
    verdicts = [verdict for name, frame in frames.items() for verdict in engine.run(suites.load(name), frame, None)]
    return [verdict for verdict in verdicts if not verdict.success]


def test_lost_row_and_lost_edit_are_reported_with_both_numbers() -> None:
    stages = [good_stage(), StageCount("corrupt", rows_in=7, rows_out=5, rejected=1)]
    of_stage, of_task = failed(conservation=stages, task_conservation=[dataclasses.replace(good_task(), edits=3)])
    assert (of_stage.unexpected, of_stage.examples) == (1, ("stage='corrupt': rows_in=7, accounted=6",))
    assert of_task.examples == (f"task='{good_task().task}': expected=15, accounted=10",)
    assert {of_stage.shard, of_task.shard} == {None}


def test_run_without_stages_fails() -> None:
    (verdict,) = failed(conservation=[])
    assert (verdict.expectation, verdict.examples) == (
        "ExpectTableRowCountToBeBetween(min_value=1)",
        ("observed: 0",),
    )


def test_empty_run_fails() -> None:
    (verdict,) = failed(conservation=[StageCount("ingest", 0, 0, 0)])
    assert verdict.examples == ("stage='ingest': rows_in=0",)


@pytest.mark.parametrize("name", FRAMES)
def test_frames_have_scalar_columns_only(name: str) -> None:
    table = frame_table(name, good_counts()[name])
    assert table.num_rows == 1
    assert table.schema == FRAMES[name].schema
    assert not any(kind.num_fields for kind in table.schema.types)


@pytest.mark.parametrize(
    ("task_pairs", "pairs", "share", "filled"),
    [(100, 1, 0.5, True), (100, 0, 0.09, True), (100, 0, 0.1, False), (0, 0, 1.0, True)],
)
def test_side_without_pairs_fails_if_pairs_are_expected(
    task_pairs: int, pairs: int, share: float, filled: bool
) -> None:
    assert LabelCount("swap.v1", "test", task_pairs, pairs, 0, share).filled is filled


@pytest.mark.parametrize(
    ("task_pairs", "contradicted", "share"), [(400, 4, 0.01), (5, 1, 0.01), (5, 2, 0.02), (0, 0, 0.0)]
)
def test_one_contradicted_pair_among_few_is_tolerated(task_pairs: int, contradicted: int, share: float) -> None:
    assert LabelCount("swap.v1", "test", task_pairs, 1, contradicted, 0.1).contradicted_share == share


def summary_of(table: str, shards: int, filled: int) -> list[SummaryRow]:
    labels = [(SCHEMA_EXPECTATION, shards), *((entry.label, filled) for entry in suites.load(table).expectations)]
    return [SummaryRow(table, label, "", count, 7, 0, True, (), ()) for label, count in labels]


def test_every_expectation_has_one_row_with_the_number_of_shards_to_check() -> None:
    merged = merged_verdicts(summary_of("provenance", 3, 2), {"provenance": 3}, {"provenance": 2})
    assert [row.expected_shards for row in merged] == [row.shards for row in merged]
    assert [row.expected_shards for row in merged[:2]] == [3, 2]
    assert len(merged) == 1 + len(suites.load("provenance").expectations)


def test_expectation_without_a_verdict_fails_the_run() -> None:
    rows = summary_of("provenance", 3, 2)
    merged = merged_verdicts(rows[:-1], {"provenance": 3}, {"provenance": 2})
    assert merged[-1] == MergedVerdict("provenance", rows[-1].expectation, 0, 2, 0, 0, False)
    verdicts = failed(summary=merged)
    assert any(f"expectation='{rows[-1].expectation}'"[:60] in verdict.examples[0] for verdict in verdicts)
    assert any(verdict.expectation.startswith("ExpectColumnPairValuesToBeEqual") for verdict in verdicts)


def test_unchecked_shard_fails_the_run() -> None:
    rows = [dataclasses.replace(row, shards=1) for row in summary_of("provenance", 3, 2)]
    merged = merged_verdicts(rows, {"provenance": 3}, {"provenance": 2})
    (verdict,) = failed(summary=merged)
    assert verdict.unexpected == len(rows)


def test_only_the_schema_of_a_table_without_rows_is_checked() -> None:
    rows = summary_of("provenance", 3, 0)[:1]
    assert merged_verdicts(rows, {"provenance": 3}, {"provenance": 0}) == [
        MergedVerdict("provenance", SCHEMA_EXPECTATION, 3, 3, 7, 0, True)
    ]
