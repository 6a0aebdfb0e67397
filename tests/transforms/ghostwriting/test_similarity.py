"""Nearest verses against scikit-learn's stored values and against a search without blocks."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.ghostwriting.verses import VERSES, verse
from versebench.transforms.ghostwriting import screen, similarity
from versebench.transforms.ghostwriting.similarity import Nearest, nearest_own_verses, nearest_verses
from versebench.transforms.ghostwriting.vectors import Lines, vectors

STORED = json.loads((Path(__file__).parent / "scikit_learn.json").read_text(encoding="utf-8"))
"""Made by ``python benchmarks/peers/similarity.py < tests/transforms/ghostwriting/scikit_learn.json``."""

ARTIST = [verse(text) for text in ("a a b / c", "a b c d", "e f", "e f", "g")]


def rows(nearest: Nearest) -> list[tuple[float, int, float, int]]:
    """The columns as rows, with similarities of six digits."""
    columns = nearest.similarity.round(6), nearest.nearest, nearest.second_similarity.round(6), nearest.second_nearest
    return list(zip(*(column.tolist() for column in columns), strict=True))


def test_largest_similarities_are_those_of_scikit_learn() -> None:
    artist = vectors([verse(text) for text in STORED["artist"]])
    nearest = nearest_verses([verse(text) for text in STORED["verses"]], artist)
    assert np.abs(nearest.similarity - STORED["largest"]).max() <= 1e-12


def test_the_nearest_verse_and_the_second() -> None:
    nearest = rows(nearest_verses([verse("f e"), verse("b a c a"), verse("g h")], vectors(ARTIST)))
    assert nearest[0] == (1.0, 2, 1.0, 3)
    assert (nearest[1][0], nearest[1][1], nearest[1][3]) == (1.0, 0, 1)
    assert nearest[2] == (1.0, 4, 0.0, -1)


def test_a_verse_without_tokens_has_no_similarity_and_one_of_unknown_tokens_has_none_in_common() -> None:
    empty, unknown = rows(nearest_verses([(), verse("x y")], vectors(ARTIST)))
    assert np.isnan(empty[0])
    assert np.isnan(empty[2])
    assert empty[1::2] == (-1, -1)
    assert unknown == (0.0, -1, 0.0, -1)


def test_an_artist_without_verses_and_one_with_a_single_verse() -> None:
    nothing, single = (nearest_verses([verse("a")], vectors(artist)) for artist in ([], [verse("a")]))
    assert np.isnan(nothing.similarity).all()
    assert single.similarity.tolist() == [1.0]
    assert np.isnan(single.second_similarity).all()
    assert np.isnan(nearest_own_verses(vectors([verse("a")]), [0]).similarity).all()


def test_own_verses_are_compared_outside_their_cluster() -> None:
    own = rows(nearest_own_verses(vectors(ARTIST), [0, 1, 2, 2, 4]))
    assert (own[0][1], own[1][1]) == (1, 0)
    assert own[2] == own[3] == (0.0, -1, 0.0, -1)
    assert rows(nearest_own_verses(vectors(ARTIST), [0, 1, 2, 3, 4]))[2][:2] == (1.0, 3)


@pytest.mark.parametrize("name", ["smooth.v1", "potash2016"])
@given(verses=VERSES, artist=VERSES, cells=st.integers(1, 20), frequent=st.integers(0, 5), data=st.data())
def test_neither_blocks_nor_the_number_of_frequent_tokens_changes_anything(
    name: str, verses: list[Lines], artist: list[Lines], cells: int, frequent: int, data: st.DataObject
) -> None:
    made = vectors(artist, name)
    clusters = data.draw(st.lists(st.integers(0, 3), min_size=len(artist), max_size=len(artist)))
    whole = nearest_verses(verses, made), nearest_own_verses(made, clusters)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(similarity, "CELLS_AT_ONCE", cells)
        patch.setattr(screen, "FREQUENT", frequent)
        again = vectors(artist, name)
        blocks = nearest_verses(verses, again), nearest_own_verses(again, clusters)
    for once, block in zip(whole, blocks, strict=True):
        for column in vars(once):
            np.testing.assert_array_equal(getattr(once, column), getattr(block, column))
    cosines = made.rows.toarray() @ made.rows.toarray().T
    for place, cluster in enumerate(clusters):
        others = [cosines[place, other] for other in range(len(artist)) if clusters[other] != cluster]
        if others and any(artist[place]):
            assert whole[1].similarity[place] == pytest.approx(max(others), abs=1e-12)
        else:
            assert np.isnan(whole[1].similarity[place])
