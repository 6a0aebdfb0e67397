"""Assemble the tables of a release for one shard from the outputs of the stages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from versebench.schemas.registry import TABLES
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.text.keys import shard_of


@dataclass(frozen=True)
class StageTables:
    """A committed run, and the names of its tables that go into a release."""

    directory: str
    manifest: Manifest
    tables: tuple[str, ...]
    artists: tuple[str, ...] | None = None
    """The ids of the artists, in order, if shard i of the run is artist i, and not a range of works."""

    def read(self, table: str, shard: int, shards: int) -> list[pa.Table]:
        """The rows of a table that belong to a shard of a release."""
        if self.artists is None:
            return [read_table(self.directory, self.manifest, table, shard)]
        here = [place for place, artist in enumerate(self.artists) if shard_of(artist, shards) == shard]
        return [read_table(self.directory, self.manifest, table, place) for place in here]


@dataclass(frozen=True)
class AssembleShard:
    """Assembles every released table of a shard; a table of several runs, such as the rejects, is merged by its key."""

    stages: tuple[StageTables, ...]
    shards: int

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the released tables, without counts: those of the stages are in their manifests."""
        parts: dict[str, list[pa.Table]] = {}
        for stage in self.stages:
            for table in stage.tables:
                parts.setdefault(table, []).extend(stage.read(table, shard, self.shards))
        return ShardOutput(merge(parts))


def merge(parts: Mapping[str, Sequence[pa.Table]]) -> dict[str, pa.Table]:
    """Returns one table for each name; the rows of several parts are sorted by the table's key."""
    merged = {}
    for name, tables in parts.items():
        if not tables:
            merged[name] = TABLES[name].empty()
        elif len(tables) == 1:
            merged[name] = tables[0]
        else:
            keys = [(column, "ascending") for column in TABLES[name].key]
            merged[name] = pa.concat_tables(tables).sort_by(keys).combine_chunks()
    return merged
