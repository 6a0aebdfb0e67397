"""The sample release again, with splits and with shards merged, in seconds: no stage runs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow as pa

from tests.pipelines.conftest import Sample
from tests.release.sample_facts import sample_facts
from versebench.release.documents.card import render_card
from versebench.release.documents.facts import FileFacts
from versebench.release.folder.package import Contents, write_release
from versebench.schemas.splits import SPLIT_NAMES, SPLITS
from versebench.storage.commit import ShardFile, ShardOutput, commit_shard
from versebench.storage.manifest import Manifest, assemble, read_manifest, read_table
from versebench.storage.run import Run

MOST_TABLE_FILES = 40
"""Two groups of the three shards, of which the second is merged: five tables in three splits, and the rejects."""

Change = Callable[[int, dict[str, pa.Table]], dict[str, pa.Table]]


def split_of(work_id: str) -> str:
    """A split that follows from the id: most works are in the first."""
    return SPLIT_NAMES[max(0, int(work_id[-1], 16) % 8 - 5)]


def with_splits(_: int, tables: dict[str, pa.Table]) -> dict[str, pa.Table]:
    """The tables of a shard, and the splits of its works."""
    works = tables["poems"].column("work_id").to_pylist()
    splits = {"work_id": works, "split": [split_of(work) for work in works], "cluster": works}
    return {**tables, "splits": SPLITS.build(splits)}


def write_split_release(sample: Sample, folder: Path, change: Change = with_splits) -> Manifest:
    """Write a release of the assembled tables of the sample, changed shard by shard, into ``folder``."""
    source = sample.stage("assemble")
    assembled = read_manifest(str(source))
    assert assembled is not None
    run = Run(str(folder.parent / "root"), "assemble", folder.name, assembled.shards)
    sidecars = []
    for shard in range(assembled.shards):
        tables = {name: read_table(str(source), assembled, name, shard) for name in assembled.tables}
        sidecars.append(commit_shard(run, shard, ShardOutput(change(shard, tables))))
    manifest = sample.released.manifest
    contents = Contents(run.directory, assemble(run, {}, sidecars), {}, manifest.made_of, manifest.counts, render=_card)
    return write_release(str(folder), contents, MOST_TABLE_FILES)


def _card(files: Sequence[ShardFile]) -> Mapping[str, str]:
    facts = tuple(FileFacts(one.name, one.table, one.rows, one.size, one.sha256, one.split) for one in files)
    return {"README.md": render_card(replace(sample_facts(), files=facts))}
