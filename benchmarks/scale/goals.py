"""The goals of the stages at scale, and whether they are met."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from benchmarks.harness import Goal

Figures = Mapping[str, Any]
"""By the number of poems, as text: the figures of one section over that corpus."""

MIB, INGEST_MIB = 1024, 2048
TENFOLD = 10.5
OVERHEAD_US = 10
PURE_US = 100
STAGES_OF = {"clean": 1, "corrupt": 2}
"""How many passes over the shards a timed stage makes: corrupt makes two, eligibility and pairs."""


def goals(sections: Mapping[str, Figures], workers: int) -> list[Goal]:
    """The goals whose figures were measured, in the order of the sections."""
    direct = sections.get("direct", {})
    scored = [*_memory("direct", direct), *_linear(direct)]
    for poems, found in sections.get("pure", {}).items():
        scored += _overhead(poems, direct[poems], found, workers)
    for poems, found in sections.get("peer", {}).items():
        scored += _peer(poems, direct[poems], found)
    flink = sections.get("flink", {})
    scored += _memory("flink", {poems: found["stages"] for poems, found in flink.items()})
    for poems, found in flink.items():
        count = len(found["differing_files"])
        scored.append(Goal(f"{_poems(poems)}, flink: files that differ from direct", count, 0, "{:.0f}", at_most=True))
    return scored


def _memory(runner: str, figures: Figures) -> Iterator[Goal]:
    for poems, stages in figures.items():
        for stage, one in stages.items():
            bound = INGEST_MIB if stage == "ingest" else MIB
            name = f"{_poems(poems)}, {runner}, {stage}: MiB of the largest process"
            yield Goal(name, one["memory"]["largest_mib"], bound, "{:,.0f}", at_most=True)


def _linear(figures: Figures) -> Iterator[Goal]:
    """The ratio of times of each corpus to the next smaller one; the bound is scaled from a tenfold corpus."""
    for fewer, more in pairwise(sorted(figures, key=int)):
        size = int(more) / int(fewer)
        for stage, one in figures[more].items():
            ratio = one["seconds"] / figures[fewer][stage]["seconds"]
            name = f"{_poems(more)} to {_poems(fewer)}, {stage}: ratio of times"
            yield Goal(name, ratio, size * TENFOLD / 10, "{:.2f}", at_most=True)


def _overhead(poems: str, stages: Figures, alone: Figures, workers: int) -> Iterator[Goal]:
    for stage, one in alone.items():
        figure = overhead(stages[stage], one, workers, STAGES_OF[stage])["cpu_us"]
        name = f"{_poems(poems)}, {stage}: µs of overhead per row and stage, processor time"
        yield Goal(name, figure, OVERHEAD_US, "{:.1f}", at_most=True)
    whole = sum(one["cpu_seconds"] for one in alone.values()) / int(poems) * 1e6
    yield Goal(f"{_poems(poems)}: µs per poem of all pure functions", whole, PURE_US, "{:.0f}", at_most=True)


def overhead(stage: Figures, alone: Figures, workers: int, stages: int) -> dict[str, float]:
    """The overhead per row of a stage over the pure functions, in µs: wall time over all processes, and core time."""
    rows, processes = stage["rows"] * stages, min(workers, stage["shards"])
    return {
        "clock_us": (stage["seconds"] * processes - alone["seconds"]) / rows * 1e6,
        "cpu_us": (stage["cpu_seconds"] - alone["cpu_seconds"]) / rows * 1e6,
    }


def overheads(alone: Mapping[str, Figures], direct: Mapping[str, Figures], workers: int) -> dict[str, Any]:
    """The overhead of every corpus and stage whose pure functions were measured."""
    return {
        poems: {stage: overhead(direct[poems][stage], one, workers, STAGES_OF[stage]) for stage, one in found.items()}
        for poems, found in alone.items()
    }


def _peer(poems: str, stages: Figures, found: Figures) -> Iterator[Goal]:
    for stage, ratio in peer_ratios(stages, found).items():
        yield Goal(f"{_poems(poems)}, {stage}: rows per second, relative to datasets.map", ratio, 1)


def peer_ratios(stages: Figures, found: Figures) -> dict[str, float]:
    """How many times as many rows a second pass our stages as the maps of the peer: both took the same rows."""
    maps = found["stages"]
    seconds = {
        "clean": maps["clean"]["seconds"],
        "corrupt": maps["eligibility"]["seconds"] + maps["pairs"]["seconds"],
    }
    return {stage: taken / stages[stage]["seconds"] for stage, taken in seconds.items()}


def _poems(poems: str) -> str:
    return f"{int(poems):,} poems"
