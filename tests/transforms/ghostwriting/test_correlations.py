"""Correlations of the paper's own figures, and their table."""

import pytest

from versebench.transforms.ghostwriting.correlations import correlate_figures
from versebench.transforms.statistics.mcnemar import holm

VERSES = [660, 549, 819, 665, 1429, 892, 287, 1245, 1564, 426, 570]
VOCABULARY = [5776, 11815, 5593, 6064, 12393, 8304, 6845, 9596, 10848, 5465, 8082]
RICHNESS = [7.1, 14.8, 5.3, 7.0, 6.2, 7.4, 15.9, 6.7, 5.5, 10.2, 11.9]
MEAN_TOKENS = [117, 140, 125, 128, 136, 122, 145, 111, 124, 120, 114]
LONGEST = [454, 450, 361, 146, 452, 278, 433, 449, 253, 253, 280]
RIGHT = [(7, 4), (2, 2), (10, 3), (5, 2), (6, 3), (8, 4), (9, 2), (9, 2), (7, 4), (6, 2), (6, 1)]
"""Tables 1, 2 and 5 of Potash et al. (2016), of the eleven artists: the last are agreed and right pages."""

FIGURES: dict[str, list[float | None]] = {
    "verses": [*VERSES],
    "vocabulary": [*VOCABULARY],
    "richness": [*RICHNESS],
    "matches": [right / agreed for agreed, right in RIGHT],
    "mean_tokens": [*MEAN_TOKENS],
    "longest": [*LONGEST],
}


def test_the_papers_correlations_come_from_its_tables() -> None:
    pairs = [("verses", "matches"), ("vocabulary", "matches"), ("richness", "matches"), ("mean_tokens", "longest")]
    found = correlate_figures(FIGURES, pairs)
    printed = [0.108, 0.507, 0.107, 0.259]
    assert [each.correlation.pearson for each in found] == pytest.approx(printed, abs=6e-4)
    assert [(each.first, each.second) for each in found] == pairs
    assert all(each.needed == pytest.approx(0.602, abs=5e-4) for each in found)


def test_all_pairs_are_adjusted_together() -> None:
    found = correlate_figures(FIGURES)
    assert len(found) == 15
    p_values = [each.correlation.p for each in found]
    assert [each.p_holm for each in found] == holm([p for p in p_values if p is not None])


def test_figures_that_have_no_correlation_are_not_adjusted() -> None:
    same: list[float | None] = [1, 1, 1, 1]
    rows = correlate_figures({"a": [1, 2, 3, 5], "b": [2, 1, 4, None], "c": same})
    assert [each.p_holm is None for each in rows] == [False, True, True]
    assert rows[0].p_holm == rows[0].correlation.p
    assert (rows[0].correlation.n, rows[1].correlation.n) == (3, 4)
    assert correlate_figures({"a": [1.0], "b": [2.0]})[0].needed is None
