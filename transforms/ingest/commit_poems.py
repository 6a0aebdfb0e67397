"""The third map of ingest: gather the rows of a shard, sort them, and separate poems from rejects."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from versebench.schemas.poems import POEMS, PROVENANCE, REJECTS
from versebench.storage.commit import ShardOutput
from versebench.transforms.ingest.spill import Spill, read_partition
from versebench.transforms.ingest.takedown import TAKEN_DOWN, orders_of
from versebench.transforms.readers.contract import ORIGINAL_LIMIT


@dataclass(frozen=True)
class CommitPoems:
    """Makes the poems, rejects and provenance of a shard from spills whose partitions are the shards."""

    spills: tuple[Spill, ...]

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the tables ``poems``, ``rejects`` and ``provenance``.

        Counts: ``in``, ``out``, ``rejected.<reason>``, and ``taken_down/<order>`` for the rows that an order names.
        """
        return commit_poems(read_partition(self.spills, shard))


def commit_poems(rows: pa.Table) -> ShardOutput:
    """Returns the tables and counts of one shard's rows; a second text with the same work id is a reject.

    All units of a work are in one shard.
    """
    rows = _refuse_conflicts(rows)
    is_poem = pc.is_null(rows.column("reason"))
    poems = rows.filter(is_poem).sort_by("work_id")
    rejects = _numbered(rows.filter(pc.invert(is_poem)))
    reasons = Counter(f"rejected.{reason}" for reason in rejects.column("reason").to_pylist())
    return ShardOutput(
        {
            "poems": POEMS.build({field.name: poems.column(field.name) for field in POEMS.schema}),
            "rejects": _reject_table(rejects),
            "provenance": _provenance(poems, rejects),
        },
        {"in": len(rows), "out": len(poems), **reasons, **_taken_down(rejects)},
    )


def _taken_down(rejects: pa.Table) -> Counter[str]:
    details = rejects.filter(pc.equal(rejects.column("reason"), TAKEN_DOWN)).column("detail").to_pylist()
    return Counter(f"taken_down/{order}" for detail in details for order in orders_of(detail))


def _refuse_conflicts(rows: pa.Table) -> pa.Table:
    """Keep, of the texts with one work id, the one with the smallest text id, with its units; refuse the others."""
    names = ["work", "source", "whole", "first_line", "key", "text_id"]
    works = pc.coalesce(rows.column("parent_id"), rows.column("work_id"))
    wholes = pc.coalesce(rows.column("whole"), rows.column("text_id"))
    lines = pc.fill_null(rows.column("first_line"), 0)
    table = pa.table([works, rows.column("source"), wholes, lines, rows.column("key"), rows.column("text_id")], names)
    order = pc.sort_indices(table, [(name, "ascending") for name in names])
    rows, work, whole = rows.take(order), works.take(order).to_pylist(), wholes.take(order).to_pylist()
    taken, kept = np.zeros(len(rows), bool), dict[str, int]()
    for row in np.flatnonzero(pc.is_null(rows.column("reason"))).tolist():
        taken[row] = whole[kept.setdefault(work[row], row)] != whole[row]
    if not taken.any():
        return rows
    free, conflicts = rows.filter(pa.array(~taken)), rows.filter(pa.array(taken))
    refusals = list(map(_refusal, _values(conflicts, "source"), _values(conflicts, "source_id")))
    keepers = rows.column("work_id").take(pa.array([kept[work[row]] for row in np.flatnonzero(taken)]))
    columns: dict[str, Any] = {
        "reason": [reason for reason, _ in refusals],
        "detail": [detail for _, detail in refusals],
        "kept_work_id": keepers,
        "original": pc.utf8_slice_codeunits(conflicts.column("text"), 0, ORIGINAL_LIMIT),
        "original_size": pc.cast(pc.utf8_length(conflicts.column("text")), pa.int64()),
        "key": conflicts.column("text_id"),
    }
    arrays = [columns.get(field.name, conflicts.column(field.name)) for field in rows.schema]
    return pa.concat_tables([free, pa.table(arrays, schema=rows.schema)])


def _refusal(source: str, source_id: str | None) -> tuple[str, str]:
    """Why a text is refused if another one with its work id is kept; without a source id, the ids follow from texts."""
    if source_id is None:
        return "duplicate_text", "the same lines, cut at other places, are kept"
    return "duplicate_source_id", f"another text has the id {source_id} in {source}"


def _values(rows: pa.Table, column: str) -> list[Any]:
    return rows.column(column).to_pylist()  # type: ignore[no-any-return]


def _numbered(rejects: pa.Table) -> pa.Table:
    """Sort rejects and give them ids; rows that differ only in their place in the files get a number."""
    names = ["key", "reason", "source_id", "detail", "file", "row"]
    rejects = rejects.sort_by([(name, "ascending") for name in names])
    seen: Counter[str] = Counter()
    ids = []
    for key in _values(rejects, "key"):
        ids.append(f"{key}.{seen[key]}" if seen[key] else key)
        seen[key] += 1
    return rejects.set_column(0, "key", pa.array(ids, pa.string())).sort_by("key")


def _reject_table(rejects: pa.Table) -> pa.Table:
    own = {"reject_id": rejects.column("key"), "stage": ["ingest"] * len(rejects)}
    return REJECTS.build({field.name: own.get(field.name, _column(rejects, field.name)) for field in REJECTS.schema})


def _column(rows: pa.Table, name: str) -> Any:
    return rows.column(name) if name in rows.column_names else None


def _provenance(poems: pa.Table, rejects: pa.Table) -> pa.Table:
    ids = pa.chunked_array([*poems.column("work_id").chunks, *rejects.column("key").chunks], pa.string())
    both = pa.concat_tables([poems, rejects])
    table = pa.table({"row_id": ids, "file": both.column("file"), "row": both.column("row")}).sort_by("row_id")
    return PROVENANCE.build({name: table.column(name) for name in table.column_names})
