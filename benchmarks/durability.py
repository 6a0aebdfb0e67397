"""What it costs that every commit is forced to the disk: ``python -m benchmarks.durability``.

The stages of ``benchmarks.scale`` run in a process in which, as in its workers, each call of ``os.fsync`` writes down
how long it took. The cost is the sum of these times as a share of the time that all processes had.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.scale.job import MEASURED, Work, corpus, run_stage

GOAL = 0.05
"""The greatest share of ``fsync`` in the time of the stages."""

TIMED = """
import os, time

_fsync = os.fsync

def fsync(handle):
    start = time.perf_counter()
    _fsync(handle)
    taken = time.perf_counter() - start
    with open(os.environ["FSYNC_TIMES"], "a") as times:
        times.write(f"{taken}\\n")

os.fsync = fsync
"""
"""What Python reads at its start, in the workers too."""


def stages(folder: Path, poems: int, workers: int) -> dict[str, float]:
    """The seconds of each stage, which runs in this process and its workers."""
    job, _ = corpus(folder, poems, workers)
    return {stage: float(run_stage(Work(job, job.root), stage)["seconds"]) for stage in MEASURED}


def measure(folder: Path, poems: int, workers: int) -> dict[str, object]:
    """The number of calls, their seconds, and their share of the seconds of all processes."""
    site = folder / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(TIMED)
    times = folder / "times.txt"
    times.touch()
    command = [sys.executable, "-m", "benchmarks.durability", "--once", str(folder)]
    command += ["--poems", str(poems), "--workers", str(workers)]
    environment = {**os.environ, "PYTHONPATH": str(site), "FSYNC_TIMES": str(times.resolve())}
    printed = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    seconds: dict[str, float] = json.loads(printed.splitlines()[-1])
    calls = [float(line) for line in times.read_text().splitlines()]
    share = sum(calls) / (workers * sum(seconds.values()))
    return {
        "poems": poems,
        "calls": len(calls),
        "seconds_in_fsync": sum(calls),
        "seconds_of_stages": seconds,
        "share": share,
        "goal": GOAL,
        "met": share <= GOAL,
    }


def main(argv: list[str] | None = None) -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--poems", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--once", metavar="FOLDER", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args(argv)
    if arguments.once:
        print(json.dumps(stages(arguments.once, arguments.poems, arguments.workers)))  # noqa: T201
        return
    Path("build").mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="durability-", dir="build"))
    try:
        figures = measure(folder, arguments.poems, arguments.workers)
    finally:
        shutil.rmtree(folder)
    print(json.dumps(figures, indent=2))  # noqa: T201


if __name__ == "__main__":
    main()
