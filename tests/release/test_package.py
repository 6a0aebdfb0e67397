import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from release import checksums
from release.package import Contents, write_release
from tests.transforms.shards.tables import committed, places
from transforms.shards.commit import DamagedShardError, ShardFile
from transforms.shards.manifest import read_manifest, read_table


def contents_of(folder: Path) -> Contents:
    run, sidecars = committed(folder)
    return Contents(
        shards=2,
        shard_folder=run.directory,
        shard_files=[file for sidecar in sidecars for file in sidecar.files],
        tables={},
        made_of={"recipe": {"name": "x"}},
        counts={"in": 6},
        render=pages,
    )


def pages(files: Sequence[ShardFile]) -> dict[str, str]:
    return {"README.md": f"# {len(files)} files\n", "LICENSE": "é\n"}


def fails(files: Sequence[ShardFile]) -> dict[str, str]:
    raise ZeroDivisionError


def test_a_release_holds_all_and_lists_all(tmp_path: Path) -> None:
    folder = tmp_path / "releases/x/1.0.0"
    manifest = write_release(str(folder), contents_of(tmp_path))
    assert read_manifest(str(folder)) == manifest
    assert read_table(str(folder), manifest, "provenance", 1).equals(places(1))
    sums = checksums.read((folder / checksums.NAME).read_text())
    assert sums.keys() | {checksums.NAME} == set(os.listdir(folder))
    assert all(checksums.sha256((folder / name).read_bytes()) == digest for name, digest in sums.items())
    assert [page.name for page in manifest.documents] == ["LICENSE", "README.md"]
    assert os.listdir(folder.parent) == ["1.0.0"]


def test_its_id_follows_from_what_it_is_made_of_and_not_from_the_pages(tmp_path: Path) -> None:
    contents = contents_of(tmp_path)
    assert replace(contents, render=fails).release_id == contents.release_id
    assert replace(contents, counts={"in": 7}).release_id != contents.release_id
    assert replace(contents, made_of={}).release_id != contents.release_id


def test_a_page_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    contents = contents_of(tmp_path)
    with pytest.raises(ZeroDivisionError):
        write_release(f"{tmp_path}/releases/x/1.0.0", replace(contents, render=fails))
    assert os.listdir(tmp_path / "releases/x") == []


def test_a_damaged_shard_is_not_copied(tmp_path: Path) -> None:
    contents = contents_of(tmp_path)
    path = Path(contents.shard_folder) / contents.shard_files[1].name
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(DamagedShardError, match=f"{path} is not what was committed"):
        write_release(f"{tmp_path}/releases/x/1.0.0", contents)
    assert os.listdir(tmp_path / "releases/x") == []


def test_what_a_killed_attempt_left_is_swept(tmp_path: Path) -> None:
    contents = contents_of(tmp_path)
    left = tmp_path / "releases/x" / f"1.0.0.{'a' * 32}.tmp"
    left.mkdir(parents=True)
    (left / "part").touch()
    write_release(f"{tmp_path}/releases/x/1.0.0", contents)
    assert os.listdir(tmp_path / "releases/x") == ["1.0.0"]
