from dataclasses import replace
from pathlib import Path

import pytest

from tests.storage.tables import committed, places
from versebench.storage.commit import DamagedShardError
from versebench.storage.manifest import Document, assemble, read_manifest, read_table, write_manifest
from versebench.storage.run import Run, canonical_json, run_id


def test_names_of_a_run() -> None:
    run = Run("/data/", "clean", "0123456789abcdef", 12)
    assert run.directory == "/data/clean/0123456789abcdef"
    assert run.path(run.table_name("poems", 3)) == f"{run.directory}/poems-00003-of-00012.parquet"
    assert run.sidecar_name(11) == "shard-00011-of-00012.json"


def test_a_run_id_does_not_depend_on_the_order_of_the_values() -> None:
    # Names of folders contain this value: it must never change.
    assert run_id({"b": 1, "a": ["é"]}) == run_id({"a": ["é"], "b": 1}) == "94201efd0147596f"
    assert run_id({"a": ["é"], "b": 2}) != run_id({"a": ["é"], "b": 1})
    assert canonical_json({"b": None, "a": "é"}) == '{"a":"é","b":null}'


def test_a_manifest_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    run, sidecars = committed(tmp_path)
    manifest = replace(
        assemble(run, {"version": "x.v1", "inputs": {"é": [1, None]}}, sidecars[::-1]),
        documents=(Document("README.md", 3, "ab"),),
    )
    write_manifest(run, manifest)
    assert read_manifest(run.directory) == manifest
    assert (manifest.counts, manifest.tables["provenance"].rows) == ({"in": 6, "out": 6}, 6)
    for shard in range(2):
        assert read_table(run.directory, manifest, "provenance", shard).equals(places(shard))


def test_no_manifest_without_all_shards(tmp_path: Path) -> None:
    run, sidecars = committed(tmp_path, 3)
    for subset in (sidecars[:2], sidecars[1:], [*sidecars, sidecars[0]], []):
        with pytest.raises(ValueError, match=f"{run.directory}: {len(subset)} of 3 shards are committed"):
            assemble(run, {}, subset)


def test_a_folder_without_manifest_is_not_a_run(tmp_path: Path) -> None:
    run, _ = committed(tmp_path)
    assert read_manifest(run.directory) is None
    assert read_manifest(f"{tmp_path}/nowhere") is None


@pytest.mark.parametrize("text", ['{"format": "versebench-manifest.v2"}', None])
def test_a_manifest_of_another_format_is_named(tmp_path: Path, text: str | None) -> None:
    run, sidecars = committed(tmp_path)
    manifest = replace(assemble(run, {}, sidecars), format="versebench-manifest.v2")
    (tmp_path / "manifest.json").write_text(text or manifest.to_json())
    with pytest.raises(DamagedShardError, match=r"has the manifest format 'versebench-manifest.v2', but this version"):
        read_manifest(str(tmp_path))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "versebench-manifest.v1"}'])
def test_a_manifest_that_cannot_be_read_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(DamagedShardError, match=f"^{tmp_path}/manifest.json is not a valid manifest of versebench"):
        read_manifest(str(tmp_path))
