"""kill -9 of the driver, and of a worker process of the local runner."""

import contextlib
import time
from pathlib import Path
from random import Random

import psutil

from tests.faults.processes import ended, random_moment, started, wait_for, workers_of
from tests.faults.trial import Trial, Undisturbed
from tests.pipelines.running import files_of

_LONGEST_WORK = 6.0
"""Seconds in which the workers of a stage start and do most of their work."""


def kill_the_driver(undisturbed: Undisturbed, folder: Path, random: Random) -> int:
    """Kill the command itself; the next one completes."""
    trial = undisturbed.begun(folder)
    moments = len(files_of(undisturbed.root)) - len(files_of(undisturbed.root / "validate"))
    with started("release", trial.recipe, "--root", trial.root) as process:
        wait_for(process, random_moment(trial.root, moments, random))
        workers = workers_of(process)
        process.kill()
    psutil.wait_procs(workers, timeout=300)
    return trial.completed()


def kill_a_worker(undisturbed: Undisturbed, folder: Path, random: Random) -> int:
    """Kill a worker process: the run fails soon with one message, and the next one completes."""
    done = ("ingest", "words", "lexicon", "clean", "annotate")
    trial = undisturbed.begun(folder, ("validate", *done[: random.randint(2, len(done))]))
    _kill_one(trial, random)
    return trial.completed()


def _kill_one(trial: Trial, random: Random) -> None:
    with started("release", trial.recipe, "--root", trial.root, "--workers", "2") as process:
        if not wait_for(process, lambda: len(workers_of(process)) == 2):
            return
        time.sleep(random.random() * _LONGEST_WORK)
        victims = workers_of(process)
        if victims:
            with contextlib.suppress(psutil.NoSuchProcess):
                random.choice(victims).kill()
        ran = ended(process)
    # A worker that had done its work already is missed by nobody.
    assert ran.code in (0, 1), ran.err
    if ran.code == 1:
        assert ": a worker process was killed, probably because memory ran out; run again" in ran.message
    assert "Traceback" not in ran.err
