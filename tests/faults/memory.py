"""A worker process that gets no more memory."""

import contextlib
import resource
from pathlib import Path
from random import Random

import psutil

from tests.faults.processes import ended, started, wait_for, workers_of
from tests.faults.trial import Undisturbed

_MORE = 64 << 20


def starve_a_worker(undisturbed: Undisturbed, folder: Path, random: Random) -> int:
    """Let the workers of a stage grow by a few MiB only: one message speaks of memory, and the next run completes."""
    trial = undisturbed.begun(folder, ("validate", "ingest", "words", "lexicon", "clean"))
    with started("release", trial.recipe, "--root", trial.root, "--workers", "2") as process:
        assert wait_for(process, lambda: len(workers_of(process)) == 2)
        for worker in workers_of(process):
            with contextlib.suppress(psutil.NoSuchProcess):
                size = worker.memory_info().vms + random.randint(0, _MORE)
                worker.rlimit(resource.RLIMIT_AS, (size, size))
        ran = ended(process)
    assert ran.code == 1, ran.err
    assert "fewer --workers" in ran.message, ran.err
    assert "Traceback" not in ran.err
    return trial.completed()
