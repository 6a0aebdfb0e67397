"""The similarity of two poems."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.near_duplicates.poems import limericks, text, with_lines
from versebench.transforms.near_duplicates import jaccard
from versebench.transforms.near_duplicates.jaccard import similarities
from versebench.transforms.near_duplicates.shingles import Shingles, shingles
from versebench.transforms.splits.settings import Splits

SETS = st.lists(st.frozensets(st.integers(0, 9), min_size=1), min_size=1, max_size=6)


def shingles_of(sets: list[frozenset[int]]) -> Shingles:
    hashes = [one for own in sets for one in sorted(own)]
    return Shingles(np.array(hashes, np.uint64), np.array([len(own) for own in sets], np.int64))


def similar(made: Shingles, pairs: list[tuple[int, int]]) -> list[float]:
    return similarities(made, *np.array(pairs, np.int64).reshape(-1, 2).T).tolist()  # type: ignore[no-any-return]


@given(SETS)
def test_it_is_the_shared_part_and_the_same_both_ways(sets: list[frozenset[int]]) -> None:
    pairs = list(product(range(len(sets)), range(len(sets))))
    found = dict(zip(pairs, similar(shingles_of(sets), pairs), strict=True))
    assert found == {(one, other): len(sets[one] & sets[other]) / len(sets[one] | sets[other]) for one, other in pairs}


def test_how_many_are_compared_at_once_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    made = shingles_of([frozenset({1, 2, 3}), frozenset({2, 3, 4}), frozenset({5})])
    pairs = [(0, 1), (1, 2), (0, 0), (2, 1), (1, 0)]
    assert similar(made, pairs) == [0.5, 0, 1, 0, 0.5]
    monkeypatch.setattr(jaccard, "_COMPARED_AT_ONCE", 2)
    assert similar(made, pairs) == [0.5, 0, 1, 0, 0.5]
    assert similar(made, []) == similar(shingles_of([]), []) == []


@pytest.mark.parametrize("line", range(5))
def test_limericks_that_differ_in_a_line_mostly_reach_the_default_and_others_never(line: int) -> None:
    poems = limericks(150)
    changed = [with_lines(poem, poems[place - 1], line) for place, poem in enumerate(poems)]
    made = shingles([text(poem) for poem in (*poems, *changed)])
    threshold, places = Splits().similarity, np.arange(len(poems))
    assert (similarities(made, places, places + len(poems)) >= threshold).mean() > 0.98
    assert (similarities(made, places[2:], places[:-2]) < threshold).all()
