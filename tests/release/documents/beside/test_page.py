"""The page of a model beside a release: what it says, and that everyone can read it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import browser, problems
from versebench.release.documents.beside.facts import BesideFacts, ColumnFacts, SelectionFacts
from versebench.release.documents.beside.page import (
    against,
    against_tables,
    group_rows,
    heads,
    render_beside,
    task_tables,
)
from versebench.release.documents.facts import PairedTest, Result

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MINE, FIRST, SECOND = ("my-model (yours)", "bos"), ("gpt2-verse", "bos"), ("bert-verse", "pll")
SWAP, DELETE, OTHER = "swap_lines.v1", "delete_words.v1:words=1", "own_task.v1"


def result(task: str, series: tuple[str, str], accuracy: float, reduction: str = "sum", pairs: int = 50) -> Result:
    ends = accuracy - 0.1, min(1.0, accuracy + 0.1)
    return Result(task, *series, reduction, pairs, 40, round(accuracy * pairs), 0, accuracy, *ends, own=True)


def paired(task: str, theirs: tuple[str, str], only: tuple[int, int], p_holm: float) -> PairedTest:
    return PairedTest(task, "sum", MINE, theirs, 50, 40, *only, 0.01, 0.02, p_holm)


def facts() -> BesideFacts:
    return BesideFacts(
        release="small",
        title="Small & <safe>",
        version="1.0.0",
        pairs_hash="0123456789abcdef" * 2,
        selection=SelectionFacts((SWAP,), "test", 50, 150, 1200),
        columns=(
            ColumnFacts(*MINE[:1], True, "c" * 40, "causal", MINE[1], "fp32", on_hub=True, undecided=1),
            ColumnFacts(*FIRST[:1], False, "a" * 40, "causal", FIRST[1], "fp32"),
            ColumnFacts(*SECOND[:1], False, "b" * 40, "masked", SECOND[1], "fp32"),
        ),
        results=(
            result(SWAP, MINE, 0.8),
            result(SWAP, FIRST, 0.7),
            result(SWAP, SECOND, 0.55, pairs=49),
            result(OTHER, MINE, 0.6),
            result(OTHER, FIRST, 0.61),
        ),
        groups=(
            *(result("field=poetics", series, 0.7) for series in (MINE, FIRST)),
            result("linguistics_term=swap_lines", MINE, 0.8),
        ),
        tests=(
            paired(SWAP, FIRST, (12, 3), 0.04),
            paired(SWAP, SECOND, (3, 22), 0.001),
            paired(OTHER, FIRST, (5, 6), 1),
        ),
    )


def test_tasks_stand_in_rows_and_models_in_columns() -> None:
    assert heads(facts().columns) == ("my-model (yours)", "gpt2-verse", "bert-verse")
    paper, others = task_tables(facts())
    assert (paper.like, others.like) == ("RANLP 2021, Table 2", "")
    (swap,), (own,) = paper.rows, others.rows
    assert [cell and cell.result.accuracy for cell in swap.cells] == [0.8, 0.7, 0.55]
    assert [cell and cell.result.pairs for cell in swap.cells] == [50, 50, 49]
    assert [bool(cell and cell.best) for cell in swap.cells] == [True, False, False]
    assert swap.paper_name == "Shuffled rhyming lines"
    assert [cell and cell.result.accuracy for cell in own.cells] == [0.6, 0.61, None]


def test_each_test_says_what_it_shows() -> None:
    assert [(row.theirs, row.verdict) for row in against(facts())] == [
        ("gpt2-verse", "yours is better"),
        ("bert-verse", "yours is worse"),
        ("gpt2-verse", "no difference shown"),
    ]


def test_the_tests_of_a_model_stand_in_a_table_of_tasks_and_models() -> None:
    (table,) = against_tables(facts())
    assert (table.yours, table.theirs) == ("my-model (yours)", ("gpt2-verse", "bert-verse"))
    shown = [[cell and (cell.test.only_first, cell.test.only_second) for cell in cells] for _, cells in table.rows]
    assert shown == [[(12, 3), (3, 22)], [(5, 6), None]]
    assert against_tables(replace(facts(), tests=())) == ()


def test_groups_have_their_keys() -> None:
    rows = group_rows(facts())
    assert [(row.key, row.name) for row in rows] == [("linguistics_term", "swap_lines"), ("field", "poetics")]
    assert [[cell is not None for cell in row.cells] for row in rows] == [[True, False, False], [True, True, False]]


def test_the_page_states_the_selection_the_commit_and_escapes_names() -> None:
    page = render_beside(facts())
    assert (
        "A selection: 150 of 1,200 pairs, of the tasks swap_lines.v1, the split test only, of each task the first"
        in page
    )
    assert "They differ from those in the report of the release" in page
    assert f"<code>{'c' * 40}</code> (commit on the hub)" in page
    assert "Small &amp; &lt;safe&gt;" in page
    assert page == render_beside(facts())
    whole = replace(facts(), selection=SelectionFacts((), None, None, 1200, 1200))
    assert "All 1,200 pairs of the release." in render_beside(whole)
    assert "They differ from" not in render_beside(whole)


@pytest.fixture(scope="module")
def opened() -> Iterator["Browser"]:
    with browser() as started:
        yield started


def test_the_page_can_be_read_by_everyone(opened: "Browser", tmp_path: Path) -> None:
    page = tmp_path / "mine.html"
    for shown in (facts(), replace(facts(), groups=(), tests=())):
        page.write_text(render_beside(shown), encoding="utf-8")
        assert problems(page, opened) == []
