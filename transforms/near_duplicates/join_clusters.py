"""Join the near-duplicates of all parts of a corpus into clusters."""

from collections.abc import Iterable

import apache_beam as beam

from versebench.transforms.near_duplicates.clusters import edges_of, reduced

Parts = tuple[bytes, ...]

_LOOSE = 1 << 24
"""Bytes of pairs that may gather before they are reduced, as the cost of reducing grows with all that is kept."""


class JoinClusters(beam.CombineFn):  # type: ignore[misc]
    """Combines the near-duplicates of all parts of a corpus.

    An accumulator contains pairs as bytes: first the reduced ones, then those of the parts added since.
    """

    def create_accumulator(self) -> Parts:
        """Returns an accumulator without pairs."""
        return (b"",)

    def add_input(self, accumulator: Parts, element: bytes) -> Parts:
        """Add the pairs of one part."""
        parts = (*accumulator, element)
        return parts if sum(map(len, parts[1:])) <= max(len(parts[0]), _LOOSE) else self.compact(parts)

    def merge_accumulators(self, accumulators: Iterable[Parts]) -> Parts:
        """Merge the pairs of several accumulators."""
        return self.compact(tuple(part for parts in accumulators for part in parts))

    def compact(self, accumulator: Parts) -> Parts:
        """Reduce the pairs of an accumulator."""
        return (reduced(edges_of(accumulator)).tobytes(),)

    def extract_output(self, accumulator: Parts) -> bytes:
        """Returns the pairs of all parts, reduced."""
        return self.compact(accumulator)[0]
