"""A cluster on two sides is found, in whatever shards its poems are."""

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from versebench.schemas.splits import SPLIT_NAMES, SPLITS
from versebench.transforms.near_duplicates.leakage import DIGITS, SplitsOfClusters, leaks, sides

ROWS = st.lists(st.tuples(st.integers(0, 6), st.sampled_from(SPLIT_NAMES)))


def cluster(number: int) -> str:
    return f"{number:02x}{'f' * 18}"


def table(rows: list[tuple[int, str]]) -> pa.Table:
    return SPLITS.build(
        {
            "work_id": [f"{number:020x}" for number in range(len(rows))],
            "split": [split for _, split in rows],
            "cluster": [cluster(number) for number, _ in rows],
        }
    )


@given(st.lists(ROWS, max_size=4))
def test_leaks_are_the_clusters_of_two_sides_however_they_are_sharded(shards: list[list[tuple[int, str]]]) -> None:
    rows = {row for shard in shards for row in shard}
    wanted = sorted({number for number, _ in rows if sum(number == other for other, _ in rows) > 1})
    found = SplitsOfClusters()
    parts = [found.add_input(found.create_accumulator(), sides(table(shard))) for shard in shards]
    assert found.extract_output(found.merge_accumulators(parts)) == [cluster(number)[:DIGITS] for number in wanted]
    assert leaks([sides(table(list(rows)))]) == [cluster(number)[:DIGITS] for number in wanted]


def test_a_side_that_is_not_known_is_another_side() -> None:
    assert leaks([sides(table([(1, "train")])), sides(table([(1, "dev")]))]) == [cluster(1)[:DIGITS]]
    assert leaks([]) == []
