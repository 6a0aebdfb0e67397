"""Beam search and delayed beam search of ours in bf16 beside fp32, one prompt: GPT-2 small's shape, and the generator.

A continuation counts as the same where both precisions find it, for a delayed beam in the same run. The shape's random
weights tell of the speed alone: they put so many continuations so close together that most change places.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from benchmarks.completion.clock import Clocked, clocked, middle, times_as_fast
from benchmarks.completion.equal import equal, together
from benchmarks.completion.models import GENERATOR, as_found, asked_of, delayed, own, shipped
from benchmarks.completion.options import Options
from benchmarks.measure import rounds
from versebench.models.generators.contract import Generator, Hypothesis

RANDOM = "random weights"
PRECISIONS: tuple[Literal["fp32"], Literal["bf16"]] = ("fp32", "bf16")


def measure(folder: str, options: Options) -> dict[str, Any]:
    """Both searches with both models."""
    models = {RANDOM: folder, GENERATOR: shipped()}
    return {
        "beams": options.beams[-1],
        "runs": options.runs,
        "rounds": options.rounds,
        "models": {name: _searched(place, options) for name, place in models.items()},
    }


def _searched(folder: str, options: Options) -> dict[str, Any]:
    prompt, beams = asked_of(folder, options).prompt, options.beams[-1]
    generators = {precision: own(folder, options, precision) for precision in PRECISIONS}

    def beam(generator: Generator) -> list[list[Hypothesis]]:
        return generator.beam([prompt], beams)

    def runs(generator: Generator) -> list[list[Hypothesis]]:
        return delayed(generator, [prompt], options.runs)[0]

    found = {}
    for name, search in (("beam", beam), ("delayed", runs)):
        for generator in generators.values():
            generator.beam([prompt], options.beams[0])
        ways: dict[str, Callable[[], Any]] = {
            precision: partial(clocked, partial(search, generator), options.device)
            for precision, generator in generators.items()
        }
        found[name] = _figures(rounds(f"bf16, {name}", ways, options.rounds))
    return found


def _figures(timed: dict[str, list[Clocked[list[list[Hypothesis]]]]]) -> dict[str, Any]:
    last = (timed[precision][-1].result for precision in PRECISIONS)
    same = together([equal(as_found(bf16), as_found(fp32)) for fp32, bf16 in zip(*last, strict=True)])
    return {
        "seconds": {precision: middle(timed[precision]) for precision in PRECISIONS},
        "times_as_fast_as_fp32": times_as_fast(timed["bf16"], timed["fp32"]),
        "same": same.same,
        "nats_apart": same.apart,
    }
