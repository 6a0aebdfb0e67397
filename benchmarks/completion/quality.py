"""Quality of completions: the limericks of the data, the shipped generator, and every task that completes a line.

The stages are those of a recipe that keeps every poem of five lines, with the tasks' defaults but for the number of
runs of a delayed beam. Each task is made by itself, so that its seconds are its own. What is counted of the tables is
in ``benchmarks.completion.tables``.
"""

import tempfile
import time
from pathlib import Path
from typing import Any

import pyarrow as pa

from benchmarks.completion.models import GENERATOR
from benchmarks.completion.options import BEAM, CONSTRAINED, DELAYED, Options
from benchmarks.completion.tables import human_figures, method_figures
from benchmarks.measure import progress
from versebench.models.generators.training_lines import training_lines_path
from versebench.models.scorers.identity import identify
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.recipe.pairs import PairsRecipe
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.stage import Committed
from versebench.schemas.candidates import ATTEMPTS, COMPLETIONS
from versebench.storage.manifest import read_table
from versebench.transforms.tasks.completions.complete_line import CompleteLine

FIELDS = {"text": "lines", "source_id": "id", "author": "author"}
SHARDS = 4
POEMS = 326


def measure(limericks: Path, options: Options) -> dict[str, Any]:
    """The figures of every task, beside those of the human lines of the poems that are eligible."""
    found: dict[str, Any] = {
        "limericks": limericks.name,
        "generator": GENERATOR,
        "workers": options.workers,
        "methods": {},
    }
    with tempfile.TemporaryDirectory(prefix="versebench-") as root:
        for task in tasks(options):
            progress(f"quality: {task.task}")
            chain = Chain(recipe(limericks, task), root, Runner(options.workers))
            cleaned = chain.clean()
            chain.annotate()
            begun = time.perf_counter()
            (offered,) = chain.candidates()
            seconds = time.perf_counter() - begun
            attempts, completions = (rows(offered.committed, one.name) for one in (ATTEMPTS, COMPLETIONS))
            found["methods"][task.task] = {**method_figures(attempts, completions), "seconds": seconds}
            found["human"] = human_figures(attempts, rows(cleaned, "poems"))
            found["poems"] = dict(cleaned.manifest.counts)
    return found


def tasks(options: Options) -> list[CompleteLine]:
    """The three tasks, over as many poems as the options say."""
    few = {"poems": options.limericks}
    runs = {**few, "runs": options.quality_runs}
    return [CONSTRAINED.model_copy(update=few), BEAM.model_copy(update=few), DELAYED.model_copy(update=runs)]


def recipe(limericks: Path, task: CompleteLine) -> Recipe:
    """A recipe of one task."""
    own = training_lines_path(identify(GENERATOR, None), "own").exists()
    return PairsRecipe.model_validate(
        {
            "name": "completion-quality",
            "version": "1.0.0",
            "title": "Quality of completions",
            "creators": ["versebench"],
            "licence": "public domain",
            "sources": [
                {
                    "name": "limericks",
                    "path": str(limericks),
                    "format": "jsonl",
                    "licence": "public domain",
                    "fields": FIELDS,
                }
            ],
            "ingest": {"rows_per_shard": -(-POEMS // SHARDS)},
            "clean": {"filters": [{"filter": "five_lines.v1"}]},
            "tasks": [task.model_dump()],
            "generator": {"model": GENERATOR, "training_lines": "own" if own else None},
        }
    )


def rows(committed: Committed, name: str) -> pa.Table:
    """A table of a run, of all its shards."""
    run, manifest = committed.run, committed.manifest
    return pa.concat_tables(read_table(run.directory, manifest, name, shard) for shard in range(run.shards))
