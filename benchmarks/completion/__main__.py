"""All figures of completion, compared with Hugging Face's ``generate``: speed, equality, memory, quality, goals.

Sections, each a module of its own that says what it measures: ``beam``, ``delayed`` and ``bf16`` on GPT-2 small's shape
with random weights, ``generator`` and ``quality`` with the shipped generator. Both sides run in this process, on as
many threads, in turn. What was scaled is said in the figures. Figures are worth most on a machine that does nothing
else; the load is told.

    python -m benchmarks.completion [--sections SECTION,...] [--rounds 2] [--runs 1000] [--poems 10]
                                    [--quality-runs 100] [--data DIR] [--limericks N] [--device cpu] [--json]
"""

import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Literal

import torch

from benchmarks.completion import beam, bf16, delayed, generator, quality
from benchmarks.completion.goals import goals
from benchmarks.completion.models import make, shipped
from benchmarks.completion.options import Options
from benchmarks.harness import Benchmark, Figures, Section


def options_of(given: Namespace) -> Options:
    """The options of the sections by those of the command."""
    known = {field.name for field in fields(Options)}
    return replace(Options(), **{name: value for name, value in vars(given).items() if name in known})


def _section(measure: Callable[[Options], Figures]) -> Section:
    return Section(lambda given: measure(options_of(given)))


def _limericks_of(given: Namespace) -> Path | None:
    return None if given.data is None else Path(given.data) / "limericks" / "public_domain.jsonl"


def _quality(given: Namespace) -> Figures:
    path = _limericks_of(given)
    assert path is not None  # the section needs it
    return quality.measure(path, options_of(given))


def _on_random_weights(measure: Callable[[str, Options], Figures]) -> Callable[[Options], Figures]:
    """A section on the options' shape."""

    def measured(options: Options) -> Figures:
        with tempfile.TemporaryDirectory(prefix="versebench-") as folder:
            return measure(make(options.shape, Path(folder)), options)

    return measured


SECTIONS = {
    "beam": _section(_on_random_weights(beam.measure)),
    "delayed": _section(_on_random_weights(delayed.measure)),
    "bf16": _section(_on_random_weights(bf16.measure)),
    "generator": _section(lambda options: generator.measure(shipped(), options)),
    "quality": Section(_quality, _limericks_of),
}


def limericks(given: str) -> int | Literal["all"]:
    """A number of limericks, or all."""
    return "all" if given == "all" else int(given)


def _add_options(parser: ArgumentParser) -> None:
    default = Options()
    parser.add_argument("--data", type=Path, help="folder of corpora, for quality")
    parser.add_argument(
        "--rounds", type=int, default=default.rounds, help="rounds of all but quality (default: %(default)s)"
    )
    parser.add_argument("--runs", type=int, default=default.runs, help="runs of a delayed beam (default: %(default)s)")
    parser.add_argument("--poems", type=int, default=default.poems, help="poems of generator (default: %(default)s)")
    runs = default.quality_runs
    parser.add_argument("--quality-runs", type=int, default=runs, help="delayed runs of quality (default: %(default)s)")
    parser.add_argument(
        "--limericks",
        type=limericks,
        default=default.limericks,
        help="limericks of quality, or all (default: %(default)s)",
    )
    parser.add_argument("--device", default=default.device, help="device of all but quality (default: %(default)s)")


def _about(given: Namespace) -> Figures:
    options = options_of(given)
    device = "cpu" if options.device == "cpu" else torch.cuda.get_device_name(options.device)
    return {"device": device, "options": {**asdict(options), "shape": options.shape.to_diff_dict()}}


COMPLETION = Benchmark("completion", __doc__ or "", SECTIONS, goals, _add_options, _about)

if __name__ == "__main__":
    sys.exit(COMPLETION.main())
