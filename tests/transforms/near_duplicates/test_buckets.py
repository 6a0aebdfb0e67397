"""Which pairs are compared."""

import random
from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.near_duplicates.buckets import ENTRY, MOST_PAIRED, candidates

ENTRIES = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 2 * MOST_PAIRED)), max_size=80)


def pairs_of(entries: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return candidates(np.array(entries, ENTRY)).tolist()  # type: ignore[no-any-return]


def wanted(entries: set[tuple[int, int]]) -> list[tuple[int, int]]:
    found = set()
    for key in {key for key, _ in entries}:
        bucket = sorted(poem for its, poem in entries if its == key)
        found |= {pair for pair in combinations(bucket, 2) if len(bucket) <= MOST_PAIRED or pair[0] == bucket[0]}
    return sorted(found)


@given(ENTRIES, st.randoms())
def test_all_pairs_of_a_bucket_or_those_with_its_first_whatever_the_order(
    entries: set[tuple[int, int]], shuffler: random.Random
) -> None:
    shuffled = list(entries)
    shuffler.shuffle(shuffled)
    assert pairs_of(shuffled) == wanted(entries)


def test_a_huge_bucket_gives_as_many_pairs_as_it_has_poems() -> None:
    assert pairs_of([(7, poem) for poem in range(100_000)]) == [(0, poem) for poem in range(1, 100_000)]


def test_where_no_key_is_shared_there_is_no_pair() -> None:
    assert pairs_of([]) == pairs_of([(1, 1), (2, 2), (3, 1)]) == []
