"""Clean and corrupt at scale: time, memory and linearity, beside the pure functions, ``datasets.map`` and Flink.

Over synthetic corpora of several sizes. Sections:

- ``direct``: every stage by the local runner, each timed apart in a process of its own, with the peak of each process;
- ``pure``: the pure functions alone, from which follows what a row and stage costs beyond them;
- ``peer``: ``datasets.map`` with the same functions on flat columns, as many processes (``make peers`` installs it);
- ``flink``: clean and corrupt by a local cluster of two task managers, every file compared with the local runner's;
- ``projection``: on paper, a far larger corpus on Dataflow, and the first thing that breaks.

A section measures over what ``direct`` committed. With --folder all is kept: a command that was stopped goes on at the
stage where it stopped, and figures that are there are not measured again. Figures are worth most on a machine that does
nothing else; the load is told.

    python -m benchmarks.scale [--poems 10000,100000,1000000] [--runners direct,flink] [--sections SECTION,...]
                               [--workers 2] [--folder FOLDER] [--json]
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.measure import machine, write_json
from benchmarks.scale import print as scale_print
from benchmarks.scale.goals import goals
from benchmarks.scale.job import Job, corpus
from benchmarks.scale.peer import PEER_PYTHON, peer
from benchmarks.scale.projection import Assumed, project
from benchmarks.scale.stages import direct, flink, pure
from versebench.pipelines.runners.console import console

SECTIONS = ("direct", "pure", "peer", "flink", "projection")
RUNNERS = ("direct", "flink")


@dataclass(frozen=True)
class Options:
    """What is measured: corpora by their poems, sections, processes, and what the projection assumes."""

    poems: tuple[int, ...]
    sections: tuple[str, ...]
    workers: int
    assumed: Assumed


def measure(folder: Path, options: Options) -> dict[str, Any]:
    """The figures of some sections over corpora below a folder, printed as they come, with the goals."""
    loads = {"begin": os.getloadavg()[0]}
    found: dict[str, dict[str, Any]] = {"corpus": {}, "direct": {}}
    jobs: list[Job] = []
    for poems in options.poems:
        job, found["corpus"][str(poems)] = corpus(folder, poems, options.workers)
        jobs.append(job)
        _say(f"direct, {poems:,} poems")
        found["direct"][str(poems)] = direct(job)
    scale_print.print_stages(f"The local runner, {options.workers} processes", found["direct"])
    for name, section in (("pure", pure), ("peer", peer), ("flink", flink)):
        if name in options.sections:
            found[name] = {}
            for job in jobs:
                _say(f"{name}, {job.poems:,} poems")
                found[name][str(job.poems)] = section(job)
            _print(name, found, options.workers)
        loads[name] = os.getloadavg()[0]
    scored = goals(found, options.workers)
    scale_print.print_goals(scored)
    sections: dict[str, Any] = dict(found)
    if "projection" in options.sections:
        largest = jobs[-1]
        sections["projection"] = project(largest, found["direct"][str(largest.poems)], options.assumed)
        scale_print.print_projection(sections["projection"])
    made_on = machine()
    console.print(f"{made_on['cores']} cores of {made_on['processor']}, load {made_on['load']:.1f}", highlight=False)
    return {
        "machine": made_on,
        "load_after": loads,
        "workers": options.workers,
        "sections": sections,
        "goals": [{**asdict(goal), "met": goal.met} for goal in scored],
    }


def _print(name: str, found: dict[str, dict[str, Any]], workers: int) -> None:
    if name == "pure":
        scale_print.print_overheads(found[name], found["direct"], workers)
    elif name == "peer":
        scale_print.print_peer(found[name], found["direct"])
    else:
        scale_print.print_flink(found[name])


def _say(what: str) -> None:
    console.print(f"{what}, load {os.getloadavg()[0]:.1f}", highlight=False)


def options_of(arguments: argparse.Namespace) -> Options:
    """What the arguments ask for. Raises ``ValueError`` for an unknown section or runner, or a number that is none."""
    runners = _chosen(arguments.runners, RUNNERS, "runner")
    sections = _chosen(arguments.sections, SECTIONS, "section")
    poems = tuple(sorted({int(text) for text in arguments.poems.split(",")}))
    if poems[0] < 1:
        raise ValueError(f"a corpus of {poems[0]} poems cannot be made; give 1 or more")
    assumed = Assumed(
        arguments.projected_poems,
        arguments.vcpus,
        arguments.gib_per_vcpu,
        arguments.start_minutes,
        arguments.words_per_shard,
        arguments.vcpu_hour_price,
        arguments.gib_hour_price,
    )
    kept = tuple(name for name in sections if name not in RUNNERS or name in runners)
    return Options(poems, kept, arguments.workers, assumed)


def _chosen(given: str, known: Sequence[str], kind: str) -> tuple[str, ...]:
    names = [name.strip() for name in given.split(",")]
    if unknown := [name for name in names if name not in known]:
        raise ValueError(f"no {kind} is called {', '.join(unknown)}; there are: {', '.join(known)}")
    return tuple(name for name in known if name in names)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(
        prog="python -m benchmarks.scale", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--poems", default="10000,100000,1000000", help="sizes of corpora (default: %(default)s)")
    made.add_argument("--runners", default=",".join(RUNNERS), help="which of them (default: %(default)s)")
    made.add_argument("--sections", default=",".join(SECTIONS), help="which of them (default: %(default)s)")
    made.add_argument("--workers", type=int, default=2, help="processes, ours and the peer's (default: %(default)s)")
    made.add_argument("--folder", type=Path, help="keep what is made here (default: a temporary folder)")
    made.add_argument("--json", action="store_true", help="print the figures as JSON on standard output")
    paper = made.add_argument_group("the projection assumes")
    paper.add_argument("--projected-poems", type=int, default=100_000_000, help="poems (default: %(default)s)")
    paper.add_argument("--vcpus", type=int, default=400, help="vCPUs of all workers (default: %(default)s)")
    paper.add_argument("--gib-per-vcpu", type=float, default=4.0, help="memory of the machine (default: %(default)s)")
    paper.add_argument(
        "--start-minutes", type=float, default=4.0, help="until a job's workers work (default: %(default)s)"
    )
    paper.add_argument("--words-per-shard", type=int, help="distinct words of a shard (default: as measured)")
    paper.add_argument("--vcpu-hour-price", type=float, help="of Dataflow's page of prices, for the region")
    paper.add_argument("--gib-hour-price", type=float, help="of Dataflow's page of prices, for the region")
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    arguments = (command := parser()).parse_args(argv)
    try:
        options = options_of(arguments)
    except ValueError as error:
        command.error(str(error))
    if "peer" in options.sections and not PEER_PYTHON.exists():
        console.print(f"The peer is left out: there is no {PEER_PYTHON}; make peers makes it")
        options = Options(options.poems, tuple(set(options.sections) - {"peer"}), options.workers, options.assumed)
    with tempfile.TemporaryDirectory(prefix="versebench-") as temporary:
        folder = arguments.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        measured = measure(folder.absolute(), options)
    if arguments.json:
        write_json(measured)
    return 0


if __name__ == "__main__":
    sys.exit(main())
