"""Files under a budget: every shard of every table is in one file of each split, and all tables are cut alike."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.pipelines.stages.registry import STAGES
from versebench.release.folder.layout import MOST_TABLE_FILES, cut, is_split, plan_files
from versebench.release.zenodo.limits import MOST_FILES
from versebench.schemas.registry import TABLES
from versebench.schemas.splits import SPLIT_NAMES

OF_OTHERS = {name for name, table in TABLES.items() if {"artist_id", "artist", "title_id"} & {*table.schema.names}}
"""Tables whose rows belong to artists, or to titles of a test."""

RELEASED = {table for stage in STAGES.values() for table in stage.tables}

NAMES = sorted(TABLES)


@given(
    st.sets(st.sampled_from(NAMES), min_size=1),
    st.integers(1, 300),
    st.sets(st.sampled_from(SPLIT_NAMES)),
    st.integers(1, 200),
)
def test_every_shard_is_in_one_file_of_each_split_and_the_files_are_within_the_budget(
    names: set[str], shards: int, splits: set[str], most: int
) -> None:
    plans = plan_files([TABLES[name] for name in sorted(names)], shards, splits, most)
    assert plans.keys() == names
    groups = {tuple(plan.shards for plan in mine if plan.split == mine[0].split) for mine in plans.values()}
    assert len(groups) == 1  # all tables are cut at the same shards
    (group,) = groups
    assert [shard for shards_ in group for shard in shards_] == list(range(shards))
    assert max(map(len, group)) - min(map(len, group)) <= 1
    for name, mine in plans.items():
        wanted = [one for one in SPLIT_NAMES if one in splits] if splits and is_split(TABLES[name]) else [None]
        assert [(plan.split, plan.shards) for plan in mine] == [(split, part) for split in wanted for part in group]
    files = sum(map(len, plans.values()))
    each = files // len(group)
    assert files <= max(most, each)
    assert len(group) == shards or files + each > most  # no merge that the budget does not need
    assert len({plan.name for mine in plans.values() for plan in mine}) == files


def test_names_of_files() -> None:
    plans = plan_files([TABLES["poems"], TABLES["rejects"]], 3, {"test", "train"}, 8)
    assert [plan.name for plan in plans["poems"]] == [
        "poems-train-00000-of-00002.parquet",
        "poems-train-00001-of-00002.parquet",
        "poems-test-00000-of-00002.parquet",
        "poems-test-00001-of-00002.parquet",
    ]
    assert [plan.name for plan in plans["rejects"]] == [
        "rejects-00000-of-00002.parquet",
        "rejects-00001-of-00002.parquet",
    ]
    assert [plan.shards for plan in plans["rejects"]] == [range(1), range(1, 3)]


def test_what_is_of_a_work_is_split_and_nothing_else() -> None:
    assert {name for name in RELEASED if is_split(TABLES[name])} == RELEASED - OF_OTHERS - {"rejects"}
    assert not any(is_split(TABLES[name]) for name in ("results", "comparisons", "rejects"))


@pytest.mark.parametrize("splits", [(), SPLIT_NAMES])
def test_a_release_of_all_tables_leaves_room_for_its_documents(splits: tuple[str, ...]) -> None:
    tables = [TABLES[name] for name in sorted(RELEASED)]
    files = sum(map(len, plan_files(tables, 100_000, splits, MOST_TABLE_FILES - 2).values())) + 2
    assert files <= MOST_TABLE_FILES <= MOST_FILES - 20


@given(st.integers(1, 100).flatmap(lambda shards: st.tuples(st.just(shards), st.integers(1, shards))))
def test_groups_follow_each_other(cutting: tuple[int, int]) -> None:
    groups = cut(*cutting)
    assert len(groups) == cutting[1]
    assert all(first.stop == second.start for first, second in pairwise(groups))
