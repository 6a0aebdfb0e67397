"""From near-duplicates to clusters: what hangs together.

Pairs of works are reduced to as few as say the same, in any order and any grouping, so that no more is ever kept than
about a hundred bytes for each work that has a near-duplicate.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby

import apache_beam as beam
import numpy as np
import numpy.typing as npt

from versebench.transforms.near_duplicates.works import NONE, WORK, Works

EDGE = np.dtype([("first", WORK), ("second", WORK), ("apart", "?")])
"""Two works that are near-duplicates, the one with the smaller id first. Such as an earlier release put on two sides of
its split, since they were none to it, stay ``apart``: a split is never changed, and they join nothing."""

Edges = npt.NDArray[np.void]

Parts = tuple[bytes, ...]

_LOOSE = 1 << 24
"""Bytes of pairs that are kept before they are reduced: reducing costs as much as what is kept already."""


def edges_between(first: Works, second: Works) -> Edges:
    """The pairs of works that are near-duplicates, from the first and the second of each."""
    edges = np.empty(len(first), EDGE)
    edges["first"], edges["second"] = first, second
    old = (first["split"] != NONE) & (second["split"] != NONE)
    edges["apart"] = old & (first["split"] != second["split"])
    return edges


def reduced(edges: Edges) -> Edges:
    """The fewest pairs that give the same clusters: each work beside the smallest of its cluster; and those apart.

    They come in one order, whatever the order of ``edges`` and however often each is among them.
    """
    works, smallest = _smallest_of_cluster(edges)
    others = np.flatnonzero(smallest != np.arange(len(works)))
    joined = np.zeros(len(others), EDGE)
    joined["first"], joined["second"] = works[smallest[others]], works[others]
    kept = np.concatenate([joined, edges[edges["apart"]]])
    ids = np.empty(len(kept), [("first", "S20"), ("second", "S20"), ("apart", "?")])
    ids["first"], ids["second"], ids["apart"] = kept["first"]["work"], kept["second"]["work"], kept["apart"]
    return kept[np.unique(ids, return_index=True)[1]]


def clusters(edges: Edges) -> list[Works]:
    """The works of each cluster of more than one, in the order of their ids; clusters in that of their first works."""
    works, smallest = _smallest_of_cluster(edges)
    order = np.argsort(smallest, kind="stable")
    return [works[list(places)] for _, places in groupby(order.tolist(), key=smallest.__getitem__)]


def _smallest_of_cluster(edges: Edges) -> tuple[Works, npt.NDArray[np.int64]]:
    """The works that pairs join, in the order of their ids, and of each the place of the smallest of its cluster."""
    edges = edges[~edges["apart"]]
    both = np.concatenate([edges["first"], edges["second"]])
    _, index, places = np.unique(both["work"], return_index=True, return_inverse=True)
    first, second = places[: len(edges)].tolist(), places[len(edges) :].tolist()
    return both[index], np.array(union(len(index), zip(first, second, strict=True)), np.int64)


def union(count: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """Of each of the numbers below ``count`` the smallest one that it hangs together with by some pairs."""
    smaller = list(range(count))

    def smallest(number: int) -> int:
        while smaller[number] != number:
            smaller[number] = smaller[smaller[number]]
            number = smaller[number]
        return number

    for first, second in pairs:
        low, high = sorted((smallest(first), smallest(second)))
        smaller[high] = low
    return [smallest(number) for number in range(count)]


class JoinClusters(beam.CombineFn):  # type: ignore[misc]
    """Brings near-duplicates of all parts of a corpus together.

    An accumulator holds pairs as bytes: at first those that are reduced, then those of parts that came since.
    """

    def create_accumulator(self) -> Parts:
        """No pairs."""
        return (b"",)

    def add_input(self, accumulator: Parts, element: bytes) -> Parts:
        """The pairs of one part."""
        parts = (*accumulator, element)
        return parts if sum(map(len, parts[1:])) <= max(len(parts[0]), _LOOSE) else self.compact(parts)

    def merge_accumulators(self, accumulators: Iterable[Parts]) -> Parts:
        """The pairs of several parts."""
        return self.compact(tuple(part for parts in accumulators for part in parts))

    def compact(self, accumulator: Parts) -> Parts:
        """The same, reduced."""
        return (reduced(edges_of(accumulator)).tobytes(),)

    def extract_output(self, accumulator: Parts) -> bytes:
        """The pairs of all parts, reduced."""
        return self.compact(accumulator)[0]


def edges_of(parts: Sequence[bytes]) -> Edges:
    """Pairs from their bytes."""
    return np.frombuffer(b"".join(parts), EDGE)
