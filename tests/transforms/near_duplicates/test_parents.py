"""Units of one work are joined, whatever shards they stand in."""

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.near_duplicates.cleaned import poems_table, work
from versebench.transforms.near_duplicates.clusters import clusters
from versebench.transforms.near_duplicates.parents import by_range, siblings, units_of
from versebench.transforms.near_duplicates.works import works_of

PARENTS = st.lists(st.sampled_from([None, "one", "two", "three"]), min_size=1, max_size=12)


@given(PARENTS, st.integers(1, 4), st.integers(1, 5))
def test_units_of_one_work_are_one_cluster_and_others_are_in_none(
    parents: list[str | None], shards: int, number: int
) -> None:
    table = poems_table({f"poem {place}": "a" for place in range(len(parents))})
    by_work = {work(f"poem {place}"): parent for place, parent in enumerate(parents)}
    ids = [parent and work(parent) for parent in map(by_work.get, table.column("work_id").to_pylist())]
    place = table.schema.get_field_index("parent_id")
    table = table.set_column(place, table.schema.field(place), pa.array(ids, pa.string()))
    parts: dict[int, list[bytes]] = {}
    for shard in range(shards):
        poems = table.take(pa.array(range(shard, len(table), shards), pa.int64()))
        for key, part in by_range(units_of(poems, works_of(poems, (), None)), number):
            parts.setdefault(key, []).append(part)
    found = [
        {one.decode() for one in cluster["work"].tolist()}
        for some in parts.values()
        for cluster in clusters(siblings(some))
    ]
    wanted = [{name for name, parent in by_work.items() if parent == wanted} for wanted in ("one", "two", "three")]
    assert sorted(map(sorted, found)) == sorted(sorted(names) for names in wanted if len(names) > 1)
