"""Whole numbers that add up over shards."""

from collections.abc import Iterable, Mapping

import apache_beam as beam

Counts = Mapping[str, Mapping[str, int]]
"""Whole numbers by dimension and label."""


class AddCounts(beam.CombineFn):  # type: ignore[misc]
    """Adds counts. An accumulator holds a number for each label; the bins of a dimension are fixed, so that their
    number depends on the recipe's tasks, sources and scorers alone and never on the number of rows."""

    def create_accumulator(self) -> Counts:
        """Nothing."""
        return {}

    def add_input(self, accumulator: Counts, element: Counts) -> Counts:
        """The counts of one shard."""
        return self.merge_accumulators([accumulator, element])

    def merge_accumulators(self, accumulators: Iterable[Counts]) -> Counts:
        """The counts of several shards."""
        sums: dict[str, dict[str, int]] = {}
        for counts in accumulators:
            for dimension, labels in counts.items():
                sum_ = sums.setdefault(dimension, {})
                for label, count in labels.items():
                    sum_[label] = sum_.get(label, 0) + count
        return sums

    def extract_output(self, accumulator: Counts) -> Counts:
        """The counts of all shards, in the order of their names."""
        return {name: dict(sorted(accumulator[name].items())) for name in sorted(accumulator)}
