"""Compare the ids of all shards, partition by partition."""

from collections.abc import Iterable

import apache_beam as beam
import numpy as np

from versebench.expectations.accumulators.id_sets import MOST_EXAMPLES, IdFacts, IdSets, decoded


class CompareIds(beam.CombineFn):  # type: ignore[misc]
    """Compares the ids of a partition. An accumulator keeps the ids unsorted; they are sorted once, at the end."""

    def create_accumulator(self) -> IdSets:
        """Return an accumulator without ids."""
        return IdSets()

    def add_input(self, accumulator: IdSets, element: IdSets) -> IdSets:
        """Add the ids of one shard."""
        return self.merge_accumulators([accumulator, element])

    def merge_accumulators(self, accumulators: Iterable[IdSets]) -> IdSets:
        """Join the ids of several accumulators."""
        own: list[bytes] = []
        others: dict[str, list[bytes]] = {}
        for ids in accumulators:
            own += ids.own
            for owner, chunks in ids.others.items():
                others.setdefault(owner, []).extend(chunks)
        return IdSets(tuple(own), {owner: tuple(chunks) for owner, chunks in others.items()})

    def extract_output(self, accumulator: IdSets) -> IdFacts:
        """Count the partition's ids."""
        ids = decoded(accumulator.own)
        distinct, counts = np.unique(ids, return_counts=True)
        others = accumulator.others
        shared = {owner: int(np.isin(decoded(others[owner]), distinct).sum()) for owner in sorted(others)}
        repeated = distinct[counts > 1][:MOST_EXAMPLES].tolist()
        return IdFacts(len(ids), len(distinct), shared, tuple(id_.decode() for id_ in repeated))
