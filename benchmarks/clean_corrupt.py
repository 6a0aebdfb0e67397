"""What cleaning and corrupting cost beyond their pure functions, in µs a row and stage.

A synthetic corpus is ingested once. Then, some times in turn, each stage runs in a new process, and its pure functions
run in another over the same rows, which are in memory already. The overhead is the difference of the medians; what
models take to load counts on both sides. A row is a poem that enters the stage.

    python -m benchmarks.clean_corrupt --poems 100000 [--workers 1] [--rounds 3] [--json]
"""

import argparse
import json
import logging
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.measure import Peak, in_a_process, machine, peak
from benchmarks.synthetic import Synthetic
from models.ear.registry import load_ear
from pipelines.chain import Chain
from pipelines.recipe import Recipe, load_recipe
from pipelines.runner import Runner
from pipelines.terminal import console, print_table
from transforms.clean import first_refusal
from transforms.corruptions.apply import edits
from transforms.corruptions.contract import Corruption
from transforms.corruptions.eligibility import AnnotatedSource
from transforms.corruptions.pair_rows import PairRows
from transforms.forms.registry import FORMS
from transforms.shards.manifest import read_table
from transforms.stanza import Hearing, Stanza

RECIPE = Path(__file__).parents[1] / "recipes" / "sample.yaml"
PAIRS_PER_TASK = 10_000
MEASURED = {"clean": ("clean",), "corrupt": ("eligibility", "corrupt")}
"""Stages whose overhead is measured, and the folders of their runs under the root."""


