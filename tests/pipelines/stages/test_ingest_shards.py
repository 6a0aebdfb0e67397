"""Shards are bounded by rows and by bytes, and neither changes a row or the order of rows."""

import json
from pathlib import Path

import pyarrow as pa
import pytest

from tests.pipelines.running import files_of, jsonl_recipe, write_recipe
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.ingest import ingest, shard_count
from versebench.pipelines.stages.stage import Committed
from versebench.storage.manifest import read_table
from versebench.transforms.ingest.read_sources import ReadFile
from versebench.transforms.ingest.spill import Spill


def read(poems: int, size: int) -> ReadFile:
    """What was read of a file."""
    return ReadFile(Spill("", 1), poems, size, 0, ())


@pytest.mark.parametrize(
    ("files", "shards"),
    [
        ([read(10, 100)], 1),
        ([read(11, 100)], 2),
        ([read(10, 1001)], 2),
        ([read(5, 1500), read(6, 1500)], 3),
        ([read(40, 1500)], 4),
    ],
)
def test_the_number_of_shards_follows_from_rows_and_bytes(files: list[ReadFile], shards: int) -> None:
    assert shard_count(files, rows_per_shard=10, bytes_per_shard=1000) == shards


def long_poems(folder: Path) -> Path:
    """Sixty poems of a kilobyte, and a row that cannot be read of ten."""
    rows = [json.dumps({"text": "\n".join([f"line {number} " + "x" * 240] * 4)}) for number in range(60)]
    path = folder / "long.jsonl"
    path.write_text("\n".join([*rows, "{" + "y" * 10_240]) + "\n")
    return path


def ingested(folder: Path, source: Path, runner: Runner, **settings: int) -> Committed:
    """An ingest of a source, whose bad row is allowed."""
    values = jsonl_recipe(str(source), ingest={"max_unreadable_share": 0.5, **settings})
    return ingest(load_recipe(str(write_recipe(folder, values)), []), str(folder / "root"), runner)


def rows(committed: Committed, table: str) -> pa.Table:
    """The rows of all shards."""
    shards = range(committed.run.shards)
    return pa.concat_tables(
        [read_table(committed.run.directory, committed.manifest, table, shard) for shard in shards]
    ).combine_chunks()


def test_long_poems_have_more_shards_with_the_same_rows_in_the_same_order(tmp_path: Path) -> None:
    source = long_poems(tmp_path)
    whole = ingested(tmp_path / "whole", source, Runner())
    parts = ingested(tmp_path / "parts", source, Runner(), bytes_per_shard=20_000)
    assert (whole.run.shards, parts.run.shards) == (1, 4)  # 60 poems of about 1 KB and 10 KB of the bad row
    for table in ("poems", "rejects"):
        assert rows(parts, table).equals(rows(whole, table))


def test_the_shards_are_the_same_whatever_the_runner(tmp_path: Path) -> None:
    source = long_poems(tmp_path)
    settings = {"bytes_per_shard": 20_000}
    ingested(tmp_path / "one", source, Runner(), **settings)
    ingested(tmp_path / "two", source, Runner(workers=2, mode="multi_threading"), **settings)
    assert files_of(tmp_path / "one/root") == files_of(tmp_path / "two/root")


def test_the_default_is_in_no_run_id_and_in_no_release(tmp_path: Path) -> None:
    values = jsonl_recipe("poems.jsonl")
    old = load_recipe(str(write_recipe(tmp_path, values)), [])
    new = load_recipe(str(write_recipe(tmp_path, values)), ["ingest.bytes_per_shard=2048"])
    assert "bytes_per_shard" not in old.model_dump()["ingest"]
    assert "bytes_per_shard" not in json.loads(old.model_dump_json())["ingest"]
    assert new.model_dump()["ingest"]["bytes_per_shard"] == 2048
