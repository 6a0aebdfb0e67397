from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.expectations import tables
from versebench.expectations import derive
from versebench.expectations.rows import Rows
from versebench.transforms.scoring.compare import with_p_values

DERIVED = ("two_series", "counts_hold", "squares_hold", "exact_holds", "clustered_holds", "holm_holds")


def derived(rows: list[tables.Row]) -> dict[str, list[bool]]:
    data = tables.arrow_table("comparisons", rows)
    frame = derive.frame(Rows("comparisons", data, {}, 0, 1))
    return {name: frame[name].tolist() for name in DERIVED}


def good(**cells: Any) -> tables.Row:
    return {**tables.good_rows()["comparisons"][0], **cells}


poems = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 2)), min_size=1, max_size=50)


@given(poems)
def test_p_values_of_any_counts_are_valid(counts: list[tuple[int, int, int]]) -> None:
    sums = {
        "pairs": sum(b + c + 1 + others for b, c, others in counts),
        "poems": len(counts),
        "both_correct": len(counts),
        "only_first": sum(b for b, _, _ in counts),
        "only_second": sum(c for _, c, _ in counts),
        "neither": sum(others for _, _, others in counts),
        "squared_differences": sum((b - c) ** 2 for b, c, _ in counts),
    }
    rows = with_p_values([{**good(), **sums}, {**good(), **sums}])
    assert derived(rows) == {name: [True, True] for name in DERIVED}


@pytest.mark.parametrize("counts", [(0, 0), (5000, 4800), (40_000, 100)])
def test_p_values_of_large_counts_are_valid(counts: tuple[int, int]) -> None:
    disagreements = {"only_first": counts[0], "only_second": counts[1], "squared_differences": sum(counts)}
    rows = with_p_values([good(**disagreements, pairs=100_000, poems=100_000)])
    assert derived(rows)["exact_holds"] == [True]
    assert derived(rows)["clustered_holds"] == [True]


@pytest.mark.parametrize(
    ("cells", "name"),
    [
        ({"poems": 41}, "counts_hold"),
        ({"squared_differences": 7}, "squares_hold"),
        ({"squared_differences": 145}, "squares_hold"),
        ({"only_first": None}, "squares_hold"),
        ({"only_first": -1}, "exact_holds"),
        ({"p_exact": None}, "exact_holds"),
        ({"only_second": 3}, "exact_holds"),
        ({"poems": None}, "clustered_holds"),
        ({"squared_differences": 11}, "clustered_holds"),
        ({"p_holm": None}, "holm_holds"),
    ],
)
def test_values_that_do_not_follow_from_the_counts_are_detected(cells: dict[str, Any], name: str) -> None:
    assert derived([good(**cells)])[name] == [False]


@pytest.mark.parametrize(("cells", "expected"), [({"second_model": "bert"}, True), ({}, True)])
def test_one_difference_makes_two_series(cells: dict[str, Any], expected: bool) -> None:
    assert derived([good(**cells)])["two_series"] == [expected]
