"""Every figure of completion: speed and equality beside Hugging Face's ``generate``, memory, quality, and the goals.

Sections, each a module of its own that says what it measures: ``beam``, ``delayed`` and ``bf16`` on GPT-2 small's shape
with random weights, ``generator`` and ``quality`` with the shipped generator. Both sides run in this process, on as
many threads, in turn. What was scaled is said in the figures. Figures are worth most on a machine that does nothing
else; the load is told.

    python -m benchmarks.completion [--section SECTION ...] [--rounds 2] [--runs 1000] [--poems 10]
                                    [--quality-runs 100] [--limericks N] [--device cpu] [--json]
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

import torch

from benchmarks.completion import beam as completion_beam
from benchmarks.completion import bf16 as completion_bf16
from benchmarks.completion import delayed as completion_delayed
from benchmarks.completion import generator as completion_generator
from benchmarks.completion import quality as completion_quality
from benchmarks.completion.goals import goals
from benchmarks.completion.models import make, shipped
from benchmarks.completion.options import Options
from benchmarks.completion.print import print_section
from benchmarks.measure import machine, write_json
from benchmarks.scoring.__main__ import PACKAGES, has_amx, print_goals
from benchmarks.scoring.rounds import progress
from versebench.pipelines.runners.console import console

Section = Callable[[Options], dict[str, Any] | None]


def on_random_weights(measure: Callable[[str, Options], dict[str, Any]]) -> Section:
    """A section on the options' shape."""

    def measured(options: Options) -> dict[str, Any]:
        with tempfile.TemporaryDirectory(prefix="versebench-") as folder:
            return measure(make(options.shape, Path(folder)), options)

    return measured


def quality(options: Options) -> dict[str, Any] | None:
    """Quality; None where the limericks are not there."""
    if not completion_quality.LIMERICKS.exists():
        console.print(f"Left out: quality, {completion_quality.LIMERICKS} is not there")
        return None
    return completion_quality.measure(completion_quality.LIMERICKS, options)


SECTIONS: Mapping[str, Section] = {
    "beam": on_random_weights(completion_beam.measure),
    "delayed": on_random_weights(completion_delayed.measure),
    "bf16": on_random_weights(completion_bf16.measure),
    "generator": lambda options: completion_generator.measure(shipped(), options),
    "quality": quality,
}


def measure(options: Options, only: Sequence[str]) -> dict[str, Any]:
    """The figures of some sections, printed as they come, with what they depend on and the goals."""
    loads = {"begin": os.getloadavg()[0]}
    measured = {}
    for name in only:
        progress(f"{name}, load {os.getloadavg()[0]:.1f}")
        if (figures := SECTIONS[name](options)) is not None:
            measured[name] = figures
            print_section(name, figures)
        loads[name] = os.getloadavg()[0]
    scored = goals(measured)
    print_goals(scored)
    made_on = machine()
    console.print(f"{made_on['cores']} cores of {made_on['processor']}, load {made_on['load']:.1f}", highlight=False)
    return {
        "machine": {**made_on, "amx": has_amx(), "device": device_name(options.device)},
        "load_after": loads,
        "versions": {name: version(name) for name in PACKAGES},
        "options": {**asdict(options), "shape": options.shape.to_diff_dict()},
        "sections": measured,
        "goals": [{**asdict(goal), "met": goal.met} for goal in scored],
    }


def device_name(device: str) -> str:
    """What a device is called."""
    return "cpu" if device == "cpu" else torch.cuda.get_device_name(device)


def limericks(given: str) -> int | Literal["all"]:
    """A number of limericks, or all."""
    return "all" if given == "all" else int(given)


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    default = Options()
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.completion",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--section", nargs="+", choices=list(SECTIONS), default=list(SECTIONS), help="which of them (default: all)"
    )
    parser.add_argument("--rounds", type=int, default=default.rounds, help="of all but quality (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=default.runs, help="of a delayed beam (default: %(default)s)")
    parser.add_argument("--poems", type=int, default=default.poems, help="of generator (default: %(default)s)")
    parser.add_argument(
        "--quality-runs",
        type=int,
        default=default.quality_runs,
        help="a poem, of a delayed beam (default: %(default)s)",
    )
    parser.add_argument(
        "--limericks", type=limericks, default=default.limericks, help="of quality (default: %(default)s)"
    )
    parser.add_argument("--device", default=default.device, help="of all but quality (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON on standard output")
    given = vars(parser.parse_args(argv))
    only, as_json = given.pop("section"), given.pop("json")
    measured = measure(replace(default, **given), [name for name in SECTIONS if name in only])
    if as_json:
        write_json(measured)
    return 0


if __name__ == "__main__":
    sys.exit(main())
