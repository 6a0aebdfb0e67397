import contextlib
import errno
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

from tests.faults.synced_disk import PowerCutError, SyncedDisk, synced_disk
from tests.pipelines.running import files_of
from tests.storage.tables import MakePlaces
from versebench.storage import durable, filesystem
from versebench.storage.commit import commit_shard, is_committed
from versebench.storage.run import Run


def after_a_cut(folder: Path, write: Callable[[Path], object], lost: float = 1.0) -> dict[str, bytes]:
    """The files on a disk whose power was cut after some were written, and that lost what was not forced to it."""
    root = folder / "root"
    root.mkdir(parents=True)
    with synced_disk(SyncedDisk(root, folder / "disk", Random(1), lost=lost)) as disk:
        write(root)
        disk.cut()
    return files_of(folder / "disk")


def unforced(root: Path) -> None:
    """Write a file as anybody does."""
    (root / "a").write_bytes(b"content")


def test_a_disk_loses_what_was_not_forced_to_it(tmp_path: Path) -> None:
    assert after_a_cut(tmp_path / "lost", unforced) == {}
    assert after_a_cut(tmp_path / "kept", unforced, lost=0.0)["a"] in (b"", b"con", bytes(7), b"content")


def test_a_name_is_on_the_disk_without_its_content_unless_both_are_forced(tmp_path: Path) -> None:
    def name_alone(root: Path) -> None:
        unforced(root)
        durable.sync_folder(str(root))

    assert after_a_cut(tmp_path, name_alone).keys() == {"a"}


def test_a_file_that_was_written_survives_a_power_cut_with_its_folders(tmp_path: Path) -> None:
    def write(root: Path) -> None:
        filesystem.write_bytes(f"{root}/stage/run/a.json", b"old")
        filesystem.write_bytes(f"{root}/stage/run/a.json", b"new")

    assert after_a_cut(tmp_path, write) == {"stage/run/a.json": b"new"}


def test_a_committed_shard_survives_a_power_cut_with_its_tables(tmp_path: Path) -> None:
    after_a_cut(tmp_path, lambda root: commit_shard(Run(str(root), "ingest", "0" * 16, 1), 0, MakePlaces(None)(0)))
    assert is_committed(Run(str(tmp_path / "disk"), "ingest", "0" * 16, 1), 0)


def test_a_renamed_folder_survives_a_power_cut_with_all_its_files(tmp_path: Path) -> None:
    def write(root: Path) -> None:
        with filesystem.temporary_folder(f"{root}/releases/one") as attempt:
            os.mkdir(f"{attempt}/sub")
            for name in ("a", "sub/b"):
                with filesystem.open_writer(f"{attempt}/{name}") as stream:
                    stream.write(name.encode())
            durable.rename_tree(attempt, f"{root}/releases/one")

    assert after_a_cut(tmp_path, write) == {"releases/one/a": b"a", "releases/one/sub/b": b"sub/b"}


@pytest.mark.parametrize("call", range(4))
def test_a_file_is_whole_or_as_it_was_whenever_the_power_is_cut(tmp_path: Path, call: int) -> None:
    for seed in range(20):
        folder = tmp_path / str(seed)
        (folder / "root").mkdir(parents=True)
        (folder / "root/a").write_bytes(b"old")
        disk = SyncedDisk(folder / "root", folder / "disk", Random(seed), call, lost=0.5)
        with synced_disk(disk):
            with contextlib.suppress(PowerCutError):
                filesystem.write_bytes(f"{folder}/root/a", b"new")
            if not disk.is_off:
                disk.cut()
        assert (folder / "disk/a").read_bytes() in ((b"old", b"new") if call < 3 else (b"new",))


def test_a_file_system_that_cannot_force_folders_is_no_error_and_a_disk_fault_is_one(tmp_path: Path) -> None:
    with patch("os.fsync", side_effect=OSError(errno.EINVAL, "not supported")):
        durable.sync_folder(str(tmp_path))
    with patch("os.fsync", side_effect=OSError(errno.EIO, "fault")), pytest.raises(OSError, match="fault"):
        durable.sync_folder(str(tmp_path))
