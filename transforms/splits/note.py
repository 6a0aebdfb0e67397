"""The note on the near-duplicates of a corpus: what a worker that splits a shard must know about other shards."""

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
    """The part of the note about the works of a shard.

    ``sides`` contains the works in a cluster of two or more. ``across`` gives, for works that stay where an earlier
    release put them, the number of near-duplicates with a larger id that it put on another side.
    """

    sides: Mapping[str, Side]
    across: Mapping[str, int]


@dataclass(frozen=True)
class NoteSides:
    """Decides the side of each cluster. It is pickled and sent to the worker that has all clusters."""

    splits: Splits
    seed: int

    def __call__(self, edges: Edges) -> bytes:
        """Returns the note, as Parquet: a row for each work that has a near-duplicate, sorted by id."""
        sides = {side.work: side for works in clusters(edges) for side in self._sides(works)}
        counts = Counter(work.decode() for work in edges[edges["apart"]]["first"]["work"].tolist())
        rows = [_row(work, sides.get(work), counts[work]) for work in sorted({*sides, *counts})]
        return to_parquet(pa.Table.from_pylist(rows, _SCHEMA))

    def _sides(self, works: Works) -> list[Side]:
        return split_cluster(members(works), self.splits, self.seed)


def members(works: Works) -> list[Member]:
    """Returns works as members of a cluster."""
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
    """Reads the part of a note about some works. Raises :class:`DamagedShardError` if the note is damaged."""
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
