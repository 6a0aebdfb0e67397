"""Every figure of scoring beside its peers: speed, equality, memory, and the goals that are met.

Sections, each a module of its own that says what it measures: ``small`` and ``verse``
(``benchmarks.scoring.causal``: GPT-2 small's shape with random weights, and the shipped model), ``decisions``,
``masked``, ``long`` and ``blimp``. Ours runs as one process a core with one thread each. The peers, minicons and
lm-eval, run in an environment of their own, which ``make peers`` makes; without it, or with --no-peers, they are left
out. Figures are worth most on a machine that does nothing else; the load is told.

    python -m benchmarks.scoring [--sections SECTION,...] [--rounds 3] [--pairs 10000] [--blimp-pairs 100]
                                 [--no-peers] [--json]
"""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.measure import machine, write_json
from benchmarks.scoring import blimp as scoring_blimp
from benchmarks.scoring import causal as scoring_causal
from benchmarks.scoring import decisions as scoring_decisions
from benchmarks.scoring import long as scoring_long
from benchmarks.scoring import masked as scoring_masked
from benchmarks.scoring.crew import PEERS_PYTHON
from benchmarks.scoring.goals import Goal, goals
from benchmarks.scoring.rounds import progress
from benchmarks.scoring.texts import BLIMP
from versebench.pipelines.runners.console import console, print_table

PACKAGES = ("torch", "transformers", "tokenizers", "numpy")


@dataclass(frozen=True)
class Options:
    """What is asked of the sections: so many rounds, so many pairs, and whether the peers run."""

    rounds: int
    pairs: int
    blimp_pairs: int
    peers: bool


Section = Callable[[Options], dict[str, Any] | None]


def causal(name: str, options: Options) -> dict[str, Any]:
    """A causal model."""
    measured = scoring_causal.measure(name, options.peers, options.rounds)
    scoring_causal.print_figures(measured)
    return measured


def decisions(options: Options) -> dict[str, Any]:
    """Both precisions against fp32."""
    measured = scoring_decisions.measure(options.pairs)
    scoring_decisions.print_figures(measured)
    return measured


def masked(options: Options) -> dict[str, Any]:
    """A masked model."""
    measured = scoring_masked.measure(options.peers, options.rounds)
    scoring_masked.print_figures(measured)
    return measured


def long(_options: Options) -> dict[str, Any]:
    """A long text."""
    measured = scoring_long.measure()
    scoring_long.print_figures(measured)
    return measured


def blimp(options: Options) -> dict[str, Any] | None:
    """BLiMP; None where it is not there."""
    if not BLIMP.exists():
        console.print(f"Left out: blimp, {BLIMP} is not there")
        return None
    measured = scoring_blimp.measure(BLIMP, options.blimp_pairs, options.peers)
    scoring_blimp.print_figures(measured)
    return measured


SECTIONS: Mapping[str, Section] = {
    "small": partial(causal, "small"),
    "verse": partial(causal, "verse"),
    "decisions": decisions,
    "masked": masked,
    "long": long,
    "blimp": blimp,
}


def measure(options: Options, only: Sequence[str]) -> dict[str, Any]:
    """The figures of some sections, printed as they come, with what they depend on and the goals."""
    loads = {"begin": os.getloadavg()[0]}
    measured = {}
    for name in only:
        progress(f"{name}, load {os.getloadavg()[0]:.1f}")
        if (figures := SECTIONS[name](options)) is not None:
            measured[name] = figures
        loads[name] = os.getloadavg()[0]
    scored = goals(measured, has_amx())
    print_goals(scored)
    made_on = machine()
    console.print(f"{made_on['cores']} cores of {made_on['processor']}, load {made_on['load']:.1f}", highlight=False)
    return {
        "machine": {**made_on, "amx": has_amx()},
        "load_after": loads,
        "versions": {name: version(name) for name in PACKAGES},
        "sections": measured,
        "goals": [{**asdict(goal), "met": goal.met} for goal in scored],
    }


def has_amx(described: Path = Path("/proc/cpuinfo")) -> bool:
    """Whether the processor multiplies matrices of bf16 by itself."""
    return described.exists() and "amx_bf16" in described.read_text()


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
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.scoring", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sections", default=",".join(SECTIONS), help="which of them (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="of small, verse and masked (default: %(default)s)")
    parser.add_argument("--pairs", type=int, default=10_000, help="of decisions (default: %(default)s)")
    parser.add_argument("--blimp-pairs", type=int, default=100, help="of a phenomenon (default: %(default)s)")
    parser.add_argument("--no-peers", action="store_true", help="measure this project alone")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON on standard output")
    arguments = parser.parse_args(argv)
    try:
        only = chosen(arguments.sections)
    except ValueError as error:
        parser.error(str(error))
    peers = not arguments.no_peers and PEERS_PYTHON.exists()
    if not peers and not arguments.no_peers:
        console.print(f"The peers are left out: there is no {PEERS_PYTHON}; make peers makes it")
    measured = measure(Options(arguments.rounds, arguments.pairs, arguments.blimp_pairs, peers), only)
    if arguments.json:
        write_json(measured)
    return 0


if __name__ == "__main__":
    sys.exit(main())
