"""Studies under load: judges over HTTP, and a database of a million judgements.

    python -m benchmarks.studies [--sections load saturated size] [--judges 500] [--database URL] [--json]

``load`` has judges who think for 5 seconds on average, ``saturated`` judges who do not; the load generator runs on the
same machine. Each section needs an empty database: without ``--database`` a SQLite file in a temporary folder, which is
another one for each section. For PostgreSQL, give the address of an empty database and one section at a time.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from tempfile import TemporaryDirectory

from benchmarks.harness import Benchmark, Figures, Goal, Section
from benchmarks.studies import load, size

_SATURATING = 40
"""Judges who do not think, of a server that answers as fast as it can."""


def _section(measure: Callable[[Namespace, str, str], Figures]) -> Section:
    def measured(options: Namespace) -> Figures:
        with TemporaryDirectory(prefix="versebench-load-") as root:
            return measure(options, root, options.database or f"sqlite:///{root}/study.db")

    return Section(measured)


SECTIONS = {
    "load": _section(lambda options, root, url: load.measure(root, url, options.judges, options.seconds, 5.0)),
    "saturated": _section(lambda options, root, url: load.measure(root, url, _SATURATING, options.seconds / 4, 0.0)),
    "size": _section(lambda options, root, url: size.measure(root, url, options.items, options.judgements)),
}


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--judges", type=int, default=500, help="judges who think (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=60, help="of the load (default: %(default)s)")
    parser.add_argument("--items", type=int, default=20_000, help="of the database (default: %(default)s)")
    parser.add_argument("--judgements", type=int, default=1_000_000, help="of the database (default: %(default)s)")
    parser.add_argument("--database", metavar="URL", help="address of an empty database (default: a SQLite file)")


def goals(measured: Figures) -> Iterator[Goal]:
    """The goals of the sections that were measured."""
    if "load" in measured:
        figures = measured["load"]
        yield Goal("99 of 100 pages", figures["page_p99_ms"], 200, "{:.0f} ms", at_most=True)
        yield Goal("99 of 100 answers", figures["answer_p99_ms"], 200, "{:.0f} ms", at_most=True)
        yield Goal("errors", figures["errors"], 0, "{:.0f}", at_most=True)
        yield Goal("memory of the server", figures["MiB"], 200, "{:.0f} MiB", at_most=True)
    if "saturated" in measured:
        yield Goal("answers a second, saturated", measured["saturated"]["answers_per_second"], 200, "{:.0f}")
    if "size" in measured:
        figures = measured["size"]
        yield Goal("99 of 100 assignments", figures["assignment_p99_ms"], 50, "{:.0f} ms", at_most=True)
        yield Goal("export", figures["export_seconds"], 300, "{:.0f} s", at_most=True)
        yield Goal("memory of the export", figures["export_MiB"], 1024, "{:.0f} MiB", at_most=True)


STUDIES = Benchmark("studies", __doc__ or "", SECTIONS, goals, _add_options)

if __name__ == "__main__":
    sys.exit(STUDIES.main())
