"""Checks of the rows of a directory, read shard by shard: hashes, fields, splits and expectations."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.verdict import Verdict
from versebench.pipelines.roots.verify_files import is_whole
from versebench.release.folder.withheld import UNCHECKED, is_withheld
from versebench.schemas.registry import TABLES
from versebench.schemas.splits import SPLITS
from versebench.schemas.table import fingerprint, plain_type
from versebench.storage.commit import ShardFile
from versebench.storage.content_hash import combine, combine_groups, content_hash
from versebench.storage.manifest import NAME, Manifest
from versebench.storage.row_groups import ParquetFileError, Place, join_splits, places, read_place

if TYPE_CHECKING:
    from versebench.expectations.shard import ShardTables

_MOST_ROWS = 50_000
"""Rows of small shards whose expectations are checked together."""


@dataclass(frozen=True)
class Part:
    """The rows of a shard in one file, and their content hash."""

    file: ShardFile
    rows: pa.Table
    content_hash: str


@dataclass
class RowChecks:
    """Reads the tables of a directory shard by shard, and keeps their content hashes.

    At most one shard is in memory, or several if all but the last together have fewer than ``_MOST_ROWS`` rows.

    ``damaged`` are the files whose bytes are wrong: their rows are hashed but not checked. ``unreadable`` are at first
    the missing files; files that cannot be read are added.
    """

    directory: str
    manifest: Manifest
    damaged: set[str]
    unreadable: set[str]
    _read_shards: "list[ShardTables]" = field(default_factory=list)
    _groups: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    _shards: dict[str, list[str]] = field(default_factory=dict)

    def check(self, tables: Sequence[str]) -> Iterator[str]:
        """Yield one sentence for each problem of some tables, whose files must contain every shard once."""
        sharded = [table for table in tables if not is_whole(self.manifest, table)]
        shard = self._next_shard(0, sharded)
        while shard is not None:
            yield from self._check_shard(shard, self.manifest.shards, sharded)
            shard = self._next_shard(shard + 1, sharded)
        yield from self._check_shard(0, 1, [table for table in tables if table not in sharded])
        yield from self._check_expectations()
        for table in tables:
            yield from self._check_hashes(table)

    def _next_shard(self, shard: int, tables: Sequence[str]) -> int | None:
        """The first shard from this one on that a readable file states to contain; None if there is none.

        A file with fewer shards than it states proves unreadable at the first, so absurd numbers are not counted up to.
        """
        starts = []
        for table in tables:
            first: dict[str | None, int] = {}
            for file in self.manifest.tables[table].files:
                start = first.get(file.split, 0)
                first[file.split] = start + file.shards
                if start + file.shards > shard and file.name not in self.unreadable:
                    starts.append(max(shard, start))
        return min(starts, default=None)

    def is_intact(self, table: str) -> bool:
        """Whether every shard of a table was read, with the bytes that were committed."""
        shards = 1 if is_whole(self.manifest, table) else self.manifest.shards
        return len(self._shards.get(table, ())) == shards > 0

    def _check_shard(self, shard: int, shards: int, tables: Sequence[str]) -> Iterator[str]:
        from versebench.expectations.shard import ShardTables

        parts: dict[str, list[Part]] = {}
        intact: dict[str, pa.Table] = {}
        for table in tables:
            in_files = places(self.manifest.tables[table].files, shard)
            parts[table], problems = self._read(table, in_files)
            yield from problems
            if len(parts[table]) == len(in_files) and not any(part.file.name in self.damaged for part in parts[table]):
                intact |= self._joined(table, parts[table])
        known = {table: rows for table, rows in intact.items() if is_known(self.manifest, table)}
        if SPLITS.name in known:
            yield from check_splits([part for table in known for part in parts[table]], known[SPLITS.name])
        without_text = UNCHECKED if is_withheld(self.manifest) else frozenset()
        scored = {name: rows for name, rows in checkable(known).items() if name not in without_text}
        self._read_shards.append(ShardTables(shard, shards, scored, known))
        if sum(rows.num_rows for read in self._read_shards for rows in read.siblings.values()) >= _MOST_ROWS:
            yield from self._check_expectations()

    def _check_expectations(self) -> Iterator[str]:
        """Yield one sentence for each expectation that is not met by the shards read since the last call."""
        from versebench.expectations.shard import failed_verdicts

        for verdict in failed_verdicts(self._read_shards):
            yield explain(verdict, places(self.manifest.tables[verdict.table].files, verdict.shard or 0))
        self._read_shards.clear()

    def _read(self, table: str, in_files: Sequence[Place]) -> tuple[list[Part], list[str]]:
        """The readable parts of a shard, and one sentence for each file that now proves unreadable."""
        parts: list[Part] = []
        problems: list[str] = []
        for place in in_files:
            name = place.file.name
            if name in self.unreadable:
                continue
            try:
                rows = read_place(self.directory, place)
            except ParquetFileError as error:
                problems.append(f"{name}: cannot be read as Parquet: {error}")
                self.unreadable.add(name)
                continue
            if fields_of(rows) != self.manifest.tables[table].fingerprint:
                problems.append(f"{name}: its columns or their types differ from those that were committed")
                self.unreadable.add(name)
                continue
            parts.append(Part(place.file, rows, content_hash(rows)))
            self._groups.setdefault(name, []).append((len(rows), parts[-1].content_hash))
        return parts, problems

    def _joined(self, table: str, parts: Sequence[Part]) -> dict[str, pa.Table]:
        """The rows of a shard by the name of their table; empty if the order of the table's splits is unknown."""
        if table not in TABLES and len(parts) > 1:
            return {}
        rows = join_splits(table, [part.rows for part in parts])
        self._shards.setdefault(table, []).append(parts[0].content_hash if len(parts) == 1 else content_hash(rows))
        return {table: rows}

    def _check_hashes(self, table: str) -> Iterator[str]:
        entry, wrong = self.manifest.tables[table], False
        for file in entry.files:
            groups = self._groups.get(file.name, [])
            if len(groups) != file.shards:
                continue  # It is missing or cannot be read, which was reported.
            if (rows := sum(rows for rows, _ in groups)) != file.rows:
                yield f"{file.name}: has {rows} rows, but {file.rows} were committed"
            if combine_groups([content for _, content in groups]) != file.content_hash:
                wrong = True
                yield f"{file.name}: its rows are not those that were committed"
        if self.is_intact(table) and not wrong and combine(self._shards[table]) != entry.content_hash:
            yield f"{NAME}: the content hash of {table} is not that of its shards"


