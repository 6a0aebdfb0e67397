from collections import Counter

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.expectations.accumulators.grouping import at_once, merged
from versebench.expectations.accumulators import id_sets
from versebench.expectations.accumulators.id_sets import (
    CompareIds,
    IdFacts,
    IdSets,
    merge_facts,
    partitioned,
    partitions_of,
)

# Few values, so that the same id comes again, and from all over the range.
IDS = st.builds(lambda first, last: f"{first:08x}{last:012x}", st.integers(0, 2**32 - 1), st.integers(0, 2**48 - 1))
SHARDS = st.lists(IDS, min_size=1, max_size=8).flatmap(
    lambda known: st.lists(st.tuples(st.lists(st.sampled_from(known)), st.lists(st.sampled_from(known))), max_size=5)
)


def elements(shards: list[tuple[list[str], list[str]]], partitions: int) -> dict[int, list[IdSets]]:
    """What the shards give of their own ids and of those of a task, by partition."""
    found: dict[int, list[IdSets]] = {}
    for own, others in shards:
        for partition, ids in partitioned(pa.array(own, pa.string()), partitions):
            found.setdefault(partition, []).append(IdSets((ids,)))
        for partition, ids in partitioned(pa.array(others, pa.string()), partitions):
            found.setdefault(partition, []).append(IdSets(others={"swap.v1": (ids,)}))
    return found


@given(SHARDS, st.integers(1, 5))
def test_partitions_together_say_what_the_whole_says(
    shards: list[tuple[list[str], list[str]]], partitions: int
) -> None:
    facts = merge_facts(at_once(CompareIds(), ids) for ids in elements(shards, partitions).values())
    own = Counter(one for ids, _ in shards for one in ids)
    assert (facts.rows, facts.distinct) == (own.total(), len(own))
    assert list(facts.examples) == sorted(one for one, count in own.items() if count > 1)[: id_sets.MOST_EXAMPLES]
    assert facts.shared.get("swap.v1", 0) == sum(one in own for _, ids in shards for one in ids)


@given(st.data(), SHARDS)
def test_neither_order_nor_grouping_counts(data: st.DataObject, shards: list[tuple[list[str], list[str]]]) -> None:
    ids = elements(shards, 1).get(0, [])
    assert data.draw(st.composite(merged)(CompareIds(), ids)) == at_once(CompareIds(), ids)


@pytest.mark.parametrize(
    ("ids", "partitions"),
    [(0, 1), (1, 1), (id_sets.IDS_PER_PARTITION, 1), (id_sets.IDS_PER_PARTITION + 1, 2)],
)
def test_partitions_are_as_many_as_bound_their_size(ids: int, partitions: int) -> None:
    assert partitions_of(ids) == partitions


def test_first_and_last_id_have_a_partition() -> None:
    ids = pa.array(["f" * 20, "0" * 20])
    assert dict(partitioned(ids, 3)) == {0: b"0" * 20, 2: b"f" * 20}


def test_nothing_says_nothing() -> None:
    assert merge_facts([]) == at_once(CompareIds(), []) == IdFacts(0, 0, {}, ())
