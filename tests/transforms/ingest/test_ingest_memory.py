"""Ingest holds a bounded part of a file in memory, whatever its size."""

import json
import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import resource, sys
from versebench.pipelines.stages.ingest import ingest
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.runner import Runner
committed = ingest(load_recipe(sys.argv[1], []), sys.argv[2], Runner())
print(committed.manifest.counts["in"], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
RECIPE = """
name: memory
version: 1.0.0
title: memory
creators: [x]
licence: CC0-1.0
sources: [{{name: s, path: {path}, format: jsonl, licence: CC0-1.0}}]
ingest: {{rows_per_shard: 500}}
tasks: [{{task: swap_lines.v1}}]
"""
ROW = 20_000


def peak_of(folder: Path, rows: int) -> int:
    """Megabytes that the ingest of some rows of 20 kB takes."""
    path, recipe = folder / f"{rows}.jsonl", folder / f"{rows}.yaml"
    with open(path, "w") as file:
        for number in range(rows):
            file.write(json.dumps({"id": str(number), "text": f"{number} " + "lorem ipsum " * (ROW // 12)}) + "\n")
    recipe.write_text(RECIPE.format(path=path))
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(recipe), str(folder / str(rows))],
        capture_output=True,
        text=True,
        check=True,
    )
    read, peak = map(int, ran.stdout.split()[-2:])
    assert read == rows
    return peak // 1024


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    small, middle, big = (peak_of(tmp_path, rows) for rows in (50, 3_000, 6_500))
    assert os.path.getsize(tmp_path / "6500.jsonl") > 125_000_000
    # Partitions of 64 MB are held one after another: 70 MB of poems more cost but a little.
    assert middle - small < 500, (small, middle, big)
    assert big - middle < 100, (small, middle, big)
