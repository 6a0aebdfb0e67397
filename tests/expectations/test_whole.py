import dataclasses

from expectations.whole import StageCount, validate_whole
from tests.expectations.tables import good_stage, good_task


def test_good_counts_pass() -> None:
    verdicts = validate_whole([good_stage()], [good_task()])
    assert all(verdict.success for verdict in verdicts)
    assert {(verdict.table, verdict.shard, verdict.rows) for verdict in verdicts} == {
        ("conservation", None, 1),
        ("task_conservation", None, 1),
    }


def test_run_without_tasks_is_checked_for_its_stages() -> None:
    assert {verdict.table for verdict in validate_whole([good_stage()], [])} == {"conservation"}


def test_run_without_stages_fails() -> None:
    failed = [verdict for verdict in validate_whole([], []) if not verdict.success]
    assert [(verdict.expectation, verdict.examples) for verdict in failed] == [
        ("ExpectTableRowCountToBeBetween(min_value=1)", ("observed: 0",))
    ]


def test_lost_row_is_named_with_both_numbers() -> None:
    stages = [good_stage(), StageCount("corrupt", rows_in=7, rows_out=5, rejected=1)]
    (failed,) = [verdict for verdict in validate_whole(stages, []) if not verdict.success]
    assert failed.unexpected == 1
    assert failed.examples == ("stage='corrupt': rows_in=7, accounted=6",)


def test_empty_run_fails() -> None:
    (failed,) = [verdict for verdict in validate_whole([StageCount("ingest", 0, 0, 0)], []) if not verdict.success]
    assert failed.examples == ("stage='ingest': rows_in=0",)


def test_edits_multiply_the_outcomes() -> None:
    lost = dataclasses.replace(good_task(), edits=3)
    (failed,) = [verdict for verdict in validate_whole([good_stage()], [lost]) if not verdict.success]
    assert failed.examples == (f"task='{lost.task}': expected=15, accounted=10",)
