"""The ids of a shard, and the shards that overlap it."""

from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from versebench.storage.ranges import ids_of, overlapping
from versebench.transforms.text.keys import shard_of

shards = st.integers(1, 5000)


@given(st.integers(0, 2**32 - 1), shards)
def test_ids_of_agrees_with_shard_of(first: int, count: int) -> None:
    shard = shard_of(f"{first:08x}{'0' * 12}", count)
    assert first in ids_of(shard, count)


@given(shards)
def test_the_shards_cover_all_ids_without_overlap(count: int) -> None:
    ranges = [ids_of(shard, count) for shard in range(count)]
    assert ranges[0].start == 0
    assert ranges[-1].stop == 2**32
    assert all(current.stop == following.start for current, following in pairwise(ranges))


@given(st.integers(0, 2**32 - 1), shards, shards)
@example(2**32 - 1, 3, 7)
def test_a_row_lies_in_a_shard_that_overlaps(first: int, count: int, others: int) -> None:
    row = f"{first:08x}{'0' * 12}"
    assert shard_of(row, others) in overlapping(shard_of(row, count), count, others)


def test_only_shards_with_common_ids_overlap() -> None:
    assert [list(overlapping(shard, 3, 3)) for shard in range(3)] == [[0], [1], [2]]
    assert [list(overlapping(shard, 2, 4)) for shard in range(2)] == [[0, 1], [2, 3]]
    assert [list(overlapping(shard, 4, 2)) for shard in range(4)] == [[0], [0], [1], [1]]
    assert [list(overlapping(shard, 3, 2)) for shard in range(3)] == [[0], [0, 1], [1]]
