"""A release on a flaky file system, and on a disk that fills up."""

import subprocess
from pathlib import Path
from random import Random

from tests.faults.flaky_files import flaky_files
from tests.faults.trial import VALUES, Undisturbed
from tests.pipelines.running import VERSEBENCH, make_release, versebench
from versebench.pipelines.errors import UserError
from versebench.storage.commit import DamagedShardError

_RUNS = 200
_ONE_IN = 40
"""Of so many files that are opened or moved one is hit."""


def flaky_file_system(undisturbed: Undisturbed, folder: Path, random: Random) -> int:
    """Every run ends in one message, or completes; each goes on where the one before stopped."""
    trial = undisturbed.begun(folder)
    with flaky_files(trial.root, random, _ONE_IN):
        for _ in range(_RUNS):
            if (message := _message(folder)) is None:
                break
            assert "defect" not in message, message
            trial.check_commits()
    return trial.completed()


def _message(folder: Path) -> str | None:
    """What a user is told of one run; None where it completes."""
    try:
        make_release(folder, VALUES)
    except (UserError, DamagedShardError, OSError) as error:
        return str(error)
    return None


def full_disk(undisturbed: Undisturbed, folder: Path, random: Random) -> int:
    """A file system of a random size: one message; with room again, the release completes."""
    trial = undisturbed.begun(folder)
    size = random.randint(20, 900)
    keep = f"cp -a {trial.root} {folder}/kept"
    script = (
        f"mv {trial.root} {folder}/begun && mkdir {trial.root} && mount -t tmpfs -o size={size}k none {trial.root} && "
        f'"$@"; code=$?; {keep}; exit $code'
    )
    prefix = ("unshare", "-m", "sh", "-c", script, "sh")
    ran = versebench("release", trial.recipe, "--root", trial.root, prefix=prefix)
    assert ran.code == 1, ran.err
    assert "the disk is full; free some space and run again: committed shards are kept" in ran.message
    subprocess.run(["sh", "-c", f"rmdir {trial.root} && mv {folder}/kept {trial.root}"], check=True)
    subprocess.run(["cp", "-a", f"{folder}/begun/validate", str(trial.root)], check=True)
    return trial.completed()


def can_mount() -> bool:
    """Whether a file system can be mounted for one process."""
    command = ["unshare", "-m", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"]
    return VERSEBENCH.exists() and subprocess.run(command, capture_output=True, check=False).returncode == 0
