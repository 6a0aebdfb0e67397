"""How long short commands take: ``python -m benchmarks.startup``.

Each command runs as a process of its own, as a user starts it; the release is made first if it is not there. The
processor time stands beside the time on the wall, as other processes may compete for the cores.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.measure import Spent

VERSEBENCH = Path(sys.executable).parent / "versebench"
LINE = "There was an old man with a beard"


@dataclass(frozen=True)
class Figure:
    """A command with the seconds that it may take, and those that it took in the first version."""

    name: str
    arguments: Sequence[str]
    goal: float
    before: float


@dataclass(frozen=True)
class Measured:
    """Medians of several runs of a command, in seconds."""

    name: str
    goal: float
    before: float
    wall: float
    cpu: float

    @property
    def met(self) -> bool:
        """Whether the median on the wall is within the goal."""
        return self.wall <= self.goal


def figures(recipe: str, root: str, release: str) -> list[Figure]:
    """The commands that are measured."""
    return [
        Figure("versebench --help", ["--help"], 0.25, 0.30),
        Figure("scan of a line", ["scan", LINE], 1.0, 2.1),
        Figure("tasks", ["tasks"], 0.6, 2.8),
        Figure("release with nothing to do", ["release", recipe, "--root", root], 3.0, 6.8),
        Figure("verify of the release", ["verify", release], 2.0, 7.2),
    ]


def measure(figure: Figure, runs: int) -> Measured:
    """Run a command so often, after one run that reads its files from the disk."""
    _run(figure.arguments)
    spent = []
    for _ in range(runs):
        start = Spent.so_far()
        _run(figure.arguments)
        spent.append(Spent.so_far() - start)
    wall, cpu = median(run.wall for run in spent), median(run.cpu for run in spent)
    return Measured(figure.name, figure.goal, figure.before, wall, cpu)


def made_release(recipe: str, root: str) -> str:
    """The folder of the recipe's release, which is made if it is not there."""
    released: dict[str, Any] = json.loads(_run(["release", recipe, "--root", root, "--json"]))
    return str(released["release"])


def _run(arguments: Sequence[str]) -> str:
    """The standard output of a command. Raises ``SystemExit`` with its message if it fails."""
    ran = subprocess.run([str(VERSEBENCH), *arguments], capture_output=True, text=True, check=False)
    if ran.returncode:
        raise SystemExit(f"versebench {' '.join(arguments)} failed: {ran.stderr.strip()[-500:]}")
    return ran.stdout


def table(measured: Sequence[Measured]) -> str:
    """The figures for people."""
    rows = [f"{'figure':<28} {'goal':>6} {'wall':>6} {'cpu':>6} {'before':>7}  seconds, medians"]
    for one in measured:
        verdict = "pass" if one.met else "miss"
        rows.append(f"{one.name:<28} {one.goal:6.2f} {one.wall:6.2f} {one.cpu:6.2f} {one.before:7.2f}  {verdict}")
    return "\n".join(rows)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure every figure and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.startup", description=__doc__)
    parser.add_argument("--recipe", default="recipes/sample.yaml", help="recipe of the release")
    parser.add_argument("--root", default="build", help="root of the release")
    parser.add_argument("--runs", type=int, default=5, help="number of runs of each command")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = parser.parse_args(arguments)
    release = made_release(asked.recipe, asked.root)
    measured = [measure(figure, asked.runs) for figure in figures(asked.recipe, asked.root, release)]
    if asked.json:
        print(json.dumps([{**asdict(one), "met": one.met} for one in measured], indent=2))  # noqa: T201
    else:
        print(table(measured))  # noqa: T201


if __name__ == "__main__":
    main()
