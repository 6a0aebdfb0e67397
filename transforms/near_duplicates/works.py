"""The works to compare: their texts, and what is known about each before the comparison."""

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
"""The split of a work that is in no earlier release."""

WORK = np.dtype([("work", "S20"), ("split", "i1"), ("cluster", "S20"), ("held_out", "?")])
"""A work: its id, the number of its split and its cluster in an earlier release, and whether its source is held
out."""

Works = npt.NDArray[np.void]


class EarlierSplits(Protocol):
    """The tables of an earlier release, in any number of shards. It is pickled and sent to the workers."""

    def shard(self, table: str, shard: int, shards: int) -> pa.Table:
        """The rows that belong to a shard if the table is divided into ``shards`` shards."""
        ...


@dataclass(frozen=True)
class CleanedWorks:
    """The cleaned poems, the sources that are held out, and the earlier release whose splits are kept, if any."""

    directory: str
    cleaned: Manifest
    held_out: tuple[str, ...]
    settled: EarlierSplits | None

    @property
    def firsts(self) -> npt.NDArray[np.int64]:
        """The place of the first poem of each shard among all poems, in the order of ids."""
        rows = np.array([file.rows for file in self.cleaned.tables["poems"].files], np.int64)
        return np.cumsum(rows) - rows

    def texts(self, shard: int) -> list[str]:
        """The texts of the poems of a shard."""
        table = read_table(self.directory, self.cleaned, "poems", shard, ["text"])
        return table.column("text").to_pylist()  # type: ignore[no-any-return]

    def poems(self, shard: int, columns: Sequence[str] | None = None) -> tuple[pa.Table, Works]:
        """Returns the poems of a shard with some columns (None: all), ids, parents and sources, and their works."""
        wanted = None if columns is None else ["work_id", "parent_id", "source", *columns]
        poems = read_table(self.directory, self.cleaned, "poems", shard, wanted)
        settled = None if self.settled is None else self.settled.shard(SPLITS.name, shard, self.cleaned.shards)
        return poems, works_of(poems, self.held_out, settled)


def works_of(poems: pa.Table, held_out: Sequence[str], settled: pa.Table | None) -> Works:
    """Returns the works of some poems, in the order of the poems; ``settled`` are the splits of an earlier release."""
    works = np.zeros(len(poems), WORK)
    works["work"] = np.array(poems.column("work_id").to_pylist(), "S20")
    works["held_out"] = np.asarray(pc.is_in(poems.column("source"), pa.array(held_out, pa.string())), bool)
    works["split"] = NONE
    if settled is not None:
        places = pc.index_in(poems.column("work_id"), settled.column("work_id").combine_chunks())
        is_settled = np.asarray(pc.is_valid(places), bool)
        rows = settled.take(pc.drop_null(places))
        works["split"][is_settled] = np.asarray(pc.index_in(rows.column("split"), pa.array(SPLIT_NAMES)))
        works["cluster"][is_settled] = np.array(rows.column("cluster").to_pylist(), "S20")
    return works
