"""The goals of scoring, and whether they are met."""

from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.harness import Goal

Figures = Mapping[str, Any]

NATS = 1e-4
MEMORY_MIB = 4096


def goals(sections: Figures, amx: bool) -> list[Goal]:
    """The goals whose figures were measured; speed in bf16 is one where the processor multiplies it (AMX)."""
    scored = {
        "small": _small,
        "verse": _verse,
        "decisions": _decisions,
        "masked": _masked,
        "long": _long,
        "blimp": _blimp,
    }
    return [goal for name, scorer in scored.items() if name in sections for goal in scorer(sections[name], amx)]


def _small(found: Figures, amx: bool) -> Iterator[Goal]:
    times = found["fp32_times_as_fast_as"]
    yield Goal("small: fp32, share of the matrix products", found["share_of_matmul"], 0.8, "{:.0%}")
    for peer, bound in (("minicons", 2.4), ("lm-eval", 2.0)):
        if peer in times:
            yield Goal(f"small: fp32, times as fast as {peer}", times[peer]["clock"], bound)
    for way, ratio in found["twice_times_as_fast_as"].get("minicons", {}).items() if amx else ():
        yield Goal(f"small: {way}, times as fast as minicons", ratio, 8)
    yield from _equal("small", found["nats_apart"])


def _verse(found: Figures, _amx: bool) -> Iterator[Goal]:
    times = found["fp32_times_as_fast_as"]
    if "minicons" in times:
        yield Goal("verse: fp32, times as fast as minicons", times["minicons"]["clock"], 20)
    yield from _equal("verse", found["nats_apart"])


def _equal(model: str, apart: Mapping[str, float]) -> Iterator[Goal]:
    for peer, nats in apart.items():
        yield Goal(f"{model}: difference of a sum from {peer}, in nats", nats, NATS, "{:.1e}", at_most=True)


def _decisions(found: Figures, _amx: bool) -> Iterator[Goal]:
    for reduction, count in found["differing_decisions"].items():
        name = f"verse: decisions of bf16 then fp32 that differ from fp32, {reduction}"
        yield Goal(name, count, 0, "{:.0f}", at_most=True)


def _masked(found: Figures, amx: bool) -> Iterator[Goal]:
    yield Goal("bert: fp32, share of the matrix products", found["share_of_matmul"], 0.9, "{:.0%}")
    for kind, ratio in found.get("twice_times_as_fast_as_peer", {}).items() if amx else ():
        yield Goal(f"bert: bf16 then fp32, {kind}, times as fast as minicons", ratio, 4)
    if "nats_apart" in found:
        yield from _equal("bert", {"minicons": found["nats_apart"]})


def _long(found: Figures, _amx: bool) -> Iterator[Goal]:
    for shape, one in found["shapes"].items():
        yield Goal(f"{found['words']:,} words, {shape}: peak MiB", one["peak_mib"], MEMORY_MIB, "{:,.0f}", at_most=True)


def _blimp(found: Figures, _amx: bool) -> Iterator[Goal]:
    if "differing_decisions" in found:
        count = found["differing_decisions"]
        yield Goal("BLiMP: decisions that differ from minicons", count, 0, "{:.0f}", at_most=True)
        yield from _equal("BLiMP", {"minicons": found["nats_apart"]})
