"""Counts of an artist against their definitions."""

from statistics import mean, stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.ghostwriting.verses import VERSES, verse
from versebench.transforms.ghostwriting.artists import ArtistCounts, count_artist, moving_richness
from versebench.transforms.ghostwriting.vectors import Lines, tokens


def test_the_counts_of_two_verses() -> None:
    assert count_artist(["x", "y"], [verse("a b / a"), verse("c , a b c")], 10) == ArtistCounts(
        verses=2,
        tokens=8,
        tokens_before_filter=10,
        vocabulary=4,
        richness=50.0,
        richness_before_filter=40.0,
        mean_tokens=4.0,
        standard_deviation=2**0.5,
        longest=5,
        first_types=4,
        moving_richness=None,
    )


def test_an_artist_without_verses_has_no_means() -> None:
    counts = count_artist([], [], 0)
    assert (counts.verses, counts.tokens, counts.longest) == (0, 0, 0)
    assert (counts.richness, counts.richness_before_filter, counts.mean_tokens, counts.standard_deviation) == (
        None,
    ) * 4
    assert count_artist(["x"], [verse("a")], 1).standard_deviation is None


@given(VERSES)
def test_lengths_are_those_of_the_standard_library(verses: list[Lines]) -> None:
    counts = count_artist([str(number) for number in range(len(verses))], verses, 100)
    lengths = [len(list(tokens([lines]))) for lines in verses]
    assert counts.tokens == sum(lengths)
    assert counts.mean_tokens == (pytest.approx(mean(lengths)) if lengths else None)
    assert counts.standard_deviation == (pytest.approx(stdev(lengths)) if len(lengths) > 1 else None)
    assert counts.vocabulary == len(set(tokens(verses)))


def test_first_types_are_those_of_the_first_tokens_in_the_order_of_ids() -> None:
    verses = [[[f"w{number}"] * 1_000] for number in range(40)] + [[["rare", "rarer"]]]
    ids = [f"{number:02}" for number in range(40)] + ["00a"]
    counts = count_artist(ids, verses, 0)
    assert counts.first_types == 22
    assert count_artist(ids[::-1], verses[::-1], 0) == counts
    assert count_artist(ids[:19], verses[:19], 0).first_types == 19


@given(st.lists(st.lists(st.integers(0, 4), max_size=12), max_size=5), st.integers(1, 6))
def test_moving_richness_is_the_mean_over_all_windows(verses: list[list[int]], window: int) -> None:
    windows = [verse[start : start + window] for verse in verses for start in range(len(verse) - window + 1)]
    numbers = np.array([number for verse in verses for number in verse], np.int64)
    found = moving_richness(numbers, np.array([len(verse) for verse in verses], np.int64), window)
    assert found == (pytest.approx(mean(len(set(each)) / window for each in windows)) if windows else None)
