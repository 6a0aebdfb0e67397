"""A release of n-gram models over synthetic artists, from the file of verses to the package.

How much longer more artists take is measured in seconds of the processor, as other processes may compete for the cores.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.ghostwriting.texts import write_synthetic
from benchmarks.harness import Goal
from benchmarks.measure import progress
from benchmarks.scale.memory import peaks

WORKERS = 2
MANY_ARTISTS, MANY_VERSES = 100, 1_000


def measure(artists: Sequence[int], verses: int) -> dict[str, Any]:
    """The figures of a release for each number of artists, and how much longer the largest takes than the smallest."""
    sizes = sorted(artists)
    with tempfile.TemporaryDirectory(prefix="versebench-") as folder:
        found = {str(size): _release(Path(folder) / str(size), size, verses) for size in sizes}
    first, last = (found[str(size)]["cpu_seconds"] for size in (sizes[0], sizes[-1]))
    return {
        "verses_of_an_artist": verses,
        "artists": found,
        "most_artists": sizes[-1],
        "times_as_many_artists": sizes[-1] / sizes[0],
        "times_as_long": last / first,
    }


def goals(figures: dict[str, Any]) -> Iterator[Goal]:
    """The goals of these figures: memory, the time of 100 artists of 1,000 verses, and that it is linear in artists."""
    largest = max(run["largest_mib"] for run in figures["artists"].values())
    yield Goal("end to end, MiB of a process", largest, 1024, "{:,.0f}", at_most=True)
    if (figures["most_artists"], figures["verses_of_an_artist"]) == (MANY_ARTISTS, MANY_VERSES):
        seconds = figures["artists"][str(MANY_ARTISTS)]["seconds"]
        yield Goal("end to end, minutes for 100 artists", seconds / 60, 10, "{:.1f}", at_most=True)
    if figures["times_as_many_artists"] > 1:
        bound = 1.05 * figures["times_as_many_artists"]
        yield Goal("end to end, times as long as for the fewest", figures["times_as_long"], bound, at_most=True)


def recipe(source: Path, rows_per_shard: int = 10_000) -> dict[str, Any]:
    """A recipe of n-gram models of all orders."""
    fields = {"author": "artist"}
    return {
        "kind": "ghostwriting",
        "name": "synthetic",
        "version": "1.0.0",
        "title": "Synthetic artists",
        "creators": ["benchmark"],
        "licence": "CC0-1.0",
        "seed": 1,
        "sources": [
            {"name": "synthetic", "path": str(source), "format": "jsonl", "licence": "CC0-1.0", "fields": fields}
        ],
        "ingest": {"rows_per_shard": rows_per_shard},
        "generators": [{"generator": "ngram.v1"}],
    }


def _release(folder: Path, artists: int, verses: int) -> dict[str, Any]:
    folder.mkdir()
    write_synthetic(folder / "verses.jsonl", artists, verses)
    # A recipe in YAML may be JSON.
    (folder / "recipe.yaml").write_text(json.dumps(recipe(folder / "verses.jsonl")))
    progress(f"end to end, {artists} artists")
    options = ["--root", str(folder / "root"), "--workers", str(WORKERS)]
    command = [sys.executable, "-m", "versebench", "release", str(folder / "recipe.yaml"), *options]
    start = time.perf_counter()
    with peaks() as memory:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"the release of {artists} artists failed:\n{done.stderr[-2_000:]}")
    return {
        "seconds": time.perf_counter() - start,
        "cpu_seconds": sum(memory.seconds.values()),
        "largest_mib": memory.largest,
    }
