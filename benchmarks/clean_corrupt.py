"""What cleaning and corrupting cost beyond their pure functions, in µs a row and stage.

A synthetic corpus is ingested once. Then, some times in turn, each stage runs in a new process, and its pure functions
run in another over the same rows, which are in memory already. The overhead is the difference of the medians, on the
wall and in CPU time; what models take to load counts on both sides. A row is a poem that enters the stage.

    python -m benchmarks.clean_corrupt --poems 100000 [--workers 1] [--rounds 3] [--json]
"""

import argparse
import json
import logging
import shutil
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.measure import Peak, Spent, in_a_process, machine, peak, write_json
from benchmarks.synthetic import Synthetic
from pipelines.chain import STAGES, Chain
from pipelines.lexicon import Lexicon
from pipelines.recipe import Recipe, load_recipe
from pipelines.runner import Runner
from pipelines.stage import Committed
from pipelines.terminal import console, print_table
from transforms.clean import first_refusal
from transforms.corruptions.apply import edits
from transforms.corruptions.contract import Corruption
from transforms.corruptions.eligibility import AnnotatedSource
from transforms.corruptions.model_task import ModelTask
from transforms.corruptions.pair_rows import PairRows
from transforms.forms.registry import FORMS
from transforms.shards.manifest import read_table
from transforms.stanza import Stanza

RECIPE = Path(__file__).parents[1] / "recipes" / "sample.yaml"
PAIRS_PER_TASK = 10_000
FOLDERS = {"clean": ("clean",), "corrupt": ("eligibility", "corrupt")}
"""Where the runs of the stages are that are made in every round."""


