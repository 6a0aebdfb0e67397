"""Ghostwriting: n-grams, similarities, copied runs and the LSTM, beside other tools.

Each section has a module of its own, which says what it measures and on what. A section whose data is not there is left
out, and so is a peer whose environment `make peers` has not made, or all of them with --no-peers. At the end stands
which goals are met.

    python -m benchmarks.ghostwriting --data DIR [--sections SECTION,...] [--no-peers] [--json]
"""

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

# Read when the numeric libraries are loaded: on a busy machine threads wait for each other.
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

from benchmarks.ear.peers import PEERS_PYTHON
from benchmarks.ghostwriting import copying, lstm, ngrams, similarity
from benchmarks.ghostwriting.corpus import FILE
from benchmarks.ghostwriting.goals import goals
from benchmarks.harness import Benchmark, Section


def _verses(options: Namespace) -> Path:
    return Path(options.data) / FILE


def _similarity_peer(options: Namespace) -> Path | None:
    return similarity.PEERS if options.peers and similarity.PEERS.exists() else None


SECTIONS = {
    "ngrams": Section(lambda options: ngrams.measure(_verses(options), peers=options.peers), _verses),
    "similarity": Section(lambda options: similarity.measure(_verses(options), _similarity_peer(options)), _verses),
    "copying": Section(lambda options: copying.measure(_verses(options)), _verses),
    "lstm": Section(lambda options: lstm.measure(_verses(options)), _verses),
}


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, help=f"folder with {FILE}, verses by artist")


GHOSTWRITING = Benchmark("ghostwriting", __doc__ or "", SECTIONS, goals, _add_options, peers=PEERS_PYTHON)

if __name__ == "__main__":
    sys.exit(GHOSTWRITING.main())
