"""The heat map of a confusion matrix: every cell, its number, and what a screen reader says."""

import html
import re

from versebench.release.plots.heat_map import heat_map

SHARES = {("A & B", "A & B"): 0.75, ("A & B", "C"): 0.25, ("C", "A & B"): None, ("C", "C"): 1.0}


def drawn(count: int) -> str:
    names = [f"artist {number}" for number in range(count)]
    return heat_map("people", names, {(first, second): 0.5 for first in names for second in names})


def test_the_drawing_says_how_often_verses_are_given_to_their_own_artist() -> None:
    svg = heat_map("people", ["A & B", "C"], SHARES)
    found = re.search('aria-label="([^"]*)"', svg)
    assert found is not None
    assert html.unescape(found[1]) == (
        "Confusion matrix of people. Verses given to their own artist: A & B 75.0 %, C 100.0 %."
    )


def test_every_known_share_is_a_cell_and_every_cell_has_its_number() -> None:
    svg = heat_map("people", ["A & B", "C"], SHARES)
    assert svg.count("var(--series-0)") == 3
    assert re.findall(r">([.–\d]+)</text>", svg) == [".75", ".25", "–", "1.00"]


def test_cells_of_many_artists_have_no_numbers() -> None:
    assert drawn(17).count("<text") == 2 * 17
    assert drawn(16).count("<text") == 2 * 16 + 16 * 16
