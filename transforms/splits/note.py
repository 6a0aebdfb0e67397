"""The note of the near-duplicates of a corpus: what the workers that split its shards must know of other shards."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from versebench.schemas.splits import SPLIT_NAMES
from versebench.storage import filesystem
from versebench.storage.commit import PARQUET_FAULTS, DamagedShardError, from_parquet, to_parquet
from versebench.transforms.near_duplicates.clusters import Edges, clusters
from versebench.transforms.near_duplicates.works import NONE, Works
from versebench.transforms.splits.cluster import Member, Side, split_cluster
from versebench.transforms.splits.settings import Splits

_SCHEMA = pa.schema(
    [
        pa.field("work_id", pa.string()),
        pa.field("split", pa.string()),
        pa.field("cluster", pa.string()),
        pa.field("refused", pa.string()),
        pa.field("across", pa.int64()),
    ]
)


@dataclass(frozen=True)
class SplitNote:
    """What is noted of the works of a shard.

    ``sides`` holds those in a cluster of more than one. ``across`` says of works that stay where an earlier release put
    them how many near-duplicates of a larger id it put on another side.
    """

    sides: Mapping[str, Side]
    across: Mapping[str, int]


@dataclass(frozen=True)
class NoteSides:
    """Decides on which side each cluster is. It travels to the worker that has found them all."""

    splits: Splits
    seed: int

    def __call__(self, edges: Edges) -> bytes:
        """The note, as Parquet: a row for each work that has a near-duplicate, in the order of their ids."""
        sides = {side.work: side for works in clusters(edges) for side in self._sides(works)}
        counts = Counter(work.decode() for work in edges[edges["apart"]]["first"]["work"].tolist())
        rows = [_row(work, sides.get(work), counts[work]) for work in sorted({*sides, *counts})]
        return to_parquet(pa.Table.from_pylist(rows, _SCHEMA))

    def _sides(self, works: Works) -> list[Side]:
        return split_cluster(members(works), self.splits, self.seed)


def members(works: Works) -> list[Member]:
    """Works as the split of a cluster sees them."""
    return [
        Member(
            work.decode(),
            None if split == NONE else SPLIT_NAMES[split],
            None if split == NONE else cluster.decode(),
            held_out,
        )
        for work, split, cluster, held_out in works.tolist()
    ]


def _row(work: str, side: Side | None, count: int) -> dict[str, object]:
    known = {} if side is None else {"split": side.split, "cluster": side.cluster, "refused": side.refused}
    return {"work_id": work, "split": None, "cluster": None, "refused": None, **known, "across": count}


def read_note(path: str, works: pa.ChunkedArray) -> SplitNote:
    """What a note says of some works. Raises :class:`DamagedShardError` where it is not what was written."""
    content = filesystem.read_bytes(path)
    try:
        table = from_parquet(content)
    except PARQUET_FAULTS:
        raise DamagedShardError(f"{path} is damaged; delete the file and run again") from None
    rows = table.filter(pc.is_in(table.column("work_id"), works.combine_chunks())).to_pylist()
    sides = {
        row["work_id"]: Side(row["work_id"], row["split"], row["cluster"], row["refused"])
        for row in rows
        if row["cluster"] is not None
    }
    return SplitNote(sides, {row["work_id"]: row["across"] for row in rows if row["across"]})
