"""Fuzz every parser for some minutes each.

python -m tests.fuzz [--minutes 10] [--parser NAME] [--seed N] [--jobs 1]
"""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from tests.fuzz.campaign import Fuzzed, fuzz
from tests.fuzz.registry import PARSERS


def main(arguments: Sequence[str]) -> int:
    """Print one table (parser, inputs, findings); 1 where there is a finding."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Fuzz every parser.")
    parser.add_argument("--minutes", type=float, default=10, help="for each parser (10)")
    parser.add_argument("--parser", action="append", choices=sorted(PARSERS), help="only this one; several times")
    parser.add_argument("--seed", type=int, default=0, help="another seed tries other inputs (0)")
    parser.add_argument("--jobs", type=int, default=1, help="parsers at once, each on a core (1)")
    given = parser.parse_args(arguments)
    _print(f"{'parser':<24}{'inputs':>10}{'findings':>10}")
    with ThreadPoolExecutor(given.jobs) as jobs:
        fuzzed = jobs.map(lambda name: fuzz(name, given.minutes * 60, given.seed), given.parser or PARSERS)
        found = [_print_row(one) for one in fuzzed]
    return 1 if any(found) else 0


def _print_row(fuzzed: Fuzzed) -> int:
    _print(f"{fuzzed.parser:<24}{fuzzed.inputs:>10,}{len(fuzzed.findings):>10}")
    for finding in fuzzed.findings:
        _print(finding)
    return len(fuzzed.findings)


def _print(line: str) -> None:
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
