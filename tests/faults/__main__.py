"""The long campaign: ``python -m tests.faults --times 20 --seed 1``; exit code 1 where anything was lost or damaged."""

import argparse
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.faults.campaign import ALONE, FAULTS, Outcome, tried
from tests.faults.trial import Undisturbed


def main() -> int:
    """Try the faults and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--times", type=int, default=20, help="how often each fault is tried")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", choices=[*FAULTS, *ALONE], help="one fault; several times")
    asked = parser.parse_args()
    outcomes, names = [], asked.only or [*FAULTS, *ALONE]
    with tempfile.TemporaryDirectory(prefix="versebench-faults-") as folder:
        undisturbed = Undisturbed.made(Path(folder)) if set(names) & set(FAULTS) else None
        for name in names:
            outcomes.append(tried(undisturbed, name, asked.times, asked.seed))
            sys.stderr.write(f"{name}: {'done' if outcomes[-1].is_good else 'NOT GOOD'}\n")
    Console(width=120).print(_table(outcomes))
    return 0 if all(outcome.is_good for outcome in outcomes) else 1


def _table(outcomes: list[Outcome]) -> Table:
    table = Table("fault", "times", "lost rows", "complete", title="Faults")
    for one in outcomes:
        good = one.missing or f"{one.times - one.failed} of {one.times}"
        table.add_row(one.fault, str(one.times), str(one.lost_rows), good)
    return table


if __name__ == "__main__":
    sys.exit(main())
