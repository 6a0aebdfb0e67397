"""A power cut at a random moment of a release, on a disk that loses what was not forced to it."""

import os
import shutil
from pathlib import Path
from random import Random

from tests.faults.synced_disk import SyncedDisk, synced_disk
from tests.faults.trial import VALUES, Undisturbed
from tests.pipelines.running import files_of, make_release

_CALLS = 270
"""Calls that force or rename a file in a whole release; a later moment is after its end."""


def cut_the_power(undisturbed: Undisturbed, folder: Path, random: Random) -> int:
    """Whatever was acknowledged is on the disk, and the next release completes.

    Either everything that was not forced to the disk is lost, or a random part of it.
    """
    trial = undisturbed.begun(folder)
    disk = SyncedDisk(trial.root, folder / "disk", random, random.randrange(_CALLS), random.choice([1.0, 0.5, 0.1]))
    with synced_disk(disk):
        try:
            made = make_release(folder, VALUES)
        except Exception:
            if not disk.is_off:
                raise
            made = None
        if not disk.is_off:
            disk.cut()
    _check_acknowledged(disk)
    if made is not None:
        there = disk.after / Path(made.folder).relative_to(disk.root)
        assert files_of(there) == files_of(made.folder), "a release that was reported as made is not on the disk"
    shutil.rmtree(trial.root)
    os.rename(disk.after, trial.root)
    return trial.completed()


def _check_acknowledged(disk: SyncedDisk) -> None:
    """Every file that was acknowledged, and neither replaced nor deleted since, is on the disk."""
    for path, content in disk.acknowledged.items():
        now, after = Path(path), disk.after / Path(path).relative_to(disk.root)
        if now.exists() and now.read_bytes() == content:
            assert after.exists(), f"{path} was acknowledged and is lost"
            assert after.read_bytes() == content, f"{path} was acknowledged and has other bytes"
