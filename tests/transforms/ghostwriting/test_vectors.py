"""Tf-idf vectors against their formulas, written out for each token."""

from collections import Counter
from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given

from tests.transforms.ghostwriting.verses import VERSES, verse
from versebench.transforms.ghostwriting.vectors import WEIGHTINGS, Lines, tokens, vectors


def by_formula(lines: Lines, artist: list[Lines], name: str) -> dict[str, float]:
    """The vector of a verse by its tokens."""
    spread = Counter(token for verse in artist for token in set(tokens([verse])))
    weights = {
        "smooth.v1": lambda df: log((1 + len(artist)) / (1 + df)) + 1,
        "potash2016": lambda df: log(len(artist) / df),
    }
    values = {
        token: count * weights[name](spread[token])
        for token, count in Counter(tokens([lines])).items()
        if spread[token]
    }
    length = sqrt(sum(value**2 for value in values.values()))
    return {token: value / length for token, value in values.items() if value}


@pytest.mark.parametrize("name", ["smooth.v1", "potash2016"])
@given(artist=VERSES, others=VERSES)
def test_vectors_are_those_of_the_formula(name: str, artist: list[Lines], others: list[Lines]) -> None:
    made = vectors(artist, name)
    rows, lengths = made.of(others)
    assert lengths.tolist() == [len(list(tokens([lines]))) for lines in others]
    for lines, row in zip([*artist, *others], [*made.rows.toarray(), *rows.toarray()], strict=True):
        expected = by_formula(lines, artist, name)
        assert {token for token, place in made.places.items() if row[place]} == expected.keys()
        for token, value in expected.items():
            assert row[made.places[token]] == pytest.approx(value, abs=1e-12)


def test_a_token_of_every_verse_weighs_nothing_in_the_plain_form() -> None:
    made = vectors([verse("a b"), verse("a c")], "potash2016")
    assert made.weights.tolist() == [0.0, pytest.approx(log(2)), pytest.approx(log(2))]
    assert np.linalg.norm(made.of([verse("a a / a")])[0].toarray()) == 0


def test_both_weightings_are_registered() -> None:
    assert list(WEIGHTINGS) == ["smooth.v1", "potash2016"]
