"""Assembled runs of made-up works: tables whose rows are of a work, and one whose rows are not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from versebench.schemas.registry import TABLES
from versebench.schemas.table import Table
from versebench.storage.commit import ShardOutput, commit_shard
from versebench.storage.manifest import Manifest, assemble
from versebench.storage.run import Run
from versebench.transforms.text.keys import hash_id, shard_of

TASKS = ("swap_lines.v1", "delete_words.v1")
"""Not in alphabetical order: the rows of a work stand in the order of the recipe's tasks."""


@dataclass(frozen=True)
class Work:
    """A work with its split and the number of its pairs."""

    number: int
    split: str
    pairs: int

    @property
    def work_id(self) -> str:
        """Its id, spread over the shards as ids are."""
        return hash_id("work", str(self.number))


def assembled_run(root: Path, works: Sequence[Work], shards: int, *, with_splits: bool = True) -> tuple[str, Manifest]:
    """The folder and the manifest of an assembled run of some works."""
    run = Run(str(root), "assemble", "0" * 16, shards)
    ordered = sorted(works, key=lambda work: work.work_id)
    sidecars = []
    for shard in range(shards):
        tables = _tables([work for work in ordered if shard_of(work.work_id, shards) == shard])
        if not with_splits:
            del tables["splits"]
        sidecars.append(commit_shard(run, shard, ShardOutput(tables)))
    return run.directory, assemble(run, {"version": "assemble.v1"}, sidecars)


def _tables(works: Sequence[Work]) -> dict[str, pa.Table]:
    pairs = [(work.work_id, TASKS[pair % 2], pair) for work in works for pair in range(work.pairs)]
    decided = sorted((hash_id("pair", *map(str, pair)), pair[0]) for pair in pairs)
    columns: dict[str, Mapping[str, Sequence[Any]]] = {
        "poems": {"work_id": [work.work_id for work in works]},
        "splits": {"work_id": [work.work_id for work in works], "split": [work.split for work in works]},
        "outcomes": {name: [pair[place] for pair in pairs] for place, name in enumerate(("work_id", "task", "edit"))},
        "decisions": {"pair_id": [pair for pair, _ in decided], "work_id": [work for _, work in decided]},
        "rejects": {"reject_id": [hash_id("work", f"reject {work.number}") for work in works[::2]]},
    }
    return {name: _filled(TABLES[name], given) for name, given in columns.items()}


def _filled(table: Table, given: Mapping[str, Sequence[Any]]) -> pa.Table:
    rows = len(next(iter(given.values()), ()))
    columns = {field.name: [_value(field.type, row) for row in range(rows)] for field in table.schema}
    return table.build({**columns, **given})


def _value(kind: pa.DataType, row: int) -> Any:
    if pa.types.is_list(kind):
        return [_value(kind.value_type, place) for place in range(row % 3)]
    if pa.types.is_string(kind):
        return f"é {row}"
    return row % 2 == 0 if pa.types.is_boolean(kind) else row / 4 if pa.types.is_floating(kind) else row
