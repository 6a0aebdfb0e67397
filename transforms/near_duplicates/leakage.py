"""Whether a cluster of near-duplicates stands on two sides of a split: what no shard can see."""

from collections.abc import Iterable, Sequence

import apache_beam as beam
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from versebench.schemas.splits import SPLIT_NAMES

DIGITS = 15
"""Digits by which a cluster is known here: 60 bits. Among ten million clusters two are mistaken for one with a chance
of 1 in 23,000; a leak that is none would be found then, and never a leak missed."""

Sides = npt.NDArray[np.uint64]
"""Clusters with the split of a poem of each, a number of eight bytes for both, sorted and each once."""

_FOR_SPLIT = np.uint64(4)


def sides(splits: pa.Table) -> Sides:
    """The sides on which the clusters of a table of splits stand. A split without a name known here is one of its own.

    Every cluster counts, as a poem that is alone in its shard may have its near-duplicates in another one.
    """
    digits = pc.utf8_slice_codeunits(splits.column("cluster").combine_chunks(), 0, DIGITS)
    clusters = pc.binary_join_element_wise("0x", digits, "").cast(pa.uint64()).to_numpy()
    numbers = pc.fill_null(pc.index_in(splits.column("split"), pa.array(SPLIT_NAMES)), len(SPLIT_NAMES)).to_numpy()
    found: Sides = np.unique((clusters << _FOR_SPLIT) | numbers.astype(np.uint64))
    return found


def leaks(parts: Sequence[Sides]) -> list[str]:
    """The first digits of the clusters that stand on more than one side in some parts together, in their order."""
    found = np.unique(np.concatenate([np.zeros(0, np.uint64), *parts]))
    clusters, counts = np.unique(found >> _FOR_SPLIT, return_counts=True)
    return [f"{cluster:0{DIGITS}x}" for cluster in clusters[counts > 1].tolist()]


class SplitsOfClusters(beam.CombineFn):  # type: ignore[misc]
    """Finds the clusters on two sides, from :func:`sides` of each shard.

    An accumulator holds eight bytes for each cluster of each of its shards, a poem alone being one.
    """

    def create_accumulator(self) -> tuple[Sides, ...]:
        """No clusters."""
        return ()

    def add_input(self, accumulator: tuple[Sides, ...], element: Sides) -> tuple[Sides, ...]:
        """The sides of one shard."""
        return (*accumulator, element)

    def merge_accumulators(self, accumulators: Iterable[tuple[Sides, ...]]) -> tuple[Sides, ...]:
        """The sides of several shards."""
        return tuple(part for parts in accumulators for part in parts)

    def extract_output(self, accumulator: tuple[Sides, ...]) -> list[str]:
        """The first digits of the clusters that leak."""
        return leaks(accumulator)
