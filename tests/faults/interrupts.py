"""Ctrl-C at random moments: one message and exit code 130, never a traceback, and the next run completes."""

import os
import re
import signal
import subprocess
import time
from pathlib import Path
from random import Random

from tests.faults.processes import ended
from tests.faults.trial import Undisturbed
from tests.pipelines.running import REPOSITORY, VERSEBENCH, Ran

IN_A_ROW = 10
"""Interrupts of one root before its release is completed."""

MESSAGE = "versebench: stopped; committed shards are kept; run the same command again to continue"
_LONGEST = 15.0
"""Seconds from the first moment at which Ctrl-C is answered, in which most of a run falls."""

_CAUGHT = re.compile(r"^SigCgt:\s*([0-9a-f]+)$", re.MULTILINE)


def interrupt(undisturbed: Undisturbed, folder: Path, random: Random, in_a_row: int = IN_A_ROW) -> int:
    """Interrupt runs on one root, each at another moment; the last one is left alone and completes."""
    trial = undisturbed.begun(folder)
    for _ in range(in_a_row):
        _interrupt_one(["release", str(trial.recipe), "--root", str(trial.root)], random)
        trial.check_commits()
    return trial.completed()


def _interrupt_one(arguments: list[str], random: Random) -> None:
    workers = random.choice(["1", "2"])
    command = [str(VERSEBENCH), *arguments, "--workers", workers]
    environment = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1"}
    with subprocess.Popen(
        command,
        cwd=REPOSITORY,
        env=environment,
        text=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # Ignored until the command answers it, so that it can be seen from when on it does.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN) and None,
    ) as process:
        try:
            while process.poll() is None and not _answers(process.pid):
                time.sleep(0.001)
            time.sleep(_LONGEST * random.random() ** 2)  # Many of them early: imports and the first graphs.
            for _ in range(random.choice([1, 1, 1, 2, 3])):
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGINT)
                    time.sleep(0.3 * random.random())
            _check(ended(process))
        finally:
            process.kill()


def _check(ran: Ran) -> None:
    """Stopped with one message, or done before the signal came."""
    assert "Traceback" not in ran.err, ran.err
    if ran.code == 0:
        assert MESSAGE not in ran.err, ran.err
        return
    assert ran.code == 130, f"exit code {ran.code}: {ran.err}"
    lines = [line for line in ran.err.splitlines() if line.strip()]
    assert lines[-1] == MESSAGE, ran.err
    assert ran.err.count("versebench: ") == 1, ran.err


def _answers(pid: int) -> bool:
    """Whether a process has a handler for SIGINT."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
    found = _CAUGHT.search(status)
    return found is not None and bool(int(found.group(1), 16) >> (signal.SIGINT - 1) & 1)
