from collections import Counter

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.expectations.accumulators.grouping import at_once, merged
from versebench.expectations.accumulators import id_sets
from versebench.expectations.accumulators.compare_ids import CompareIds
from versebench.expectations.accumulators.id_sets import (
    IdFacts,
    IdSets,
    merge_facts,
    partitioned,
    partitions_of,
)

# Few different values, so that ids repeat, taken from the whole range.
IDS = st.builds(
    lambda first, last, number: f"{first:08x}{last:012x}{number}",
    st.integers(0, 2**32 - 1),
    st.integers(0, 2**48 - 1),
    st.sampled_from(["", ".1", ".2", ".10", ".99999999999"]),
)
SHARDS = st.lists(IDS, min_size=1, max_size=8).flatmap(
    lambda known: st.lists(st.tuples(st.lists(st.sampled_from(known)), st.lists(st.sampled_from(known))), max_size=5)
)


def elements(shards: list[tuple[list[str], list[str]]], partitions: int) -> dict[int, list[IdSets]]:
    """The shards' own ids and those of a task, by partition."""
    by_partition: dict[int, list[IdSets]] = {}
    for own, others in shards:
        for partition, ids in partitioned(pa.array(own, pa.string()), partitions):
            by_partition.setdefault(partition, []).append(IdSets((ids,)))
        for partition, ids in partitioned(pa.array(others, pa.string()), partitions):
            by_partition.setdefault(partition, []).append(IdSets(others={"swap.v1": (ids,)}))
    return by_partition


@given(SHARDS, st.integers(1, 5))
def test_merged_partitions_agree_with_counts_over_all_ids(
    shards: list[tuple[list[str], list[str]]], partitions: int
) -> None:
    facts = merge_facts(at_once(CompareIds(), ids) for ids in elements(shards, partitions).values())
    own = Counter(id_ for ids, _ in shards for id_ in ids)
    assert (facts.rows, facts.distinct) == (own.total(), len(own))
    assert list(facts.examples) == sorted(id_ for id_, count in own.items() if count > 1)[: id_sets.MOST_EXAMPLES]
    assert facts.shared.get("swap.v1", 0) == sum(id_ in own for _, ids in shards for id_ in ids)


@given(st.data(), SHARDS)
def test_order_and_grouping_do_not_matter(data: st.DataObject, shards: list[tuple[list[str], list[str]]]) -> None:
    ids = elements(shards, 1).get(0, [])
    assert data.draw(st.composite(merged)(CompareIds(), ids)) == at_once(CompareIds(), ids)


@pytest.mark.parametrize(
    ("ids", "partitions"),
    [(0, 1), (1, 1), (id_sets.IDS_PER_PARTITION, 1), (id_sets.IDS_PER_PARTITION + 1, 2)],
)
def test_the_number_of_partitions_bounds_their_size(ids: int, partitions: int) -> None:
    assert partitions_of(ids) == partitions


def test_first_and_last_id_have_a_partition() -> None:
    ids = pa.array(["f" * 20, "0" * 20])
    assert dict(partitioned(ids, 3)) == {0: b"0" * 20 + bytes(12), 2: b"f" * 20 + bytes(12)}


def test_the_numbers_of_equal_rejects_are_part_of_their_ids() -> None:
    ids = [f"{'7' * 20}{number}" for number in ("", ".1", ".2")]
    assert at_once(CompareIds(), elements([(ids, [])], 1)[0]) == IdFacts(3, 3, {}, ())
    assert at_once(CompareIds(), elements([([*ids, ids[2]], [])], 1)[0]) == IdFacts(4, 3, {}, (ids[2],))


def test_an_id_is_never_cut() -> None:
    with pytest.raises(ValueError, match="has more than 32 characters"):
        list(partitioned(pa.array(["0" * 33]), 1))


def test_no_ids_give_empty_facts() -> None:
    assert merge_facts([]) == at_once(CompareIds(), []) == IdFacts(0, 0, {}, ())
