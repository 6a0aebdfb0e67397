"""Clusters: what hangs together, however the pairs come."""

import random
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.near_duplicates.clusters import (
    Edges,
    clusters,
    edges_between,
    edges_of,
    reduced,
    union,
)
from versebench.transforms.near_duplicates.join_clusters import JoinClusters
from versebench.transforms.near_duplicates.works import NONE, WORK, Works

WORKS = 12
PAIRS = st.lists(st.tuples(st.integers(0, WORKS - 1), st.integers(0, WORKS - 1)).filter(lambda pair: pair[0] < pair[1]))
SPLITS = st.lists(st.sampled_from([NONE, NONE, 0, 2]), min_size=WORKS, max_size=WORKS)


def edges(pairs: Sequence[tuple[int, int]], splits: Sequence[int]) -> Edges:
    works = np.zeros(WORKS, WORK)
    works["work"] = [f"{number:020x}".encode() for number in range(WORKS)]
    works["split"] = splits
    return edges_between(works[[one for one, _ in pairs]], works[[other for _, other in pairs]])


def numbers(works: Works) -> list[int]:
    return [int(work, 16) for work in works["work"].tolist()]


def hang_together(pairs: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The same by following every pair from every work."""
    found: list[set[int]] = []
    for pair in pairs:
        touched = [one for one in found if one & set(pair)]
        found = [one for one in found if one not in touched] + [set(pair).union(*touched)]
    return sorted(sorted(one) for one in found)


@given(PAIRS, SPLITS)
def test_clusters_are_what_hangs_together_by_pairs_that_are_not_apart(
    pairs: list[tuple[int, int]], splits: list[int]
) -> None:
    found = edges(pairs, splits)
    joining = [pair for pair in pairs if NONE in (one := [splits[number] for number in pair]) or one[0] == one[1]]
    assert [pair for pair, apart in zip(pairs, found["apart"], strict=True) if not apart] == joining
    assert [numbers(works) for works in clusters(found)] == hang_together(joining)


@given(PAIRS, SPLITS, st.randoms(), st.lists(st.integers(0, 100), max_size=5))
def test_order_repetition_and_grouping_change_nothing(
    pairs: list[tuple[int, int]], splits: list[int], shuffler: random.Random, cuts: list[int]
) -> None:
    wanted = reduced(edges(pairs, splits)).tobytes()
    shuffled = [*pairs, *pairs[::2]]
    shuffler.shuffle(shuffled)
    borders = sorted({0, len(shuffled), *(cut for cut in cuts if cut < len(shuffled))})
    parts = [edges(shuffled[start:end], splits).tobytes() for start, end in pairwise(borders)]
    join = JoinClusters()
    one = join.create_accumulator()
    for part in parts[::2]:
        one = join.add_input(one, part)
    other = join.create_accumulator()
    for part in parts[1::2]:
        other = join.compact(join.add_input(other, part))
    assert join.extract_output(join.merge_accumulators([other, one])) == wanted
    assert reduced(edges_of([wanted])).tobytes() == wanted


@given(PAIRS, SPLITS)
def test_no_more_is_kept_than_works_and_pairs_apart(pairs: list[tuple[int, int]], splits: list[int]) -> None:
    found = edges(pairs, splits)
    kept = reduced(found)
    assert [numbers(works) for works in clusters(kept)] == [numbers(works) for works in clusters(found)]
    together = clusters(found)
    assert len(kept) == sum(map(len, together)) - len(together) + len(np.unique(found[found["apart"]]))


def test_a_long_chain_is_one_cluster_of_its_smallest() -> None:
    assert union(100_000, [(number + 1, number) for number in range(99_999)]) == [0] * 100_000
    assert union(4, [(3, 1)]) == [0, 1, 2, 1]
    assert union(0, []) == []
