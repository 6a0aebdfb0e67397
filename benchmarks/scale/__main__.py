"""Clean and corrupt at scale: time, memory and linearity, beside the pure functions, ``datasets.map`` and Flink.

Over synthetic corpora of several sizes. Sections:

- ``direct``: every stage by the local runner, timed in a process of its own, with the peak memory of each process;
- ``pure``: the pure functions only, to derive the overhead for each row and stage;
- ``peer``: ``datasets.map`` with the same functions on flat columns, as many processes (``make peers`` installs it);
- ``flink``: clean and corrupt by a local cluster of two task managers, every file compared with the local runner's.

All sections use the stages that ``direct`` committed. With --folder everything is kept: an interrupted command
continues at the stage where it stopped, and figures that exist are not measured again. Run it on an idle machine; the
load is reported.

    python -m benchmarks.scale [--poems 10000,100000,1000000] [--runners direct,flink] [--sections SECTION,...]
                               [--workers 2] [--folder FOLDER] [--json]
"""

import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from benchmarks.harness import Figures, chosen, command, load, print_figures, report, say
from benchmarks.measure import progress, write_json
from benchmarks.scale.goals import goals, overheads
from benchmarks.scale.job import Job, corpus
from benchmarks.scale.peer import PEER_PYTHON, peer
from benchmarks.scale.stages import direct, flink, pure

SECTIONS = ("direct", "pure", "peer", "flink")
RUNNERS = ("direct", "flink")


def measure(folder: Path, options: Namespace) -> Figures:
    """The figures of the chosen sections over corpora in a folder, which are printed, with the goals."""
    loads: dict[str, float] = {"begin": load()}
    found: Figures = {"corpus": {}, "direct": {}}
    jobs: list[Job] = []
    for poems in options.poems:
        job, found["corpus"][str(poems)] = corpus(folder, poems, options.workers)
        jobs.append(job)
        progress(f"direct, {poems:,} poems, load {load():.1f}")
        found["direct"][str(poems)] = direct(job)
    for name, section in (("pure", pure), ("peer", peer), ("flink", flink)):
        if name in options.sections:
            found[name] = {}
            for job in jobs:
                progress(f"{name}, {job.poems:,} poems, load {load():.1f}")
                found[name][str(job.poems)] = section(job)
        loads[name] = load()
    scored = goals(found, options.workers)
    if "pure" in found:
        found["beyond_the_pure_functions"] = overheads(found["pure"], found["direct"], options.workers)
    print_figures(f"{options.workers} processes", found)
    return report(found, scored, {"load_after": loads, "workers": options.workers})


def read(argv: Sequence[str] | None = None) -> Namespace:
    """The options of a command line: sizes of corpora, sections and processes."""
    parser = _parser()
    options = parser.parse_args(argv)
    try:
        runners = chosen(options.runners, RUNNERS, "runner")
        sections = chosen(options.sections, SECTIONS, "section")
        options.poems = tuple(sorted({int(text) for text in options.poems.split(",")}))
        if options.poems[0] < 1:
            raise ValueError(f"invalid number of poems: {options.poems[0]}; give 1 or more")
    except ValueError as error:
        parser.error(str(error))
    options.sections = [name for name in sections if name not in RUNNERS or name in runners]
    if "peer" in options.sections and not PEER_PYTHON.exists():
        say(f"Peer skipped: {PEER_PYTHON} does not exist. Run `make peers` to install it.")
        options.sections.remove("peer")
    return options


def _parser() -> ArgumentParser:
    parser = command("benchmarks.scale", __doc__ or "")
    parser.add_argument("--poems", default="10000,100000,1000000", help="sizes of corpora (default: %(default)s)")
    parser.add_argument("--runners", default=",".join(RUNNERS), help="comma-separated (default: %(default)s)")
    parser.add_argument("--sections", default=",".join(SECTIONS), help="comma-separated (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=2, help="processes, ours and the peer's (default: %(default)s)")
    parser.add_argument("--folder", type=Path, help="keep all results in this folder (default: a temporary folder)")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line."""
    options = read(argv)
    with tempfile.TemporaryDirectory(prefix="versebench-") as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        measured = measure(folder.absolute(), options)
    if options.json:
        write_json(measured)
    return 0


if __name__ == "__main__":
    sys.exit(main())
