"""Equations 1 to 4, and the ghostwriting paper's Table 2 from whole counts."""

import pytest
from scipy.stats import pearsonr

from versebench.transforms.statistics.style import (
    Page,
    StyleCounts,
    confusion_matrix,
    count_style,
    grade_mean,
    macro_mean,
    pooled,
)

TABLE_2 = {
    "Tupac": ((35.0, 50.0, 40.0), (8, 4, 6), (45.0, 57.1, 35.0), (7, 4, 10)),
    "Aesop Rock": ((30.0, 25.0, 40.0), (8, 2, 8), (37.5, 100.0, 10.0), (2, 2, 11)),
    "DMX": ((40.0, 71.4, 35.0), (7, 5, 6), (27.5, 30.0, 50.0), (10, 3, 5)),
    "Drake": ((32.5, 44.4, 45.0), (9, 4, 5), (37.5, 40.0, 25.0), (5, 2, 11)),
    "Eminem": ((12.5, 0.0, 50.0), (10, 0, 5), (35.0, 50.0, 30.0), (6, 3, 8)),
    "Fabolous": ((25.0, 12.5, 40.0), (8, 1, 8), (45.0, 50.0, 40.0), (8, 4, 10)),
    "GZA": ((52.5, 72.7, 55.0), (11, 8, 5), (32.5, 22.2, 45.0), (9, 2, 9)),
    "Jay Z": ((35.0, 42.9, 35.0), (7, 3, 8), (22.5, 22.2, 45.0), (9, 2, 5)),
    "Lil' Wayne": ((27.5, 22.2, 45.0), (9, 2, 7), (37.5, 57.1, 35.0), (7, 4, 7)),
    "Notorious B.I.G.": ((25.0, 0.0, 35.0), (7, 0, 10), (27.5, 33.3, 30.0), (6, 2, 7)),
    "Sage Francis": ((52.5, 66.7, 45.0), (9, 6, 9), (22.5, 16.7, 30.0), (6, 1, 7)),
}
"""For authentic and generated verse: equations 2 and 3 and raw agreement as printed, in per cent, and the counts that
give them: pages on which both annotators agree, of these right ones, and right answers on the other pages."""

VOCABULARY = (5776, 11815, 5593, 6064, 12393, 8304, 6845, 9596, 10848, 5465, 8082)
"""Unique vocabulary of these artists, from Table 1."""

TOKENS = tuple(
    verses * mean
    for verses, mean in zip(
        (660, 549, 819, 665, 1429, 892, 287, 1245, 1564, 426, 570),
        (117, 140, 125, 128, 136, 122, 145, 111, 124, 120, 114),
        strict=True,
    )
)


def pages_of(artist: str, agreed: int, right: int, single: int) -> list[Page]:
    """Twenty pages with two annotators: as many agreed and right ones, and right answers of one annotator."""
    shown = (artist, "B", "C", "D")
    choices = [
        *[(artist, artist)] * right,
        *[("B", "B")] * (agreed - right),
        *[(artist, "B")] * single,
        *[("B", "C")] * (20 - agreed - single),
    ]
    return [Page(artist, shown, chosen) for chosen in choices]


def counts(kind: int) -> list[StyleCounts]:
    """Of each artist; ``kind`` is 1 for authentic and 3 for generated verse."""
    return [count_style(pages_of(artist, *row[kind])) for artist, row in TABLE_2.items()]


@pytest.mark.parametrize("kind", [1, 3])
@pytest.mark.parametrize("artist", TABLE_2)
def test_every_cell_of_table_2_comes_out_of_whole_counts(artist: str, kind: int) -> None:
    row = TABLE_2[artist]
    printed = row[0] if kind == 1 else row[2]
    found = count_style(pages_of(artist, *(row[1] if kind == 1 else row[3])))
    assert found.annotations == 40
    shares = (found.matching, found.agreed_matching, found.raw_agreement)
    assert [round(100 * share, 1) for share in shares if share is not None] == list(printed)


@pytest.mark.parametrize(
    ("kind", "macro", "micro"),
    [(1, (33.4, 37.1, 42.3), (147, 35, 93)), (3, (33.6, 43.5, 34.1), (148, 29, 75))],
)
def test_macro_means_are_the_printed_ones_and_micro_means_tell_another_story(
    kind: int, macro: tuple[float, ...], micro: tuple[int, ...]
) -> None:
    of_artists = counts(kind)
    means = (
        macro_mean([each.matching for each in of_artists]),
        macro_mean([each.agreed_matching for each in of_artists]),
        macro_mean([each.raw_agreement for each in of_artists]),
    )
    assert [round(100 * mean, 1) for mean in means if mean is not None] == list(macro)
    whole = pooled(of_artists)
    assert (whole.matches, whole.agreed_right, whole.agreed, whole.annotations) == (*micro, 440)


def test_table_4b_prints_the_correlation_with_the_vocabulary_as_that_with_tokens() -> None:
    """Equation 3 of generated verse: .507, printed under Tokens, is with Unique Vocab; with tokens it is .179."""
    matches = [each.agreed_matching for each in counts(3)]
    assert pearsonr(VOCABULARY, matches).statistic == pytest.approx(0.507, abs=0.0005)
    assert pearsonr(TOKENS, matches).statistic == pytest.approx(0.179, abs=0.0005)


def test_equation_1_counts_weak_grades_half() -> None:
    assert grade_mean(6, 2, 10) == 0.7
    assert grade_mean(0, 0, 0) is None


def test_equation_3_is_null_without_agreement_and_zero_without_a_right_one() -> None:
    assert count_style([Page("A", ("A", "B"), ("A", "B"))]).agreed_matching is None
    assert count_style([Page("A", ("A", "B"), ("B", "B"))]).agreed_matching == 0
    assert count_style([Page("A", ("A", "B"), ("A",))]).raw_agreement is None


def test_equation_4_is_directed_and_its_diagonal_is_equation_2() -> None:
    pages = [Page("A", ("A", "B"), ("B", "B")), Page("A", ("A", "B"), ("A", "B")), Page("B", ("A", "B"), ("B",))]
    matrix = {(cell.evaluated, cell.chosen): cell for cell in confusion_matrix([*pages, Page("C", ("C",), ("C",))])}
    assert len(matrix) == 9
    assert (matrix["A", "B"].times_chosen, matrix["A", "B"].times_shown) == (3, 4)
    assert (matrix["A", "B"].share, matrix["B", "A"].share) == (0.75, 0)
    assert matrix["A", "B"].symmetric_share == matrix["B", "A"].symmetric_share == 0.375
    assert matrix["A", "A"].share == count_style(pages[:2]).matching
    assert matrix["A", "C"].share is None
