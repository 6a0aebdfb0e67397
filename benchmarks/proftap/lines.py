"""The index of lines: making it, and asking it, beside rapidfuzz, datasketch and a suffix array."""

import json
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from benchmarks.harness import Figures, Goal
from benchmarks.measure import Spent, in_a_process, peak_mib
from versebench.pipelines.reuse.index_folder import build_index, open_index
from versebench.pipelines.reuse.poems_file import read_poems
from versebench.transforms.reuse.lines import lines_of
from versebench.transforms.reuse.rules import verdicts

PEERS = Path(".venv-reuse-peers/bin/python")
"""An environment with the peers; ``make peers`` makes it."""

SCRIPT = Path("benchmarks/peers/reuse.py")
POEMS = "tang_poems.jsonl.gz"
INDEXED = 100_000
"""Lines that datasketch indexes: with all of them it takes minutes, and its queries are slower."""

ROUNDS, OURS, SEED = 5, 100_000, 11
_ASKED = {"rapidfuzz": 60, "datasketch": 3_000, "pydivsufsort": 100_000}


def index(data: Path) -> Figures:
    """Seconds, bytes and memory of an index of the Quan Tang Shi."""
    with tempfile.TemporaryDirectory() as folder:
        return in_a_process(build, (data / POEMS,), Path(folder) / "index")


def build(sources: Sequence[Path], folder: Path) -> Figures:
    """Make an index, in a process of its own."""
    begun = Spent.so_far()
    counts = build_index(sources, folder)
    spent = Spent.so_far() - begun
    size = sum(path.stat().st_size for path in folder.iterdir())
    return {**counts, "seconds": spent.wall, "cpu_seconds": spent.cpu, "megabytes": size / 1e6, "peak_mib": peak_mib()}


def million(folder: Path) -> Figures:
    """The same for 100,000 and 1,000,000 poems whose characters are drawn at random.

    How many times as long the larger index takes is a quotient of seconds of the processor, as the clock on the wall
    of a busy machine differs from one minute to the next.
    """
    found = {}
    for poems in (100_000, 1_000_000):
        with tempfile.TemporaryDirectory(dir=folder) as made:
            path = Path(made) / "poems.jsonl"
            write_synthetic(path, poems)
            found[f"{poems}"] = in_a_process(build, (path,), Path(made) / "index")
    small, large = found.values()
    return {
        **found,
        "times_as_long": large["cpu_seconds"] / small["cpu_seconds"],
        "times_as_long_on_the_clock": large["seconds"] / small["seconds"],
    }


def write_synthetic(path: Path, poems: int) -> None:
    """Write poems of eight lines of five characters that are drawn at random."""
    draws = np.random.default_rng(SEED)
    with path.open("w", encoding="utf-8") as file:
        for first in range(0, poems, 10_000):
            codes = draws.integers(0x4E00, 0x4E00 + 5_000, (min(10_000, poems - first), 8, 5))
            for number, poem in enumerate(codes.tolist(), first):
                lines = ["".join(map(chr, line)) for line in poem]
                file.write(json.dumps({"id": str(number), "paragraphs": lines}, ensure_ascii=False) + "\n")


def queries(data: Path, peers: Path | None) -> Figures:
    """Lines a second that are looked up, near and exact, and what the peers do with the same lines."""
    poems = [poem.lines for poem in read_poems(data / POEMS)]
    lines = [line for poem in poems for line in poem if len(line) >= 4]
    with tempfile.TemporaryDirectory() as folder:
        build_index((data / POEMS,), Path(folder) / "index")
        opened = open_index(Path(folder) / "index")
        draws = np.random.default_rng(SEED)
        changed = list(_changed(lines, OURS, draws))
        asked = lines_of([[line] for line in changed])
        found, seconds = _timed(lambda: opened.index.near(asked))
        recall = len(np.unique(found.asked)) / len(changed)
        exact = lines_of([[line] for line in _chosen(lines, OURS, draws)])
        _, of_exact = _timed(lambda: opened.index.near(exact))
        whole = [list(poem) for poem in poems[:5_000]]
        _, of_verdicts = _timed(lambda: verdicts(whole, opened.index))
    figures = {
        "lines": len(lines),
        "recall": recall,
        "near_lines_per_second": OURS / seconds,
        "exact_lines_per_second": OURS / of_exact,
        "poems_judged_per_second": len(whole) / of_verdicts,
    }
    if peers is None:
        return figures
    stored = _chosen(lines, OURS, draws)
    given = {name: (stored if name == "pydivsufsort" else changed)[:count] for name, count in _ASKED.items()}
    work = {"lines": lines, "indexed": INDEXED, "asked": given}
    return {**figures, "peers": _ask(peers, work)}


def _timed(work: Any) -> tuple[Any, float]:
    """The result and the median of the seconds of the processor."""
    seconds = []
    for _ in range(ROUNDS):
        start = time.process_time()
        result = work()
        seconds.append(time.process_time() - start)
    return result, median(seconds)


def _chosen(lines: Sequence[str], count: int, draws: np.random.Generator) -> list[str]:
    return [lines[place] for place in draws.integers(0, len(lines), count).tolist()]


def _changed(lines: Sequence[str], count: int, draws: np.random.Generator) -> Iterator[str]:
    """Lines of the database with one character each replaced by another."""
    for line in _chosen(lines, count, draws):
        place = int(draws.integers(0, len(line)))
        yield line[:place] + ("一" if line[place] != "一" else "二") + line[place + 1 :]


def _ask(peers: Path, work: dict[str, Any]) -> dict[str, Any]:
    command = [str(peers), str(SCRIPT)]
    answer = subprocess.run(command, input=json.dumps(work), capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def goals(sections: Figures) -> Iterator[Goal]:
    """The goals of the sections of this module."""
    if "index" in sections:
        of = sections["index"]
        yield Goal("index: seconds", of["seconds"], 10, "{:.1f}", at_most=True)
        yield Goal("index: MB on disk", of["megabytes"], 60, "{:.0f}", at_most=True)
        yield Goal("index: MiB of a process", of["peak_mib"], 400, "{:.0f}", at_most=True)
    if "million" in sections:
        yield Goal(
            "index: ten times the poems, times as long", sections["million"]["times_as_long"], 10.5, at_most=True
        )
        peak = sections["million"]["1000000"]["peak_mib"]
        yield Goal("index of a million poems: MiB of a process", peak, 1024, "{:.0f}", at_most=True)
    if "queries" in sections:
        yield from _against_peers(sections["queries"])


def _against_peers(of: Figures) -> Iterator[Goal]:
    yield Goal("near lines: recall of single substitutions", of["recall"], 1.0, "{:.4f}")
    for name, ours, bound in (
        ("rapidfuzz", "near_lines_per_second", 5_000),
        ("datasketch", "near_lines_per_second", 30),
        ("pydivsufsort", "exact_lines_per_second", 5),
    ):
        if name in of.get("peers", {}):
            peer = of["peers"][name]
            yield Goal(f"lines a second, times {name}", of[ours] * peer["seconds"] / peer["asked"], bound, "{:,.1f} x")
