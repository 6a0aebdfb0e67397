"""What the benchmark of scale runs: the sample's recipe over a synthetic corpus, and the figures kept beside it."""

import json
import logging
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.measure import Spent
from benchmarks.synthetic import Synthetic
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.recipe.recipe import Recipe, load_recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.registry import STAGES, stages_for
from versebench.transforms.tasks.model_task import model_tasks

RECIPE = Path(__file__).parents[2] / "recipes" / "sample.yaml"
PAIRS_PER_TASK = 10_000
ROWS_PER_SHARD = 10_000
"""The default of recipes; the sample's shards are small, so that it has several."""

MEASURED = ("ingest", "words", "lexicon", "clean", "annotate", "corrupt")
"""The stages, each timed apart; ``corrupt`` is eligibility, sampling and the pairs."""

FOLDERS = {stage: (stage,) for stage in MEASURED} | {"corrupt": ("eligibility", "corrupt")}
"""Where the runs of a stage lie below a root."""

SEED = 1


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
        plain = [task for task in load_recipe(str(RECIPE), []).tasks if not model_tasks([task])]
        tasks = json.dumps([{**task.model_dump(), "pairs": pairs} for task in plain])
        # The synthetic poems share their lines, so that they would be one cluster of near-duplicates.
        said = [f"ingest.rows_per_shard={ROWS_PER_SHARD}", "splits=null"]
        return load_recipe(str(RECIPE), [f"sources=[{json.dumps(source)}]", "models=[]", f"tasks={tasks}", *said])

    @property
    def root(self) -> str:
        """Where the runs of the stages are."""
        return f"{self.folder}/root"

    def chain(self) -> Chain:
        """The stages; what is committed is not made again."""
        return Chain(self.recipe, self.root, Runner(workers=self.workers))


@dataclass(frozen=True)
class Work:
    """A chain of stages over a corpus: the job, the root of this chain, and Beam's options, where they are not ours."""

    job: Job
    root: str
    beam_args: tuple[str, ...] = ()

    def chain(self) -> Chain:
        """The stages; what is committed is not made again."""
        return Chain(self.job.recipe, self.root, Runner(workers=self.job.workers, beam_args=self.beam_args))

    def forget(self, stage: str) -> None:
        """Delete what a stage made, which may be half of it."""
        for folder in FOLDERS[stage]:
            shutil.rmtree(Path(self.root) / folder, ignore_errors=True)


def corpus(folder: Path, poems: int, workers: int) -> tuple[Job, dict[str, Any]]:
    """The job over a corpus of so many poems, which is written unless it is there, and how long writing took."""
    place = folder / str(poems)
    place.mkdir(parents=True, exist_ok=True)
    job = Job(str(place), poems, SEED, workers)
    return job, remembered(job, "corpus", lambda: _write(place / "synthetic.jsonl", poems))


def _write(path: Path, poems: int) -> dict[str, Any]:
    start = Spent.so_far()
    Synthetic(SEED).write(path, poems)
    return {"poems": poems, "bytes": path.stat().st_size, "seconds": (Spent.so_far() - start).wall}


def remembered(job: Job, name: str, measure: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Figures that were measured before and kept in the folder of the job, or that are measured now and kept."""
    path = Path(job.folder) / "figures" / f"{name}.json"
    if path.exists():
        found: dict[str, Any] = json.loads(path.read_text())
        return found
    figures = measure()
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(figures))
    return figures


def run_stage(work: Work, stage: str) -> dict[str, Any]:
    """Run a stage in this process; those before it are committed. Seconds are of the call alone, with its workers."""
    logging.disable(logging.WARNING)
    chain = work.chain()
    declared = STAGES[stage]
    for before in stages_for(chain.recipe, declared)[:-1]:
        chain.result(before)
    start = Spent.so_far()
    committed = chain.result(declared)
    spent, counts = Spent.so_far() - start, committed.manifest.counts
    assert committed.made, f"{stage} was already committed, so nothing was measured"
    return {
        "rows": counts["in"] if "in" in counts else counts["words"],
        "shards": committed.run.shards,
        "seconds": spent.wall,
        "cpu_seconds": spent.cpu,
        "graphs": [graph.values() for graph in chain.runner.measured],
    }