@dataclass(frozen=True)
class Job:
    """What is measured: the sample's recipe over a synthetic corpus, below a folder."""

    folder: str
    poems: int
    seed: int
    workers: int

    @property
    def recipe(self) -> Recipe:
        """All tasks of the sample, each with 10,000 pairs or with a tenth of the poems where they are fewer."""
        source = {
            "name": "synthetic",
            "path": f"{self.folder}/synthetic.jsonl",
            "format": "jsonl",
            "licence": "CC0-1.0",
        }
        pairs = min(PAIRS_PER_TASK, max(1, self.poems // 10))
        tasks = len(load_recipe(str(RECIPE), []).tasks)
        sizes = [f"tasks.{task}.pairs={pairs}" for task in range(tasks)]
        return load_recipe(str(RECIPE), [f"sources=[{json.dumps(source)}]", "models=[]", *sizes])

    @property
    def root(self) -> str:
        """Where the runs of the stages are."""
        return f"{self.folder}/root"

    def chain(self) -> Chain:
        """The stages; what is committed is not made again."""
        return Chain(self.recipe, self.root, Runner(workers=self.workers))


@dataclass(frozen=True)
class StageRun:
    """One run of a stage in a process of its own."""

    seconds: float
    rows: int
    shards: int
    peak: Peak


def run_stage(job: Job, stage: str) -> StageRun:
    """Run a stage; those before it are committed."""
    logging.disable(logging.WARNING)
    chain = job.chain()
    manifest = getattr(chain, stage)().manifest
    return StageRun(chain.seconds[stage], manifest.counts["in"], manifest.shards, peak())


def pure_clean(job: Job) -> float:
    """Seconds that the filters take over the ingested poems."""
    logging.disable(logging.WARNING)
    recipe, ingested = job.recipe, job.chain().ingest()
    shards = range(ingested.run.shards)
    tables = [read_table(ingested.run.directory, ingested.manifest, "poems", shard) for shard in shards]
    texts = [text for table in tables for text in table.column("text").to_pylist()]
    lines = [[line for line in text.split("\n") if line] for text in texts]
    start = time.perf_counter()
    form, hearing, filters = FORMS[recipe.form], Hearing(load_ear(recipe.clean.ear)), recipe.clean.applied
    for one in lines:
        first_refusal(Stanza(one, form, hearing), filters)
    return time.perf_counter() - start


def pure_corrupt(job: Job) -> float:
    """Seconds that the edits of all tasks take over the annotated poems, and the rows of the pairs that are sampled."""
    logging.disable(logging.WARNING)
    recipe, chain = job.recipe, job.chain()
    cleaned, annotated, corrupted = chain.clean(), chain.annotate(), chain.corrupt()
    source = AnnotatedSource(cleaned.run.directory, cleaned.manifest, annotated.run.directory, annotated.manifest)
    seconds = 0.0
    for shard in range(cleaned.run.shards):
        table, found = source.poems(shard)
        poems, texts = list(found), table.column("text_id").to_pylist()
        made = read_table(corrupted.run.directory, corrupted.manifest, "pairs", shard)
        sampled = set(zip(*(made.column(name).to_pylist() for name in ("work_id", "task", "edit")), strict=True))
        labels = [(task, task.label) for task in recipe.tasks]
        start = time.perf_counter()
        rows = PairRows(recipe.seed)
        for poem, text_id in zip(poems, texts, strict=True):
            for task, label in labels:
                for number, edit in enumerate(edits(task, poem, recipe.seed)):
                    if isinstance(edit, Corruption) and (poem.work_id, label, number) in sampled:
                        rows.add(poem, text_id, task, number, edit)
        seconds += time.perf_counter() - start
    return seconds


PURE = {"clean": pure_clean, "corrupt": pure_corrupt}


def measure(job: Job, rounds: int) -> dict[str, Any]:
    """All figures of a job, whose folder is empty."""
    Synthetic(job.seed).write(Path(job.folder) / "synthetic.jsonl", job.poems)
    figures: dict[str, Any] = {}
    for stage in ("ingest", "clean", "annotate", "corrupt"):
        runs = [in_a_process(run_stage, job, stage)]
        pure: list[float] = []
        if stage in MEASURED:
            pure.append(in_a_process(PURE[stage], job))
        while stage in MEASURED and len(runs) < rounds:
            for folder in MEASURED[stage]:
                shutil.rmtree(Path(job.root) / folder)
            runs.append(in_a_process(run_stage, job, stage))
            pure.append(in_a_process(PURE[stage], job))
        figures[stage] = _figures(job, runs, pure)
    return {"job": {**asdict(job), "rounds": rounds}, "machine": machine(), "stages": figures}


def _figures(job: Job, runs: Sequence[StageRun], pure: Sequence[float]) -> dict[str, Any]:
    seconds, rows = statistics.median(run.seconds for run in runs), runs[0].rows
    figures: dict[str, Any] = {
        "rows": rows,
        "shards": runs[0].shards,
        "seconds": seconds,
        "rows_per_second": rows / seconds,
        "peak_mib": max(run.peak.own for run in runs),
        "peak_children_mib": max(run.peak.children for run in runs),
        "all_seconds": [run.seconds for run in runs],
    }
    if pure:
        processes = min(job.workers, runs[0].shards)
        overhead = seconds * processes - statistics.median(pure)
        figures["pure_seconds"] = statistics.median(pure)
        figures["all_pure_seconds"] = list(pure)
        figures["overhead_us_per_row"] = overhead / rows * 1e6
    return figures


def print_figures(figures: dict[str, Any]) -> None:
    """The figures for people."""
    made_on = figures["machine"]
    rows = []
    for stage, one in figures["stages"].items():
        pure = f"{one['pure_seconds']:.2f}" if "pure_seconds" in one else ""
        overhead = f"{one['overhead_us_per_row']:.1f}" if "pure_seconds" in one else ""
        peaks = f"{one['peak_mib']:.0f}", f"{one['peak_children_mib']:.0f}"
        rows.append(
            (stage, one["rows"], f"{one['seconds']:.2f}", round(one["rows_per_second"]), pure, overhead, *peaks)
        )
    columns = ["stage", "#rows", "#s", "#rows/s", "#pure s", "#overhead µs/row", "#peak MiB", "#workers' MiB"]
    print_table("Cost of the stages, medians", columns, rows)
    packages = ", ".join(f"{name} {number}" for name, number in made_on["packages"].items())
    console.print(f"{made_on['cores']} cores of {made_on['processor']}, Python {made_on['python']}, {packages}")


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    description = (__doc__ or "").split("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.clean_corrupt", description=description)
    parser.add_argument("--poems", type=int, default=100_000, help="poems of the corpus (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the corpus (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=1, help="processes of the local runner (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured (default: %(default)s)")
    parser.add_argument("--folder", help="keep what is made in this new folder (default: a temporary one)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON on standard output")
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="versebench-") as temporary:
        folder = arguments.folder or temporary
        Path(folder).mkdir(parents=True, exist_ok=True)
        figures = measure(Job(folder, arguments.poems, arguments.seed, arguments.workers), arguments.rounds)
    print_figures(figures)
    if arguments.json:
        sys.stdout.write(json.dumps(figures, ensure_ascii=False, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
