"""The command line that the sections of ``benchmarks.ear`` share where one of them runs alone."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from benchmarks.ear.peers import LEFT_OUT, available
from benchmarks.measure import machine, write_json
from versebench.pipelines.runners.console import console

DATA = Path("../shared/data")


class Measure(Protocol):
    """What measures a section: all figures that the data and the peers allow."""

    def __call__(self, data: Path, *, peers: bool) -> dict[str, Any]:
        """Figures as they go into JSON."""
        ...


def run(
    module: str,
    description: str | None,
    measure: Measure,
    print_figures: Callable[[dict[str, Any]], None],
    argv: Sequence[str] | None = None,
) -> int:
    """One section as a command: its tables, or with ``--json`` its figures on standard output too."""
    first = (description or "").split("\n")[0]
    parser = argparse.ArgumentParser(prog=f"python -m benchmarks.{module}", description=first)
    parser.add_argument("--data", type=Path, default=DATA, help="the corpora (default: %(default)s)")
    parser.add_argument("--no-peers", action="store_true", help="measure this project alone")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON on standard output")
    arguments = parser.parse_args(argv)
    measured = measure(arguments.data, peers=with_peers(arguments.no_peers))
    print_figures(measured)
    if arguments.json:
        write_json({"machine": machine(), **measured})
    return 0


def with_peers(unwanted: bool) -> bool:
    """Whether the peers are asked: they are wanted and there. Says so where they are not there."""
    if not unwanted and not available():
        console.print(LEFT_OUT)
    return not unwanted and available()
