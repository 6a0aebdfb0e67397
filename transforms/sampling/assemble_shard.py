"""Assemble the tables of a release for one shard from the outputs of the stages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from versebench.schemas.registry import TABLES
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table


@dataclass(frozen=True)
class StageTables:
    """A committed run, and the names of its tables that go into a release."""

    directory: str
    manifest: Manifest
    tables: tuple[str, ...]


@dataclass(frozen=True)
class AssembleShard:
    """Assembles every released table of a shard; a table of several runs, such as the rejects, is merged by its key."""

    stages: tuple[StageTables, ...]

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the released tables, without counts: those of the stages are in their manifests."""
        parts: dict[str, list[pa.Table]] = {}
        for stage in self.stages:
            for table in stage.tables:
                parts.setdefault(table, []).append(read_table(stage.directory, stage.manifest, table, shard))
        return ShardOutput(merge(parts))


def merge(parts: Mapping[str, Sequence[pa.Table]]) -> dict[str, pa.Table]:
    """Returns one table for each name; the rows of several parts are sorted by the table's key."""
    merged = {}
    for name, tables in parts.items():
        if len(tables) == 1:
            merged[name] = tables[0]
        else:
            keys = [(column, "ascending") for column in TABLES[name].key]
            merged[name] = pa.concat_tables(tables).sort_by(keys).combine_chunks()
    return merged
