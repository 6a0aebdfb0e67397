"""The works that decisions belong to: the units of a work are not independent, and count as one poem."""

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from versebench.storage.manifest import Manifest, read_table


@dataclass(frozen=True)
class Works:
    """The poems that pairs were made of, in the same shards. All units of a work are in one of them."""

    directory: str
    poems: Manifest

    def of(self, shard: int, decisions: pa.Table) -> pa.Table:
        """Returns the decisions of a shard by work, as :func:`by_work` does."""
        return by_work(decisions, read_table(self.directory, self.poems, "poems", shard, ["work_id", "parent_id"]))


def by_work(decisions: pa.Table, poems: pa.Table) -> pa.Table:
    """Returns decisions whose ``work_id`` is that of the work from which a poem was cut, if it was cut."""
    units = poems.filter(pc.is_valid(poems.column("parent_id"))).combine_chunks()
    if not len(units):
        return decisions
    ids = decisions.column("work_id")
    parents = units.column("parent_id").take(pc.index_in(ids, units.column("work_id").combine_chunks()))
    return decisions.set_column(decisions.column_names.index("work_id"), "work_id", pc.coalesce(parents, ids))
