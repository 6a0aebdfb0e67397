"""Statistics of human studies: how often intervals of accuracy hold the true accuracy, and what an analysis costs.

    python -m benchmarks.human_results [--sections coverage speed] [--studies 2000] [--judgements 1000000] [--json]

Studies are simulated: judges and items differ in difficulty on the log-odds scale. The plain interval takes judgements
as independent, the second knows that they share poems, and the third, which results have, knows judges and poems. The
export whose analysis is measured has three choices for each item, and two models decide its pairs.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import asdict

from benchmarks.harness import Benchmark, Figures, Goal, Section
from benchmarks.human_results.coverage import DESIGNS, coverage
from benchmarks.human_results.speed import measure


def _coverage(options: Namespace) -> Figures:
    return {"designs": {str(design): asdict(coverage(design, options.studies)) for design in DESIGNS}}


SECTIONS = {
    "coverage": Section(_coverage),
    "speed": Section(lambda options: measure(options.judgements)),
}


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--studies", type=int, default=2000, help="simulated studies a design (default: %(default)s)")
    parser.add_argument("--judgements", type=int, default=1_000_000, help="of the export (default: %(default)s)")


def goals(measured: Figures) -> Iterator[Goal]:
    """The goals of the sections that were measured."""
    if "coverage" in measured:
        designs = measured["coverage"]["designs"].values()
        yield Goal("intervals hold the truth", min(each["two_way"] for each in designs), 0.94, "{:.3f}")
    if "speed" in measured:
        yield Goal("analysis of a million judgements", measured["speed"]["seconds"], 300, "{:.0f} s", at_most=True)
        yield Goal("its memory", measured["speed"]["MiB"], 1024, "{:.0f} MiB", at_most=True)


HUMAN_RESULTS = Benchmark("human_results", __doc__ or "", SECTIONS, goals, _add_options)

if __name__ == "__main__":
    sys.exit(HUMAN_RESULTS.main())
