"""What validation costs: every stage up to it over a synthetic corpus, and the share of it in their time.

Each stage runs in a process of its own, as in ``benchmarks.scale``. Validation is timed with all that it is: loading
Great Expectations, the verdicts on every shard, the facts of the whole and the checkpoint. No model is asked; with
scorers the share is smaller.

    python -m benchmarks.validation [--poems 10000] [--workers 2] [--folder FOLDER] [--json]
"""

import logging
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from benchmarks.harness import Figures, Goal, command, print_figures, report
from benchmarks.measure import Spent, in_a_process, write_json
from benchmarks.scale.job import MEASURED, Job, Work, corpus, remembered, run_stage
from versebench.pipelines.chain.assemble import assemble
from versebench.pipelines.validation.validate import validate

GOAL = 0.1
"""The share of the pipeline's time that validation may take."""


def measure(job: Job) -> Figures:
    """Seconds of every stage, and the share of validation in them."""
    work = Work(job, f"{job.folder}/validation")
    stages = {
        stage: remembered(job, f"validation-{stage}", partial(in_a_process, run_stage, work, stage))
        for stage in MEASURED
    }
    for name, run in (("assemble", run_assemble), ("validate", run_validate)):
        stages[name] = remembered(job, f"validation-{name}", partial(in_a_process, run, work))
    return {"stages": stages, **{of: share(stages, of) for of in ("seconds", "cpu_seconds")}}


def share(stages: dict[str, Figures], of: str) -> float:
    """The part that validation is of the whole."""
    return float(stages["validate"][of] / sum(stage[of] for stage in stages.values()))


def run_assemble(work: Work) -> Figures:
    """Bring the tables together; the stages are committed."""
    chain = work.chain()
    chain.corrupt()
    start = Spent.so_far()
    assembled = assemble(chain)
    return _figures(start, assembled.manifest.tables["pairs"].rows)


def run_validate(work: Work) -> Figures:
    """Validate what was assembled. Raises ``ValueError`` if it fails, as nothing good was measured then."""
    logging.disable(logging.WARNING)
    chain = work.chain()
    assembled = assemble(chain)
    start = Spent.so_far()
    validation = validate(chain, assembled)
    figures = _figures(start, sum(entry.rows for entry in assembled.manifest.tables.values()))
    if validation.failures:
        raise ValueError(f"validation failed: {validation.failures[0]}")
    return {**figures, "graphs": [graph.values() for graph in chain.runner.measured]}


def _figures(start: Spent, rows: int) -> Figures:
    spent = Spent.so_far() - start
    return {"rows": rows, "seconds": spent.wall, "cpu_seconds": spent.cpu}


def goals(figures: Figures) -> list[Goal]:
    """The share of validation, by the clock and by the processors; the first is what counts."""
    names = {"seconds": "validation's share of the time", "cpu_seconds": "validation's share of the processors' time"}
    return [Goal(name, figures[of], GOAL, "{:.1%}", at_most=True, strict=True) for of, name in names.items()]


def parser() -> ArgumentParser:
    """The arguments."""
    found = command("benchmarks.validation", __doc__ or "")
    found.add_argument("--poems", type=int, default=10_000, help="poems of the corpus")
    found.add_argument("--workers", type=int, default=2, help="processes of each stage")
    found.add_argument(
        "--folder", type=Path, help="keep all results in this folder; existing figures are not measured again"
    )
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line."""
    options = parser().parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="versebench-") as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        job, _ = corpus(folder.absolute(), options.poems, options.workers)
        figures = measure(job)
    print_figures(f"Up to validation, {options.poems:,} poems", figures)
    measured = report(figures, goals(figures), {"poems": options.poems, "workers": options.workers})
    if options.json:
        write_json(measured)
    return 0


if __name__ == "__main__":
    sys.exit(main())
