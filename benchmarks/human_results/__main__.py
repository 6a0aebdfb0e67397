"""Statistics of human studies: how often intervals of accuracy hold the true accuracy.

    python -m benchmarks.human_results [--studies 2000] [--json]

Studies are simulated: judges and items differ in difficulty on the log-odds scale. The plain interval takes judgements
as independent, the second knows that they share poems, and the third, which results have, knows judges and poems.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import asdict

from benchmarks.harness import Benchmark, Figures, Goal, Section
from benchmarks.human_results.coverage import DESIGNS, coverage


def _coverage(options: Namespace) -> Figures:
    return {"designs": {str(design): asdict(coverage(design, options.studies)) for design in DESIGNS}}


SECTIONS = {"coverage": Section(_coverage)}


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--studies", type=int, default=2000, help="simulated studies a design (default: %(default)s)")


def goals(measured: Figures) -> Iterator[Goal]:
    """The goals of the sections that were measured."""
    if "coverage" in measured:
        designs = measured["coverage"]["designs"].values()
        yield Goal("intervals hold the truth", min(each["two_way"] for each in designs), 0.94, "{:.3f}")


HUMAN_RESULTS = Benchmark("human_results", __doc__ or "", SECTIONS, goals, _add_options)

if __name__ == "__main__":
    sys.exit(HUMAN_RESULTS.main())
