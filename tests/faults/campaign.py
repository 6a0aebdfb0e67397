"""Every fault many times, each time at another moment, and one table of what came of it."""

import sys
import tempfile
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.faults import crowd, damage, flaky, flink, interrupts, kills, memory, poison, power
from tests.faults.studies import faults as studies
from tests.faults.trial import Undisturbed
from tests.faults.writers import lstm, poems

Fault = Callable[[Undisturbed, Path, Random], int]
FaultAlone = Callable[[Path, Random], int]

FAULTS: Mapping[str, Fault] = {
    "kill -9 of the driver": kills.kill_the_driver,
    "kill -9 of a worker process": kills.kill_a_worker,
    "kill -9 of a Flink task manager": flink.kill_a_task_manager,
    "kill -9 of a Flink worker": flink.kill_a_flink_worker,
    "worker out of memory": memory.starve_a_worker,
    "flaky file system": flaky.flaky_file_system,
    "full disk": flaky.full_disk,
    "two releases at once": crowd.two_at_once,
    "two releases without a lock": crowd.two_without_a_lock,
    "damaged file": damage.damaged_files,
    "poison row": poison.poisoned,
    "interrupt": interrupts.interrupt,
    "power": power.cut_the_power,
}
"""Each raises where something is wrong, and gives the rows that were lost."""

ALONE: Mapping[str, FaultAlone] = {"lstm": lstm.kill_a_trainer, **poems.FAULTS, **studies.FAULTS}
"""Faults of what needs no release."""


@dataclass(frozen=True)
class Outcome:
    """What came of a fault that was tried some times; ``missing`` says why it was not tried."""

    fault: str
    times: int
    lost_rows: int
    failed: int
    missing: str | None = None

    @property
    def is_good(self) -> bool:
        """Whether nothing was lost and every run ended as it must."""
        return not self.lost_rows and not self.failed and self.missing is None


def tried(undisturbed: Undisturbed | None, name: str, times: int, seed: int) -> Outcome:
    """Try a fault some times, each with a seed of its own."""
    if (missing := _missing(name)) is not None:
        return Outcome(name, 0, 0, 0, missing)
    lost = failed = 0
    for number in range(times):
        with tempfile.TemporaryDirectory(prefix="versebench-fault-") as folder:
            try:
                lost += _try(undisturbed, name, Path(folder), Random(f"{seed} {name} {number}"))
            except Exception:
                failed += 1
                sys.stderr.write(f"{name}, seed {seed}, time {number}:\n{traceback.format_exc()}\n")
    return Outcome(name, times, lost, failed)


def _try(undisturbed: Undisturbed | None, name: str, folder: Path, random: Random) -> int:
    if name in ALONE:
        return ALONE[name](folder, random)
    assert undisturbed is not None, f"{name} needs a release"
    return FAULTS[name](undisturbed, folder, random)


def _missing(name: str) -> str | None:
    if "Flink" in name:
        return flink.missing()
    if (missing := studies.missing(name)) is not None:
        return missing
    if name in ("full disk", "study: full disk") and not flaky.can_mount():
        return "needs root and a private mount namespace"
    return None
