"""One run at a time on a root."""

import signal
import time
from pathlib import Path

from tests.faults.processes import ended, python, started
from tests.faults.trial import Undisturbed

_HOLD = """
import sys, time
from versebench.storage.root_lock import lock_root

lock_root(sys.argv[1], lambda process: None)
open(sys.argv[2], "w").close()
time.sleep(600)
"""


def test_a_run_waits_for_another_and_goes_on_when_that_one_dies(undisturbed: Undisturbed, tmp_path: Path) -> None:
    trial, held = undisturbed.begun(tmp_path, ("ingest",)), tmp_path / "held"
    with python(_HOLD, trial.root, held) as holder:
        while not held.exists():
            assert holder.poll() is None
            time.sleep(0.01)
        with started("ingest", trial.recipe, "--root", trial.root) as run:
            assert run.stderr is not None
            said = run.stderr.readline().strip()
            assert said == f"waiting for another run on {trial.root} (process {holder.pid})"
            assert run.poll() is None
            holder.send_signal(signal.SIGKILL)
            ran = ended(run)
    assert ran.code == 0, ran.err
    trial.check_commits()
