"""Beam search and delayed beam search of ours in bf16 beside fp32: GPT-2 small's shape, one prompt.

A continuation counts as the same where both precisions find it, for a delayed beam in the same run. Random weights put
very many continuations very close together, so that more of them change places than those of a trained model.
"""

from dataclasses import asdict
from functools import partial
from typing import Any

from benchmarks.completion_clock import Clocked, clocked, middle, times_as_fast
from benchmarks.completion_equal import equal, together
from benchmarks.completion_models import as_found, asked_of, delayed, own
from benchmarks.completion_options import Options
from benchmarks.scoring_rounds import progress, rounds
from models.judges.contract import Precision
from models.writers.contract import Hypothesis, Writer

PRECISIONS: tuple[Precision, ...] = ("fp32", "bf16")


def measure(folder: str, options: Options) -> dict[str, Any]:
    """Both searches."""
    prompt, beams = asked_of(folder, options).prompt, options.beams[-1]
    writers = {precision: own(folder, options, precision) for precision in PRECISIONS}

    def beam(writer: Writer) -> list[list[Hypothesis]]:
        return writer.beam([prompt], beams)

    def runs(writer: Writer) -> list[list[Hypothesis]]:
        return delayed(writer, prompt, options.runs)

    found = {}
    for name, search in (("beam", beam), ("delayed", runs)):
        progress(f"bf16: {name}")
        for writer in writers.values():
            writer.beam([prompt], options.beams[0])
        ways = {
            precision: partial(clocked, partial(search, writer), options.device)
            for precision, writer in writers.items()
        }
        found[name] = _figures(rounds(f"bf16, {name}", ways, options.rounds))
    return {"beams": beams, "runs": options.runs, "rounds": options.rounds, **found}


def _figures(timed: dict[str, list[Clocked[list[list[Hypothesis]]]]]) -> dict[str, Any]:
    last = (timed[precision][-1].result for precision in PRECISIONS)
    same = together([equal(as_found(bf16), as_found(fp32)) for fp32, bf16 in zip(*last, strict=True)])
    return {
        "seconds": {precision: middle(timed[precision]) for precision in PRECISIONS},
        "times_as_fast_as_fp32": times_as_fast(timed["bf16"], timed["fp32"]),
        "equal": asdict(same),
    }
