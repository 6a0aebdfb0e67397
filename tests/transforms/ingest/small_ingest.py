"""Ingest of rows that a test invents, step by step and without Beam, over real files."""

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from versebench.transforms.ingest import drop_duplicates, read_sources
from versebench.transforms.ingest.commit_poems import commit_poems
from versebench.transforms.ingest.drop_duplicates import spread_partition
from versebench.transforms.ingest.read_sources import ReadFile, read_file
from versebench.transforms.ingest.source_file import SourceFile
from versebench.transforms.ingest.spill import read_partition
from versebench.transforms.ingest.takedown import Takedown
from versebench.transforms.sources.normalise import Normalisation
from versebench.transforms.sources.source import Source

RULES = Normalisation(invalid_bytes="windows-1252", mojibake="repair")
TABLES = ("poems", "rejects", "provenance")


@dataclass(frozen=True)
class SourcePart:
    """One file of a source: its lines, as text or as an object."""

    source: str
    lines: Sequence[str | Mapping[str, Any]]
    form: str = "verse"


@dataclass(frozen=True)
class Ingested:
    """What came out: each table over all shards, the counts of all shards, and what was read of each file."""

    tables: Mapping[str, pa.Table]
    counts: Sequence[Mapping[str, int]]
    read: Sequence[ReadFile]
    files: Sequence[str]

    def rows(self, table: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.tables[table].to_pylist()
        return found

    def total(self, name: str) -> int:
        return sum(count.get(name, 0) for count in self.counts)


def ingest(
    parts: Sequence[SourcePart],
    shards: int = 1,
    partitions: int = 1,
    folder: Path | None = None,
    takedowns: Sequence[Takedown] = (),
) -> Ingested:
    """All three maps of ingest."""
    with tempfile.TemporaryDirectory() as temporary:
        return _ingest(parts, shards, partitions, Path(folder or temporary), takedowns)


def _ingest(
    parts: Sequence[SourcePart], shards: int, partitions: int, folder: Path, takedowns: Sequence[Takedown]
) -> Ingested:
    files = [_write(folder, number, part) for number, part in enumerate(parts)]
    notes = [read_file(file, str(folder), RULES, 1 << 16, partitions, takedowns) for file in files]
    read = [read_sources.read_note(note, partitions) for note in notes]
    spills = [one.spill for one in read]
    spread = [spread_partition(partition, str(folder), spills, shards) for partition in range(partitions)]
    by_shard = [drop_duplicates.read_note(note, shards) for note in spread]
    outputs = [commit_poems(read_partition(by_shard, shard)) for shard in range(shards)]
    tables = {name: pa.concat_tables([output.tables[name] for output in outputs]) for name in TABLES}
    return Ingested(tables, [output.counts for output in outputs], read, [file.path for file in files])


def _write(folder: Path, number: int, part: SourcePart) -> SourceFile:
    path = folder / f"{part.source}-{number}.jsonl"
    lines = [line if isinstance(line, str) else json.dumps(line) for line in part.lines]
    path.write_text("".join(f"{line}\n" for line in lines))
    source = Source(name=part.source, path=str(path), format="jsonl", licence="CC0-1.0")
    return SourceFile(number, str(path), source.of_form(part.form))
