"""All figures of scoring, compared with peers: speed, equality, memory, and goals.

Sections, each a module of its own that says what it measures: ``small`` and ``verse``
(``benchmarks.scoring.causal``: GPT-2 small's shape with random weights, and the shipped model), ``decisions``,
``masked``, ``long`` and ``blimp``. Our scorer runs as one process per core with one thread each. The peers, minicons
and lm-eval, run in an environment of their own, which ``make peers`` installs; without it, or with --no-peers, they are
skipped. Run it on an idle machine; the load is reported.

    python -m benchmarks.scoring [--sections SECTION,...] [--rounds 3] [--pairs 10000] [--blimp-pairs 100]
                                 [--data DIR] [--no-peers] [--json]
"""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from benchmarks.harness import Benchmark, Figures, Section
from benchmarks.measure import has_amx
from benchmarks.scoring import blimp, causal, decisions, long, masked
from benchmarks.scoring.crew import PEERS_PYTHON
from benchmarks.scoring.goals import goals


def _blimp_of(options: Namespace) -> Path | None:
    return None if options.data is None else Path(options.data) / "blimp" / "blimp.jsonl.gz"


def _blimp(options: Namespace) -> Figures:
    path = _blimp_of(options)
    assert path is not None  # the section needs it
    return blimp.measure(path, options.blimp_pairs, options.peers)


SECTIONS = {
    "small": Section(lambda options: causal.measure("small", options.peers, options.rounds)),
    "verse": Section(lambda options: causal.measure("verse", options.peers, options.rounds)),
    "decisions": Section(lambda options: decisions.measure(options.pairs)),
    "masked": Section(lambda options: masked.measure(options.peers, options.rounds)),
    "long": Section(lambda _options: long.measure()),
    "blimp": Section(_blimp, _blimp_of),
}


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--rounds", type=int, default=3, help="rounds of small, verse and masked (default: %(default)s)"
    )
    parser.add_argument("--pairs", type=int, default=10_000, help="pairs of decisions (default: %(default)s)")
    parser.add_argument("--data", type=Path, help="folder of corpora, for blimp")
    parser.add_argument("--blimp-pairs", type=int, default=100, help="pairs of each phenomenon (default: %(default)s)")


SCORING = Benchmark(
    "scoring",
    __doc__ or "",
    SECTIONS,
    lambda measured: goals(measured, has_amx()),
    _add_options,
    peers=PEERS_PYTHON,
)

if __name__ == "__main__":
    sys.exit(SCORING.main())