def fields_of(rows: pa.Table) -> str:
    """The fingerprint of the fields of rows that were read from Parquet."""
    return fingerprint(pa.schema([field.with_type(plain_type(field.type)) for field in rows.schema]))


def is_known(manifest: Manifest, table: str) -> bool:
    """Whether this version of versebench knows the schema that a table was written with."""
    return table in TABLES and manifest.tables[table].schema_version == TABLES[table].version


def checkable(tables: Mapping[str, pa.Table]) -> dict[str, pa.Table]:
    """The tables of a shard that can be checked: one that refers to a damaged or absent table would seem wrong."""
    from versebench.expectations.derive import IN_PLACE, SIBLINGS

    def has_siblings(name: str) -> bool:
        needed = SIBLINGS.get(name, ())
        return any(tables.keys() >= set(names) for names in (needed, IN_PLACE.get(name, needed)))

    return {name: rows for name, rows in tables.items() if has_siblings(name)}


def check_splits(parts: Sequence[Part], splits: pa.Table) -> Iterator[str]:
    """Yield one sentence for each file of a split that contains rows of works of another split."""
    works = splits.column("work_id").combine_chunks()
    for part in parts:
        if part.file.split is None:
            continue
        split = splits.column("split").take(pc.index_in(part.rows.column("work_id"), value_set=works))
        misplaced = pc.sum(pc.fill_null(pc.not_equal(split, part.file.split), True)).as_py()
        if misplaced:
            yield (
                f"{part.file.name}: {misplaced} of {len(part.rows)} rows belong to works that are not in "
                f"{part.file.split}"
            )


def explain(verdict: Verdict, in_files: Sequence[Place]) -> str:
    """The verdict on a shard as one line, after the names of the files that contain the shard."""
    rows = "; ".join(verdict.examples) or verdict.error or ""
    names = ", ".join(place.file.name for place in in_files)
    return f"{names}: {verdict.expectation}: {verdict.unexpected} of {verdict.rows} rows: {rows}"
