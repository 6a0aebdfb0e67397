"""A check over all shards that no cluster of near-duplicates is on two sides of a split."""

from collections.abc import Iterable, Sequence

import apache_beam as beam
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from versebench.schemas.splits import SPLIT_NAMES

DIGITS = 15
"""Hex digits that identify a cluster here: 60 bits. Among ten million clusters two are mistaken for one with a chance
of 1 in 23,000. Such a mistake may report a false leak, but never misses one."""

Sides = npt.NDArray[np.uint64]
"""Pairs of a cluster and the split of one of its poems, as numbers of eight bytes, sorted and each once."""

_FOR_SPLIT = np.uint64(4)


def sides(splits: pa.Table) -> Sides:
    """Returns the sides of the clusters in a table of splits. All unknown names of splits count as one further split.

    Clusters with one poem are included, as their other poems may be in another shard.
    """
    digits = pc.utf8_slice_codeunits(splits.column("cluster").combine_chunks(), 0, DIGITS)
    clusters = pc.binary_join_element_wise("0x", digits, "").cast(pa.uint64()).to_numpy()
    numbers = pc.fill_null(pc.index_in(splits.column("split"), pa.array(SPLIT_NAMES)), len(SPLIT_NAMES)).to_numpy()
    pairs: Sides = np.unique((clusters << _FOR_SPLIT) | numbers.astype(np.uint64))
    return pairs


def leaks(parts: Sequence[Sides]) -> list[str]:
    """Returns the first digits of the clusters that are on more than one side in all parts together, sorted."""
    pairs = np.unique(np.concatenate([np.zeros(0, np.uint64), *parts]))
    clusters, counts = np.unique(pairs >> _FOR_SPLIT, return_counts=True)
    return [f"{cluster:0{DIGITS}x}" for cluster in clusters[counts > 1].tolist()]


class SplitsOfClusters(beam.CombineFn):  # type: ignore[misc]
    """Finds the clusters that are on two sides, from the :func:`sides` of each shard.

    An accumulator contains eight bytes for each cluster of each of its shards, clusters of one poem included.
    """

    def create_accumulator(self) -> tuple[Sides, ...]:
        """Returns an accumulator without clusters."""
        return ()

    def add_input(self, accumulator: tuple[Sides, ...], element: Sides) -> tuple[Sides, ...]:
        """Add the sides of one shard."""
        return (*accumulator, element)

    def merge_accumulators(self, accumulators: Iterable[tuple[Sides, ...]]) -> tuple[Sides, ...]:
        """Merge the sides of several accumulators."""
        return tuple(part for parts in accumulators for part in parts)

    def extract_output(self, accumulator: tuple[Sides, ...]) -> list[str]:
        """Returns the first digits of the clusters that are on two sides."""
        return leaks(accumulator)
