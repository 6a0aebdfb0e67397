"""Keys: alike poems share some, and a threshold misses few."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.near_duplicates.minhash import MISSED, band_keys, bands, chance
from versebench.transforms.near_duplicates.shingles import Shingles, shingles

TEXTS = ["a cat on a mat", "a dog on a mat", "who went to sea in a sieve", "cat", ""]


def sets_of(similarity: float, count: int) -> Shingles:
    """Pairs of sets of 40 that share so much, one after another: what they hold is drawn at random."""
    shared = round(80 * similarity / (1 + similarity))
    numbers = np.random.default_rng(1).integers(0, 2**63, (count, 80 - shared), dtype=np.uint64)
    return Shingles(np.concatenate([numbers[:, :40], numbers[:, -40:]], axis=1).ravel(), np.full(2 * count, 40))


@pytest.mark.parametrize(("similarity", "number"), [(1.0, 1), (0.8, 9), (0.5, 72)])
def test_as_many_bands_as_a_threshold_needs_and_no_more(similarity: float, number: int) -> None:
    assert bands(similarity) == number
    assert chance(similarity, number) >= 1 - MISSED
    assert number == 1 or chance(similarity, number - 1) < 1 - MISSED


@pytest.mark.parametrize("similarity", [0.25, 0.6])
def test_pairs_share_a_key_as_often_as_is_said(similarity: float) -> None:
    keys = band_keys(sets_of(similarity, 2000), 8)
    found = (keys[:, ::2] == keys[:, 1::2]).any(axis=0).mean()
    assert found == pytest.approx(chance(similarity, 8), abs=0.04)


@given(st.permutations(range(len(TEXTS))))
def test_keys_of_a_text_depend_on_it_alone(order: list[int]) -> None:
    keys = band_keys(shingles(TEXTS), 3)
    assert (band_keys(shingles([TEXTS[place] for place in order]), 3) == keys[:, order]).all()
    assert (band_keys(shingles(TEXTS), 2) == keys[:2]).all()


def test_texts_of_the_same_shingles_share_every_key_and_no_band_has_the_keys_of_another() -> None:
    keys = band_keys(shingles(["A cat on a mat!", *TEXTS]), 5)
    assert (keys[:, 0] == keys[:, 1]).all()
    assert len(np.unique(keys[:, 1:])) == 5 * len(TEXTS)
    assert band_keys(shingles([]), 5).shape == (5, 0)


def test_the_keys_are_what_they_always_were() -> None:
    keys = band_keys(shingles(["There was a young lady."]), 2).ravel().tolist()
    assert keys == [3840582152667938351, 2895677879920243421]
