"""The index finds every line within one character, and no other: against all pairs, on random small databases."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.reuse.index import LineIndex
from versebench.transforms.reuse.lines import LEAST_CHARACTERS, compared_lines, lines_of

LINES = st.lists(st.text("天地人山", min_size=1, max_size=7), min_size=1, max_size=6)


def apart(one: str, other: str) -> int:
    """In how many characters two lines differ; 99 if their lengths do."""
    return sum(map(str.__ne__, one, other)) if len(one) == len(other) else 99


@given(st.lists(LINES, min_size=1, max_size=5), st.lists(LINES, min_size=1, max_size=3))
def test_near_lines_are_those_of_a_comparison_with_all(database: list[list[str]], asked: list[list[str]]) -> None:
    near = LineIndex.of(lines_of(database)).near(lines_of(asked))
    found = set(zip(near.asked.tolist(), near.found.tolist(), near.distance.tolist(), strict=True))
    every = enumerate([line for poem in asked for line in poem])
    there = list(enumerate([line for poem in database for line in poem]))
    wanted = {
        (query, place, apart(line, other))
        for (query, line), (place, other) in product(every, there)
        if len(line) >= LEAST_CHARACTERS and apart(line, other) <= 1
    }
    assert found == wanted


@given(st.text("天地人山水火", min_size=4, max_size=9), st.data())
def test_every_single_substitution_is_found(line: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(line) - 1))
    changed = line[:place] + "龘" + line[place + 1 :]
    near = LineIndex.of(lines_of([[line]])).near(lines_of([[changed]]))
    assert near.distance.tolist() == [1]


def test_an_empty_database_and_an_empty_poem_have_no_near_line() -> None:
    assert not len(LineIndex.of(lines_of([])).near(lines_of([["天地玄黃"]])).asked)
    assert not len(LineIndex.of(lines_of([["天地玄黃"]])).near(lines_of([[]])).asked)


def test_lines_know_their_poems() -> None:
    lines = lines_of([["天地"], [], ["玄黃", "宇宙洪荒"]])
    assert lines.poem_of(np.arange(3)).tolist() == [0, 2, 2]
    assert [lines.text(line) for line in range(3)] == ["天地", "玄黃", "宇宙洪荒"]


@pytest.mark.parametrize(
    ("paragraphs", "lines"),
    [
        (["鐵軌穿雲去，孤燈接夜明。"], ["铁轨穿云去", "孤灯接夜明"]),
        (["鐵軌穿雲去 　孤燈接夜明！\n"], ["铁轨穿云去", "孤灯接夜明"]),
        (["沈香", "，。"], ["沈香"]),
        (["hello, 。"], []),
        (["《五燈會元》", "鐵軌（一作道）穿雲去，孤□接夜明。"], ["铁轨穿云去"]),
    ],
)
def test_lines_are_compared_in_simplified_characters_without_marks(paragraphs: list[str], lines: list[str]) -> None:
    assert compared_lines(paragraphs) == lines
