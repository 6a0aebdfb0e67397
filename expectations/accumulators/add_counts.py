"""Whole numbers that add up over shards."""

from collections.abc import Iterable, Mapping

import apache_beam as beam

Counts = Mapping[str, Mapping[str, int]]
"""Whole numbers by dimension and label."""


class AddCounts(beam.CombineFn):  # type: ignore[misc]
    """Adds counts over shards.

    An accumulator has one number for each label. The bins of a dimension are fixed, so the size of an accumulator
    depends on the recipe's tasks, sources and scorers only, never on the number of rows.
    """

    def create_accumulator(self) -> Counts:
        """Return an accumulator without counts."""
        return {}

    def add_input(self, accumulator: Counts, element: Counts) -> Counts:
        """Add the counts of one shard."""
        return self.merge_accumulators([accumulator, element])

    def merge_accumulators(self, accumulators: Iterable[Counts]) -> Counts:
        """Add the counts of several accumulators, without changing them."""
        sums: dict[str, dict[str, int]] = {}
        for counts in accumulators:
            for dimension, labels in counts.items():
                sum_ = sums.setdefault(dimension, {})
                for label, count in labels.items():
                    sum_[label] = sum_.get(label, 0) + count
        return sums

    def extract_output(self, accumulator: Counts) -> Counts:
        """Return the counts of all shards, sorted by dimension and label."""
        return {name: dict(sorted(accumulator[name].items())) for name in sorted(accumulator)}
