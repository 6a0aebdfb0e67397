"""Ids of all shards: does one stand twice, and does one stand where it must not?

No worker ever holds all ids. They are spread over partitions by their first digits, so many that a partition is
expected to hold at most :data:`IDS_PER_PARTITION`, of 20 bytes each.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import apache_beam as beam
import numpy as np
import numpy.typing as npt
import pyarrow as pa

DIGITS = 20
IDS_PER_PARTITION = 2**20
MOST_EXAMPLES = 5

_PREFIX = 8
_KIND = np.dtype(f"S{DIGITS}")

Ids = npt.NDArray[np.bytes_]


@dataclass(frozen=True, slots=True)
class IdSets:
    """Ids of one partition, as bytes of 20 digits each: those that must stand once, and others by whose they are."""

    own: tuple[bytes, ...] = ()
    others: Mapping[str, tuple[bytes, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class IdFacts:
    """``rows`` of a partition's ids are ``distinct``; ``shared`` counts the other ids that are among them, by owner.

    ``examples`` are the smallest ids that stand more than once.
    """

    rows: int
    distinct: int
    shared: Mapping[str, int]
    examples: tuple[str, ...]


class CompareIds(beam.CombineFn):  # type: ignore[misc]
    """Compares the ids of a partition. An accumulator holds those of its shards, as they came; they are sorted once."""

    def create_accumulator(self) -> IdSets:
        """No ids."""
        return IdSets()

    def add_input(self, accumulator: IdSets, element: IdSets) -> IdSets:
        """The ids of one shard."""
        return self.merge_accumulators([accumulator, element])

    def merge_accumulators(self, accumulators: Iterable[IdSets]) -> IdSets:
        """The ids of several shards."""
        own: list[bytes] = []
        others: dict[str, list[bytes]] = {}
        for ids in accumulators:
            own += ids.own
            for owner, chunks in ids.others.items():
                others.setdefault(owner, []).extend(chunks)
        return IdSets(tuple(own), {owner: tuple(chunks) for owner, chunks in others.items()})

    def extract_output(self, accumulator: IdSets) -> IdFacts:
        """What the partition's ids say."""
        ids = _ids(accumulator.own)
        distinct, counts = np.unique(ids, return_counts=True)
        others = accumulator.others
        shared = {owner: int(np.isin(_ids(others[owner]), distinct).sum()) for owner in sorted(others)}
        repeated = distinct[counts > 1][:MOST_EXAMPLES].tolist()
        return IdFacts(len(ids), len(distinct), shared, tuple(one.decode() for one in repeated))


def merge_facts(partitions: Iterable[IdFacts]) -> IdFacts:
    """The facts of several partitions, which have no id in common."""
    facts = list(partitions)
    shared: dict[str, int] = {}
    for one in facts:
        for owner, count in one.shared.items():
            shared[owner] = shared.get(owner, 0) + count
    examples = sorted(example for one in facts for example in one.examples)[:MOST_EXAMPLES]
    rows, distinct = sum(one.rows for one in facts), sum(one.distinct for one in facts)
    return IdFacts(rows, distinct, dict(sorted(shared.items())), tuple(examples))


def partitions_of(ids: int) -> int:
    """Into how many partitions so many ids are spread."""
    return max(1, -(-ids // IDS_PER_PARTITION))


def partitioned(column: pa.Array, partitions: int) -> Iterator[tuple[int, bytes]]:
    """The ids of a column by partition, in ascending order within each; partitions without an id are left out."""
    ids = np.sort(np.array(column.to_pylist(), dtype=_KIND))
    first = np.array([int(one[:_PREFIX], 16) for one in ids.tolist()], dtype=np.uint64)
    places = (first * np.uint64(partitions)) >> np.uint64(4 * _PREFIX)
    borders = np.searchsorted(places, np.arange(partitions + 1, dtype=np.uint64))
    for partition in range(partitions):
        if borders[partition] < borders[partition + 1]:
            yield partition, ids[borders[partition] : borders[partition + 1]].tobytes()


def _ids(chunks: Iterable[bytes]) -> Ids:
    return np.frombuffer(b"".join(chunks), dtype=_KIND)
