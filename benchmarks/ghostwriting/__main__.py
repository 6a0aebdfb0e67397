"""Ghostwriting: how fast verses are written, measured and compared, and a release from end to end.

    python -m benchmarks.ghostwriting --data DIR [--sections density,similarity,copied,ngrams,lstm,end_to_end]
                                      [--artists 10,100] [--verses 1000] [--no-peers] [--json]

DIR holds ``verses.jsonl.gz``. Sections:

- ``density``: rhyme density of verses, beside scoring pair by pair;
- ``similarity``: 500 verses against 20,000, beside scikit-learn's ``linear_kernel`` (``make peers`` installs it);
- ``copied``: copied runs;
- ``ngrams``: n-grams of nine orders, beside nltk and markovify (``make peers`` installs them);
- ``lstm``: an iteration of the LSTM, beside a loop of torch's own modules;
- ``end_to_end``: releases of n-gram models over synthetic artists.
"""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from pathlib import Path

from benchmarks.ear.peers import PEERS_PYTHON
from benchmarks.ghostwriting import copied, end_to_end, lstm, ngrams, similarity
from benchmarks.harness import Benchmark, Figures, Goal, Section
from benchmarks.rhyme_density import __main__ as rhyme_density
from benchmarks.rhyme_density import speed


def _verses(options: Namespace) -> Path:
    return Path(options.data) / rhyme_density.VERSES


SECTIONS = {
    "density": Section(lambda options: speed.measure(_verses(options)), _verses),
    "similarity": Section(
        lambda options: similarity.measure(_verses(options), similarity.PEERS if options.peers else None), _verses
    ),
    "copied": Section(lambda options: copied.measure(_verses(options)), _verses),
    "ngrams": Section(
        lambda options: ngrams.measure(_verses(options), peers=options.peers and PEERS_PYTHON.exists()), _verses
    ),
    "lstm": Section(lambda options: lstm.measure(_verses(options)), _verses),
    "end_to_end": Section(lambda options: end_to_end.measure(options.artists, options.verses)),
}


def goals(sections: Figures) -> Iterator[Goal]:
    """The goals whose figures were measured."""
    if "density" in sections:
        yield from rhyme_density.goals({"speed": sections["density"]})
    if "similarity" in sections:
        yield from _similarity(sections["similarity"])
    if "copied" in sections:
        yield Goal("tokens per second, copied runs", sections["copied"]["tokens_per_second"], 1_000_000, "{:,.0f}")
    if "ngrams" in sections:
        yield from ngrams.goals(sections["ngrams"])
    if "lstm" in sections:
        yield from lstm.goals(sections["lstm"])
    if "end_to_end" in sections:
        yield from end_to_end.goals(sections["end_to_end"])


def _similarity(figures: Figures) -> Iterator[Goal]:
    if "times_as_fast_as_linear_kernel" in figures:
        yield Goal("similarity, times as fast as linear_kernel", figures["times_as_fast_as_linear_kernel"], 0.9)
        yield Goal(
            "similarity, difference from scikit-learn", figures["greatest_difference"], 1e-12, "{:.0e}", at_most=True
        )
    yield Goal("similarity, MiB beyond the vectors", figures["mib_beyond_the_vectors"], 190, "{:.0f}", at_most=True)


def _sizes(text: str) -> tuple[int, ...]:
    sizes = tuple(sorted({int(size) for size in text.split(",")}))
    if sizes[0] < 1:
        raise ArgumentTypeError(f"invalid number of artists: {sizes[0]}; give 1 or more")
    return sizes


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, help="folder of the verses")
    parser.add_argument("--artists", type=_sizes, default="10,100", help="numbers of artists (default: %(default)s)")
    parser.add_argument("--verses", type=int, default=1_000, help="verses of an artist (default: %(default)s)")


GHOSTWRITING = Benchmark("ghostwriting", __doc__ or "", SECTIONS, goals, _add_options, peers=similarity.PEERS)

if __name__ == "__main__":
    sys.exit(GHOSTWRITING.main())
