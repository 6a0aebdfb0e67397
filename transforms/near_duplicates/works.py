"""The works that are compared: their texts, and what is known of each before it is compared."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from versebench.schemas.splits import SPLIT_NAMES, SPLITS
from versebench.storage.manifest import Manifest, read_table

NONE = -1
"""The split of a work that no earlier release holds."""

WORK = np.dtype([("work", "S20"), ("split", "i1"), ("cluster", "S20"), ("held_out", "?")])
"""A work by its id; the number of the split and the cluster that an earlier release gave it; and whether its source is
held out."""

Works = npt.NDArray[np.void]


class EarlierSplits(Protocol):
    """The tables of an earlier release, in any number of shards. It travels to the workers."""

    def shard(self, table: str, shard: int, shards: int) -> pa.Table:
        """The rows that a shard would hold if the table had so many."""
        ...


@dataclass(frozen=True)
class CleanedWorks:
    """The cleaned poems, the sources that are held out, and the earlier release whose splits stay."""

    directory: str
    cleaned: Manifest
    held_out: tuple[str, ...]
    settled: EarlierSplits | None

    @property
    def firsts(self) -> npt.NDArray[np.int64]:
        """The place of the first poem of each shard among all poems, which are in the order of their ids."""
        rows = np.array([file.rows for file in self.cleaned.tables["poems"].files], np.int64)
        return np.cumsum(rows) - rows

    def texts(self, shard: int) -> list[str]:
        """The texts of the poems of a shard."""
        table = read_table(self.directory, self.cleaned, "poems", shard, ["text"])
        return table.column("text").to_pylist()  # type: ignore[no-any-return]

    def poems(self, shard: int, columns: Sequence[str] | None = None) -> tuple[pa.Table, Works]:
        """The poems of a shard, with these columns and those that say what the works are."""
        wanted = None if columns is None else ["work_id", "parent_id", "source", *columns]
        poems = read_table(self.directory, self.cleaned, "poems", shard, wanted)
        settled = None if self.settled is None else self.settled.shard(SPLITS.name, shard, self.cleaned.shards)
        return poems, works_of(poems, self.held_out, settled)


def works_of(poems: pa.Table, held_out: Sequence[str], settled: pa.Table | None) -> Works:
    """The works of some poems, in their order; ``settled`` are the splits of an earlier release."""
    works = np.zeros(len(poems), WORK)
    works["work"] = np.array(poems.column("work_id").to_pylist(), "S20")
    works["held_out"] = np.asarray(pc.is_in(poems.column("source"), pa.array(held_out, pa.string())), bool)
    works["split"] = NONE
    if settled is not None:
        places = pc.index_in(poems.column("work_id"), settled.column("work_id").combine_chunks())
        there = np.asarray(pc.is_valid(places), bool)
        mine = settled.take(pc.drop_null(places))
        works["split"][there] = np.asarray(pc.index_in(mine.column("split"), pa.array(SPLIT_NAMES)))
        works["cluster"][there] = np.array(mine.column("cluster").to_pylist(), "S20")
    return works
