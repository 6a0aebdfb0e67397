"""Tables that fit a terminal: widths of columns, and where cells break."""

import random
from collections.abc import Sequence

import pytest
from rich.cells import cell_len
from rich.text import Text

from versebench.pipelines.runners.table_widths import broken, column_widths


def width_of(widths: Sequence[int]) -> int:
    return sum(widths) + 3 * len(widths) + 1


def widths_of(rows: Sequence[Sequence[str]], width: int, numbers: str = "") -> list[int] | None:
    """``numbers`` are the places of the columns with figures."""
    return column_widths(rows, [str(place) in numbers for place in range(len(rows[0]))], width)


def test_a_table_that_fits_stays() -> None:
    assert widths_of([["task", "pairs"], ["swap_lines.v1", "12"]], 80) is None
    assert widths_of([["a" * 76]], 80) is None


def test_the_widest_column_is_narrowed_to_its_words_before_names_break() -> None:
    rows = [["stage", "what it does"], ["acceptability", "many short words " * 10]]
    assert widths_of(rows, 80) == [13, 60]
    rows = [["name", "text"], ["end_words_in_dictionary.v1", "short words " * 10]]
    assert widths_of(rows, 40) == [26, 7]


def test_names_break_before_figures_then_hashes_then_words() -> None:
    rows = [["name", "figures of a model", "id"], ["bert-verse-of-old", "0.674 (.59–.75)", "0123456789abcdef"]]
    assert widths_of(rows, 58, numbers="1") == [17, 15, 16]
    assert widths_of(rows, 52, numbers="1") == [11, 15, 16]
    assert widths_of(rows, 45, numbers="1") == [6, 13, 16]
    assert widths_of(rows, 34, numbers="1") == [6, 9, 9]
    assert widths_of(rows, 22, numbers="1") == [4, 4, 4]


def test_a_table_never_exceeds_the_terminal() -> None:
    drawn = random.Random(5)
    for _ in range(200):
        columns = drawn.randint(1, 8)
        rows = [
            ["".join(drawn.choice("ab _.-:/诗\n") for _ in range(drawn.randint(0, 40))) for _ in range(columns)]
            for _ in range(4)
        ]
        widths = column_widths(rows, [False] * columns, 60)
        if widths is not None:
            assert width_of(widths) == 60
            for row in rows:
                for cell, width in zip(row, widths, strict=True):
                    made = broken(Text(cell), width).plain
                    assert made.replace("\n", "").replace(" ", "") == cell.replace("\n", "").replace(" ", "")


@pytest.mark.parametrize(
    ("cell", "width", "lines"),
    [
        ("Swapped end words", 12, ["Swapped end", "words"]),
        ("linguistics_term", 13, ["linguistics_", "term"]),
        ("transformer-xl-verse", 14, ["transformer-", "xl-verse"]),
        ("filters: end_words_in_dictionary.v1", 30, ["filters:", "end_words_in_dictionary.v1"]),
        ("2026-11-23 0.705 1,591", 10, ["2026-11-23", "0.705", "1,591"]),
        ("line\nan  other", 9, ["line", "an  other"]),
        ("x" * 9, 4, ["x" * 9]),
        ("", 4, [""]),
    ],
)
def test_cells_break_between_words_then_between_the_parts_of_names(cell: str, width: int, lines: list[str]) -> None:
    made = broken(Text(cell), width).plain.split("\n")
    assert made == lines
    assert all(cell_len(line) <= width for line in made) or "x" in cell


def test_styles_stay_on_their_words() -> None:
    made = broken(Text.assemble("plain ", ("bold words", "bold")), 8)
    assert made.plain == "plain\nbold\nwords"
    assert [made.plain[span.start : span.end] for span in made.spans if span.style == "bold"] == ["bold", "words"]
