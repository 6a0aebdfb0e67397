"""Ids of all shards: does an id occur twice, or in a table where it must not occur?

No worker ever has all ids in memory. They are spread over partitions by their first digits. There are enough partitions
that each is expected to contain at most :data:`IDS_PER_PARTITION` ids, of 32 bytes each: 20 digits and, from the second
of several equal rejects on, a point and a number.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pyarrow as pa

LONGEST = 32
IDS_PER_PARTITION = 2**20
MOST_EXAMPLES = 5

_PREFIX = 8
_KIND = np.dtype(f"S{LONGEST}")

Ids = npt.NDArray[np.bytes_]


@dataclass(frozen=True, slots=True)
class IdSets:
    """Ids of one partition, as :data:`LONGEST` bytes each, filled with zeros at the end.

    ``own`` are the ids that must occur once. ``others`` are ids of other tables, by their owner.
    """

    own: tuple[bytes, ...] = ()
    others: Mapping[str, tuple[bytes, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class IdFacts:
    """Counts of a partition's ids.

    ``rows`` is the number of own ids and ``distinct`` the number of different ones. ``shared`` counts, by owner, the
    other ids that are also own ids. ``examples`` are the smallest ids that occur more than once.
    """

    rows: int
    distinct: int
    shared: Mapping[str, int]
    examples: tuple[str, ...]


def merge_facts(partitions: Iterable[IdFacts]) -> IdFacts:
    """Merge the facts of several partitions. Partitions have no id in common."""
    facts = list(partitions)
    shared: dict[str, int] = {}
    for partition in facts:
        for owner, count in partition.shared.items():
            shared[owner] = shared.get(owner, 0) + count
    examples = sorted(example for partition in facts for example in partition.examples)[:MOST_EXAMPLES]
    rows = sum(partition.rows for partition in facts)
    distinct = sum(partition.distinct for partition in facts)
    return IdFacts(rows, distinct, dict(sorted(shared.items())), tuple(examples))


def partitions_of(ids: int) -> int:
    """Number of partitions over which this many ids are spread."""
    return max(1, -(-ids // IDS_PER_PARTITION))


def partitioned(column: pa.Array, partitions: int) -> Iterator[tuple[int, bytes]]:
    """Yield each partition with its ids of a column, joined in ascending order. Empty partitions are left out.

    Raises ``ValueError`` for an id of more than :data:`LONGEST` bytes.
    """
    values = column.to_pylist()
    if too_long := next((value for value in values if len(value) > LONGEST), None):
        raise ValueError(f"the id {too_long!r} has more than {LONGEST} characters")
    ids = np.sort(np.array(values, dtype=_KIND))
    first = np.array([int(id_[:_PREFIX], 16) for id_ in ids.tolist()], dtype=np.uint64)
    places = (first * np.uint64(partitions)) >> np.uint64(4 * _PREFIX)
    borders = np.searchsorted(places, np.arange(partitions + 1, dtype=np.uint64))
    for partition in range(partitions):
        if borders[partition] < borders[partition + 1]:
            yield partition, ids[borders[partition] : borders[partition + 1]].tobytes()


def decoded(chunks: Iterable[bytes]) -> Ids:
    """The ids of joined bytes."""
    return np.frombuffer(b"".join(chunks), dtype=_KIND)
