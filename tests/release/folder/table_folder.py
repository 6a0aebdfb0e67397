"""The table files of a release, with or without splits, of two rows a table; the first of two shards has none."""

import hashlib
import io
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from tests.expectations.tables import arrow_tables, good_rows
from versebench.release.documents.facts import FileFacts
from versebench.release.folder.layout import FilePlan, is_split
from versebench.schemas.registry import TABLES
from versebench.storage.commit import PARQUET_OPTIONS


def write_tables(folder: Path, splits: Sequence[str]) -> tuple[FileFacts, ...]:
    """Write an empty and a good shard of every table; rows of works go to the splits in turn."""
    return tuple(
        file for name, table in arrow_tables(good_rows()).items() for file in _write(folder, name, table, splits)
    )


def _write(folder: Path, name: str, table: pa.Table, splits: Sequence[str]) -> list[FileFacts]:
    if not splits or not is_split(TABLES[name]):
        return [_file(folder, name, table, None)]
    works = sorted(set(table.column("work_id").to_pylist()))
    split_of = {work: splits[place % len(splits)] for place, work in enumerate(works)}
    found = pa.array([split_of[work] for work in table.column("work_id").to_pylist()], pa.string())
    return [_file(folder, name, table.filter(pc.equal(found, split)), split) for split in splits]


def _file(folder: Path, name: str, rows: pa.Table, split: str | None) -> FileFacts:
    content, file = _content(rows), FilePlan(name, split, 0, 1, range(2)).name
    (folder / file).write_bytes(content)
    return FileFacts(file, name, len(rows), len(content), hashlib.sha256(content).hexdigest(), split)


def _content(rows: pa.Table) -> bytes:
    sink = io.BytesIO()
    with pq.ParquetWriter(sink, rows.schema, **PARQUET_OPTIONS) as generator:
        for shard in (rows.slice(0, 0), rows):
            generator.write_table(shard)
    return sink.getvalue()
