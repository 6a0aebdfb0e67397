"""The goals of completion, and whether they are met."""

from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.completion.delayed import ALONE
from benchmarks.completion.models import GENERATOR
from benchmarks.completion.options import CONSTRAINED
from benchmarks.harness import Goal
from benchmarks.scoring.goals import MEMORY_MIB, NATS

Figures = Mapping[str, Any]

BEAM_TIMES = 5
BATCH_TIMES = 4
ALONE_TIMES = 20
YIELD = 0.6
WORDS_APART = 1


def goals(sections: Figures) -> list[Goal]:
    """The goals whose figures were measured, in the order of the sections."""
    scored = {"beam": _beam, "delayed": _delayed, "generator": _generator, "quality": _quality}
    return [goal for name, scorer in scored.items() if name in sections for goal in scorer(sections[name])]


def _beam(found: Figures) -> Iterator[Goal]:
    name = f"beam, k = {found['beams']}"
    yield Goal(f"{name}: times as fast as generate", found["times_as_fast_as_generate"], BEAM_TIMES)
    for beams, compared in found["equal"].items():
        yield from _equal(f"beam, k = {beams}", compared)
    yield _memory(name, found)


def _delayed(found: Figures) -> Iterator[Goal]:
    name, times = f"{found['runs']:,} delayed runs", found["times_as_fast_as_generate"]
    yield Goal(f"{name}: times as fast as generate, best batch", times["best batch"], BATCH_TIMES)
    yield Goal(f"{name}: times as fast as generate, one after another", times[ALONE], ALONE_TIMES)
    yield from _equal(name, found["equal"])
    yield _memory(name, found)


def _generator(found: Figures) -> Iterator[Goal]:
    yield from _equal(f"{GENERATOR}, k = {found['beams']}", found["equal"])


def _equal(name: str, compared: Figures) -> Iterator[Goal]:
    missing = compared["missing"]
    yield Goal(f"{name}: continuations of generate that are missing, except ties", missing, 0, "{:.0f}", at_most=True)
    yield Goal(f"{name}: difference from generate in nats", compared["apart"], NATS, "{:.1e}", at_most=True)


def _memory(name: str, found: Figures) -> Goal:
    return Goal(f"{name}: peak MiB", found["memory"]["peak_mib"], MEMORY_MIB, "{:,.0f}", at_most=True)


def _quality(found: Figures) -> Iterator[Goal]:
    name = CONSTRAINED.task
    one = found["methods"].get(name)
    if one is None:
        return
    yield Goal(f"{name}: yield of the eligible poems", one["yield"], YIELD, "{:.0%}")
    if one["words"] is not None:
        apart = abs(one["words"]["mean"] - found["human"]["words"]["mean"])
        yield Goal(
            f"{name}: difference of mean words per line from human lines", apart, WORDS_APART, "{:.2f}", at_most=True
        )
