import fcntl
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from versebench.storage import filesystem

DEAD, ALIVE = f"x.{'a' * 32}.tmp", f"y.{'b' * 32}.tmp"


def test_a_file_is_replaced_completely(tmp_path: Path) -> None:
    path = f"{tmp_path}/deep/er/file"
    filesystem.write_bytes(path, b"one")
    filesystem.write_bytes(path, b"two")
    assert filesystem.read_bytes(path) == b"two"
    assert os.listdir(tmp_path / "deep/er") == ["file"]


def test_a_failed_write_leaves_nothing_new_and_nothing_lost(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_bytes(b"before")
    program = (
        "import resource, sys; from versebench.storage import filesystem;"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, (1000, {resource.RLIM_INFINITY}));"
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        f"filesystem.write_bytes({str(kept)!r}, b'x' * 100_000)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "File too large" in ran.stderr
    assert (os.listdir(tmp_path), kept.read_bytes()) == (["kept"], b"before")


def test_a_target_that_is_a_folder_leaves_no_attempt(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        filesystem.write_bytes(f"{tmp_path}/folder", b"x")
    assert os.listdir(tmp_path) == ["folder"]


def test_sweep_deletes_attempts_of_dead_processes_and_nothing_else(tmp_path: Path) -> None:
    for name in (DEAD, ALIVE, "notes.tmp", "file"):
        (tmp_path / name).touch()
    (tmp_path / f"folder.{'c' * 32}.tmp").mkdir()
    (tmp_path / f"folder.{'c' * 32}.tmp" / "inside").touch()
    with open(tmp_path / ALIVE) as attempt:
        fcntl.flock(attempt, fcntl.LOCK_EX)
        filesystem.sweep(str(tmp_path))
        assert sorted(os.listdir(tmp_path)) == ["file", "notes.tmp", ALIVE]
    filesystem.sweep(str(tmp_path))
    assert sorted(os.listdir(tmp_path)) == ["file", "notes.tmp"]
    filesystem.sweep(f"{tmp_path}/nowhere")


def test_the_folder_of_a_killed_process_is_swept_and_that_of_a_running_one_is_not(tmp_path: Path) -> None:
    program = (
        "import sys, time; from versebench.storage import filesystem\n"
        f"with filesystem.temporary_folder({str(tmp_path / 'spill')!r}) as folder:\n"
        "    filesystem.write_bytes(folder + '/part', b'x'); print(folder, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        folder = process.stdout.readline().strip()
        filesystem.sweep(str(tmp_path))
        assert os.listdir(folder) == ["part"]
        process.kill()
    assert os.path.isdir(folder)
    filesystem.sweep(str(tmp_path))
    assert os.listdir(tmp_path) == []


def test_a_temporary_folder_is_deleted_after_its_block_unless_it_was_renamed(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), filesystem.temporary_folder(f"{tmp_path}/a") as folder:
        os.rename(f"{folder}/none", f"{folder}/x")
    assert os.listdir(tmp_path) == []
    with filesystem.temporary_folder(f"{tmp_path}/a") as folder:
        os.rename(folder, tmp_path / "a")
    assert os.listdir(tmp_path) == ["a"]


def test_glob_returns_files_only_sorted_with_sizes(tmp_path: Path) -> None:
    for name, content in (("b.json", b"12"), ("a.json", b"1"), ("[1].json", b"123")):
        (tmp_path / name).write_bytes(content)
    (tmp_path / "c.json").mkdir()
    assert filesystem.glob(f"{tmp_path}/?.json") == [(f"{tmp_path}/a.json", 1), (f"{tmp_path}/b.json", 2)]
    assert filesystem.glob(f"{tmp_path}/[1].json") == [(f"{tmp_path}/[1].json", 3)]
    assert filesystem.glob(f"{tmp_path}/nothing*") == filesystem.glob(str(tmp_path)) == []
    assert filesystem.is_folder(str(tmp_path))
    assert not filesystem.is_folder(f"{tmp_path}/a.json")


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        filesystem.read_bytes(f"{tmp_path}/none")
    assert filesystem.list_names(f"{tmp_path}/none") == []
    filesystem.delete([f"{tmp_path}/none"])
    filesystem.delete_folder(f"{tmp_path}/none")
    assert not filesystem.exists(f"{tmp_path}/none")