@dataclass(frozen=True)
class Job:
    """What is measured: the sample's recipe over a synthetic corpus, below a folder."""

    folder: str
    poems: int
    seed: int
    workers: int

    @property
    def recipe(self) -> Recipe:
        """The tasks of the sample that need no model, each with 10,000 pairs or, if fewer, a tenth of the poems."""
        source = {
            "name": "synthetic",
            "path": f"{self.folder}/synthetic.jsonl",
            "format": "jsonl",
            "licence": "CC0-1.0",
        }
        pairs = min(PAIRS_PER_TASK, max(1, self.poems // 10))
        plain = [task for task in load_recipe(str(RECIPE), []).tasks if not isinstance(task, ModelTask)]
        tasks = json.dumps([{**task.model_dump(), "pairs": pairs} for task in plain])
        return load_recipe(str(RECIPE), [f"sources=[{json.dumps(source)}]", "models=[]", f"tasks={tasks}"])

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

    spent: Spent
    rows: int
    shards: int
    made: bool
    peak: Peak


def run_stage(job: Job, stage: str) -> StageRun:
    """Run a stage; those before it are committed."""
    logging.disable(logging.WARNING)
    chain = job.chain()
    for before in STAGES[: STAGES.index(stage)]:
        getattr(chain, before)()
    start = Spent.so_far()
    committed: Committed = getattr(chain, stage)()
    spent, manifest = Spent.so_far() - start, committed.manifest
    rows = manifest.counts["in"] if "in" in manifest.counts else manifest.counts["words"]
    return StageRun(spent, rows, manifest.shards, committed.made, peak())


def pure_clean(job: Job) -> Spent:
    """What the filters take over the ingested poems, whose words have been heard."""
    logging.disable(logging.WARNING)
    recipe, chain = job.recipe, job.chain()
    ingested, recall = chain.ingest(), Lexicon.of(recipe, chain.words(), chain.lexicon()).recall
    form, filters = FORMS[recipe.form], recipe.clean.applied
    spent = Spent(0, 0)
    for shard in range(ingested.run.shards):
        hearing = recall.hearing(shard)
        texts = read_table(ingested.run.directory, ingested.manifest, "poems", shard).column("text").to_pylist()
        lines = [[line for line in text.split("\n") if line] for text in texts]
        start = Spent.so_far()
        for one in lines:
            first_refusal(Stanza(one, form, hearing), filters)
        spent += Spent.so_far() - start
    return spent


def pure_corrupt(job: Job) -> Spent:
    """What the edits of all tasks take over the annotated poems, and then the edits and rows of the sampled pairs."""
    logging.disable(logging.WARNING)
    recipe, chain = job.recipe, job.chain()
    cleaned, annotated, corrupted = chain.clean(), chain.annotate(), chain.corrupt()
    source = AnnotatedSource(cleaned.run.directory, cleaned.manifest, annotated.run.directory, annotated.manifest)
    spent = Spent(0, 0)
    for shard in range(cleaned.run.shards):
        table, found = source.poems(shard)
        poems, text_ids = list(found), table.column("text_id").to_pylist()
        pairs = read_table(corrupted.run.directory, corrupted.manifest, "pairs", shard)
        again = {poem.work_id: (poem, text_id) for poem, text_id in zip(source.poems(shard)[1], text_ids, strict=True)}
        tasks = {task.label: task for task in recipe.tasks}
        sampled = [
            (*again[work], tasks[label], edit)
            for work, label, edit in zip(*(pairs.column(name).to_pylist() for name in _PAIR), strict=True)
        ]
        start = Spent.so_far()
        for poem in poems:
            for task in recipe.tasks:
                edits(task, poem, recipe.seed)
        rows = PairRows(recipe.seed)
        for poem, text_id, task, edit in sampled:
            made = edits(task, poem, recipe.seed)[edit]
            assert isinstance(made, Corruption), "a sampled edit is made again the same"
            rows.add(poem, text_id, task, edit, made)
        spent += Spent.so_far() - start
    return spent


PURE = {"clean": pure_clean, "corrupt": pure_corrupt}
_PAIR = ("work_id", "task", "edit")
_OVERHEADS = ("overhead_us_per_row", "overhead_cpu_us_per_row")


def measure(job: Job, rounds: int) -> dict[str, Any]:
    """All figures of a job. Stages whose overhead is not measured are not made again where they are in the folder."""
    Synthetic(job.seed).write(Path(job.folder) / "synthetic.jsonl", job.poems)
    measured = [stage for stage in STAGES[: STAGES.index("score")] if stage != "candidates"]  # no task needs a model
    stages = {stage: _measure_stage(job, stage, rounds if stage in PURE else 1) for stage in measured}
    return {"job": {**asdict(job), "rounds": rounds}, "machine": machine(), "stages": stages}


def _measure_stage(job: Job, stage: str, rounds: int) -> dict[str, Any]:
    runs: list[StageRun] = []
    pure: list[Spent] = []
    for _ in range(rounds):
        for folder in FOLDERS.get(stage, ()):
            shutil.rmtree(Path(job.root) / folder, ignore_errors=True)
        runs.append(in_a_process(run_stage, job, stage))
        if stage in PURE:
            pure.append(in_a_process(PURE[stage], job))
    return _figures(job, runs, pure)


def _figures(job: Job, runs: Sequence[StageRun], pure: Sequence[Spent]) -> dict[str, Any]:
    rows, spent = runs[0].rows, _medians([run.spent for run in runs])
    figures: dict[str, Any] = {
        "rows": rows,
        "shards": runs[0].shards,
        "made": runs[0].made,
        "seconds": spent.wall,
        "cpu_seconds": spent.cpu,
        "rows_per_second": rows / spent.wall,
        "peak_mib": max(run.peak.own for run in runs),
        "peak_children_mib": max(run.peak.children for run in runs),
        "rounds": [asdict(run.spent) for run in runs],
    }
    if pure:
        alone = _medians(pure)
        processes = min(job.workers, runs[0].shards)
        figures |= {
            "pure_seconds": alone.wall,
            "pure_cpu_seconds": alone.cpu,
            "pure_rounds": [asdict(one) for one in pure],
            "overhead_us_per_row": (spent.wall * processes - alone.wall) / rows * 1e6,
            "overhead_cpu_us_per_row": (spent.cpu - alone.cpu) / rows * 1e6,
        }
    return figures


def _medians(spent: Sequence[Spent]) -> Spent:
    return Spent(statistics.median(one.wall for one in spent), statistics.median(one.cpu for one in spent))


def print_figures(figures: dict[str, Any]) -> None:
    """The figures for people."""
    made_on = figures["machine"]
    rows = []
    for stage, one in figures["stages"].items():
        timed = (f"{one['seconds']:.2f}", f"{one['cpu_seconds']:.2f}", round(one["rows_per_second"]))
        pure = [f"{one[name]:.2f}" if name in one else "" for name in ("pure_seconds", "pure_cpu_seconds")]
        beyond = [f"{one[name]:.1f}" if name in one else "" for name in _OVERHEADS]
        peaks = f"{one['peak_mib']:.0f}", f"{one['peak_children_mib']:.0f}"
        rows.append((stage if one["made"] else f"{stage} (was there)", one["rows"], *timed, *pure, *beyond, *peaks))
    columns = "stage #rows #s #CPU_s #rows/s #pure_s #pure_CPU_s #overhead_µs/row #CPU_µs/row #MiB #workers'_MiB"
    print_table("Cost of the stages, medians", [name.replace("_", " ") for name in columns.split()], rows)
    packages = ", ".join(f"{name} {number}" for name, number in made_on["packages"].items())
    console.print(
        f"{made_on['cores']} cores of {made_on['processor']}, load {made_on['load']:.1f}, "
        f"Python {made_on['python']}, {packages}"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    description = (__doc__ or "").split("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.clean_corrupt", description=description)
    parser.add_argument("--poems", type=int, default=100_000, help="poems of the corpus (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the corpus (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=1, help="processes of the local runner (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured (default: %(default)s)")
    parser.add_argument("--folder", help="keep what is made here (default: a temporary folder)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON on standard output")
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="versebench-") as temporary:
        folder = arguments.folder or temporary
        Path(folder).mkdir(parents=True, exist_ok=True)
        figures = measure(Job(folder, arguments.poems, arguments.seed, arguments.workers), arguments.rounds)
    print_figures(figures)
    if arguments.json:
        write_json(figures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
