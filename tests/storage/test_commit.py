import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

from tests.storage.tables import committed, places
from versebench.storage.commit import (
    DamagedShardError,
    ShardOutput,
    Sidecar,
    commit_shard,
    from_parquet,
    is_committed,
    read_file,
    read_sidecar,
    to_parquet,
)
from versebench.storage.run import Run


def test_a_committed_shard_is_read_back(tmp_path: Path) -> None:
    run, sidecars = committed(tmp_path)
    for shard, sidecar in enumerate(sidecars):
        assert read_sidecar(run, shard) == sidecar
        assert read_file(run.directory, sidecar.files[0]).equals(places(shard), check_metadata=True)
    assert sorted(os.listdir(run.directory)) == [
        "provenance-00000-of-00002.parquet",
        "provenance-00001-of-00002.parquet",
        "shard-00000-of-00002.json",
        "shard-00001-of-00002.json",
    ]


def test_committing_again_writes_the_same_bytes(tmp_path: Path) -> None:
    for root in ("a", "b"):
        committed(tmp_path / root)
    for name in os.listdir(tmp_path / "a/ingest" / ("0" * 16)):
        first, second = ((tmp_path / root / "ingest" / ("0" * 16) / name).read_bytes() for root in ("a", "b"))
        assert first == second


def test_another_process_writes_the_same_parquet() -> None:
    program = (
        "import sys; from tests.storage.tables import places;"
        "from versebench.storage.commit import to_parquet;"
        "sys.stdout.buffer.write(to_parquet(places(7, 5000)))"
    )
    made = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout
    assert made == to_parquet(places(7, 5000)) == to_parquet(places(7, 5000))


def test_a_flipped_bit_in_a_page_is_found_by_its_checksum() -> None:
    content = bytearray(to_parquet(places(0, 5000)))
    content[len(content) // 3] ^= 1
    with pytest.raises((pa.ArrowException, OSError)):
        from_parquet(bytes(content))


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0b100
    path.write_bytes(content)


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def remove(path: Path) -> None:
    path.unlink()


def swap(path: Path) -> None:
    path.write_bytes((path.parent / "provenance-00001-of-00002.parquet").read_bytes())


@pytest.mark.parametrize("damage", [flip, truncate, empty, remove, swap])
def test_damage_is_found_and_named(tmp_path: Path, damage: object) -> None:
    run, sidecars = committed(tmp_path)
    path = Path(run.path("provenance-00000-of-00002.parquet"))
    assert callable(damage)
    damage(path)
    with pytest.raises(DamagedShardError, match=f"^{path} (is|has) .*; delete {run.directory} and run again$"):
        read_file(run.directory, sidecars[0].files[0])
    assert read_file(run.directory, sidecars[1].files[0]).equals(places(1))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"shard": 0, "files": [{"name": "x"}], "counts": {}}', "\0"])
def test_a_damaged_sidecar_commits_nothing(tmp_path: Path, text: str) -> None:
    run, _ = committed(tmp_path)
    Path(run.path(run.sidecar_name(0))).write_text(text)
    assert read_sidecar(run, 0) is None
    assert not is_committed(run, 0)
    assert is_committed(run, 1)


def test_a_shard_with_a_missing_file_is_not_committed(tmp_path: Path) -> None:
    run, _ = committed(tmp_path)
    Path(run.path("provenance-00000-of-00002.parquet")).unlink()
    assert not is_committed(run, 0)


def test_a_table_with_another_schema_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    run = Run(str(tmp_path), "ingest", "0" * 16, 1)
    with pytest.raises(TypeError, match="the ingest stage made a provenance table with another schema"):
        commit_shard(run, 0, ShardOutput({"provenance": pa.table({"row_id": ["a"]})}))
    assert not os.path.exists(run.directory)


def test_a_sidecar_is_the_same_after_a_round_trip(tmp_path: Path) -> None:
    _, sidecars = committed(tmp_path)
    assert [Sidecar.from_json(sidecar.to_json()) for sidecar in sidecars] == sidecars


def test_a_file_of_one_shard_without_split_keeps_its_old_json(tmp_path: Path) -> None:
    _, (sidecar, _) = committed(tmp_path)
    (values,) = json.loads(sidecar.to_json())["files"]
    assert list(values) == ["content_hash", "name", "rows", "sha256", "size", "table"]
    for file in (replace(sidecar.files[0], split="test"), replace(sidecar.files[0], shards=2)):
        merged = Sidecar(0, (file,), {})
        assert Sidecar.from_json(merged.to_json()) == merged
