"""Clean and corrupt by ``datasets.map``. Run by ``benchmarks.scale.peer`` in the peer's environment.

In: a job as JSON, whose stages are committed. Out: for each function the seconds of the map alone, from flat columns in
Arrow to Arrow, its rows, and the rows that came of it; for clean those kept.
"""

import json
import sys
import time
from dataclasses import asdict
from importlib.metadata import version
from typing import Any

import datasets

from benchmarks.scale.batches import BATCHES, ROWS, flatten
from benchmarks.scale.job import Job


def main() -> int:
    """Run the command line."""
    job = Job(**json.load(sys.stdin))
    datasets.disable_progress_bars()
    found: dict[str, Any] = {name: _map(job, name, flat.files()) for name, flat in flatten(job).items()}
    sys.stdout.write(json.dumps({"datasets": version("datasets"), "stages": found}) + "\n")
    return 0


def _map(job: Job, name: str, files: list[str]) -> dict[str, Any]:
    rows = datasets.Dataset.from_parquet(files, cache_dir=f"{job.folder}/flat/cache").with_format("arrow")
    start = time.perf_counter()
    made = rows.map(
        BATCHES[name],
        fn_kwargs={"job": asdict(job)},
        batched=True,
        batch_size=ROWS,
        num_proc=job.workers,
        remove_columns=rows.column_names,
        load_from_cache_file=False,
    )
    seconds = time.perf_counter() - start
    out = made[:]["reason"].null_count if name in ("clean", "eligibility") else len(made)
    return {"rows": len(rows), "seconds": seconds, "out": out}


if __name__ == "__main__":
    sys.exit(main())
