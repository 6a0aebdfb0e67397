"""From near-duplicates to clusters: the connected components of the graph of near-duplicates.

Pairs of works are reduced to the fewest that give the same clusters, in any order and grouping. So at most about a
hundred bytes are kept for each work that has a near-duplicate.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby

import numpy as np
import numpy.typing as npt

from versebench.transforms.near_duplicates.works import NONE, WORK, Works

EDGE = np.dtype([("first", WORK), ("second", WORK), ("apart", "?")])
"""Two works that are near-duplicates, the one with the smaller id first. They are ``apart`` if an earlier release, for
which they were not near-duplicates, put them on different sides of its split. A split is never changed, so these pairs
join no clusters."""

Edges = npt.NDArray[np.void]


def edges_between(first: Works, second: Works) -> Edges:
    """Returns pairs of near-duplicates, from the first and the second works of the pairs."""
    edges = np.empty(len(first), EDGE)
    edges["first"], edges["second"] = first, second
    old = (first["split"] != NONE) & (second["split"] != NONE)
    edges["apart"] = old & (first["split"] != second["split"])
    return edges


def reduced(edges: Edges) -> Edges:
    """Returns the fewest pairs that give the same clusters: the smallest work of each cluster with every other one.

    Pairs that are ``apart`` are kept. The result is sorted; order and repetition of ``edges`` do not matter.
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
    """Returns the works of each cluster of two or more, sorted by id; clusters are sorted by their first works."""
    works, smallest = _smallest_of_cluster(edges)
    order = np.argsort(smallest, kind="stable")
    return [works[list(places)] for _, places in groupby(order.tolist(), key=smallest.__getitem__)]


def _smallest_of_cluster(edges: Edges) -> tuple[Works, npt.NDArray[np.int64]]:
    """Returns the works that pairs join, sorted by id, and for each the place of the smallest of its cluster."""
    edges = edges[~edges["apart"]]
    both = np.concatenate([edges["first"], edges["second"]])
    _, index, places = np.unique(both["work"], return_index=True, return_inverse=True)
    first, second = places[: len(edges)].tolist(), places[len(edges) :].tolist()
    return both[index], np.array(union(len(index), zip(first, second, strict=True)), np.int64)


def union(count: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """Returns, for each number below ``count``, the smallest number that pairs connect it with (union-find)."""
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


def edges_of(parts: Sequence[bytes]) -> Edges:
    """Decode pairs from bytes."""
    return np.frombuffer(b"".join(parts), EDGE)
