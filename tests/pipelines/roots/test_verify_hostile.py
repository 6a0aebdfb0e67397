"""Whatever a folder contains, ``verify`` ends, names what is wrong, and prints nothing that a terminal obeys."""

import json
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.trial import Undisturbed
from tests.pipelines.running import versebench
from versebench.pipelines.roots.verify import verify
from versebench.storage.commit import DamagedShardError
from versebench.storage.run import canonical_json

SHARD = "poems-00000-of-00002.parquet"
SIDECAR = "shard-00001-of-00002.json"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    """A small release with its runs."""
    return Undisturbed.made(tmp_path_factory.mktemp("made"))


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def dangling(path: Path) -> None:
    path.symlink_to("/nowhere")


def folder(path: Path) -> None:
    path.mkdir()


def listening(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # the name of a socket is short
    try:
        socket.socket(socket.AF_UNIX).bind(path.name)
    finally:
        os.chdir(here)


def endless(path: Path) -> None:
    """A file of 10 TB that takes no space."""
    with path.open("wb") as file:
        file.truncate(10 << 40)


@pytest.mark.parametrize(
    ("replace", "what"),
    [
        (pipe, "is a pipe, not a file"),
        (device, "is a device, not a file"),
        (dangling, "cannot be read: No such file or directory"),
        (folder, "is a folder, not a file"),
        (listening, "is a socket, not a file"),
        (endless, "has 10995116277760 bytes, "),
    ],
)
@pytest.mark.parametrize(("stage", "name"), [("clean", SHARD), ("clean", SIDECAR), ("release", "README.md")])
def test_a_name_that_is_not_a_file_is_named_once_and_the_rest_is_checked(
    made: Undisturbed, tmp_path: Path, stage: str, name: str, replace: Callable[[Path], None], what: str
) -> None:
    copy = made.copied(stage, tmp_path / "copy")
    other = next(path for path in copy.glob("rejects*.parquet"))
    other.write_bytes(b"")
    (copy / name).unlink()
    replace(copy / name)
    problems = list(verify(str(copy)))
    assert (name == "README.md" and replace is endless) or any(
        problem.startswith(f"{name}: {what}") for problem in problems
    )
    assert any(problem.startswith(f"{name}: ") for problem in problems), problems
    assert any(problem.startswith(f"{other.name}: has 0 bytes") for problem in problems), problems


@pytest.mark.parametrize("replace", [pipe, device, folder, endless])
def test_a_manifest_that_is_not_a_file_is_refused(
    made: Undisturbed, tmp_path: Path, replace: Callable[[Path], None]
) -> None:
    copy = made.copied("clean", tmp_path / "copy")
    (copy / "manifest.json").unlink()
    replace(copy / "manifest.json")
    with pytest.raises(DamagedShardError, match=r"manifest\.json cannot be read: "):
        list(verify(str(copy)))


def edited(folder: Path, change: Callable[[dict[str, object]], None]) -> None:
    """Change the manifest of a folder."""
    path = folder / "manifest.json"
    value = json.loads(path.read_text())
    change(value)
    path.write_text(canonical_json(value) + "\n")


@pytest.mark.parametrize("stage", ["clean", "release"])
@pytest.mark.parametrize("shards", [1_000_000_000, 10**30, -1, 0])
def test_an_absurd_number_of_shards_is_named(made: Undisturbed, tmp_path: Path, stage: str, shards: int) -> None:
    copy = made.copied(stage, tmp_path / "copy")
    edited(copy, lambda value: value.update(shards=shards))
    assert any("shards" in problem for problem in verify(str(copy)))


def test_files_that_state_absurd_numbers_of_shards_are_named(made: Undisturbed, tmp_path: Path) -> None:
    copy = made.copied("release", tmp_path / "copy")

    def change(value: dict[str, object]) -> None:
        tables = value["tables"]
        assert isinstance(tables, dict)
        for entry in tables.values():
            entry["files"][0]["shards"] = 1_000_000_000 - 1
        value["shards"] = 1_000_000_000

    edited(copy, change)
    problems = list(verify(str(copy)))
    assert any("row groups, but 999999999 were committed" in problem for problem in problems), problems


def test_control_characters_of_names_are_escaped(made: Undisturbed, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(made.stage("clean"), copy)
    names = ["a\nversebench: intact", "\x1b[2J", "\u202egnp.exe", os.fsdecode(b"\xff")]
    for name in names:
        (copy / name).touch()
    ran = versebench("verify", copy)
    assert ran.code == 1
    for escaped in (r"a\nversebench: intact", r"\x1b[2J", r"\u202egnp.exe", r"\udcff"):
        assert f"  {escaped}: is not listed" in ran.err, ran.err
    assert "\x1b" not in ran.err
    assert "\u202e" not in ran.err
