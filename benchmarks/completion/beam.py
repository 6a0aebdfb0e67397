"""Beam search beside ``generate``: GPT-2 small's shape in fp32, one prompt.

What both find is compared at every k, and the last k is timed: each round times ours, the peer and the matrix products.
The peer's rounds leave out its sums, since it would copy all log-probabilities of every step to tell them.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from statistics import median
from typing import Any

from benchmarks.completion.clock import clocked, flop_of, middle, speed_of_products, times_as_fast
from benchmarks.completion.equal import equal
from benchmarks.completion.memory import memory
from benchmarks.completion.models import as_found, asked_of, own, peer
from benchmarks.completion.options import Options
from benchmarks.measure import progress, rounds


def measure(folder: str, options: Options) -> dict[str, Any]:
    """All figures."""
    asked, generator, generate = asked_of(folder, options), own(folder, options), peer(folder, options)
    compared = {}
    for beams in options.beams:
        progress(f"beam: what both find, k = {beams}")
        (theirs,) = generate.beam([asked.ids], beams, options.most_tokens, nats=True)
        (ours,) = generator.beam([asked.prompt], beams)
        compared[str(beams)] = {
            **asdict(equal(as_found(ours), theirs)),
            "ended": dict(Counter(one.ended for one in ours)),
        }
    beams, device = options.beams[-1], options.device
    ways: dict[str, Callable[[], Any]] = {
        "matmul": partial(speed_of_products, options.shape, device),
        "ours": lambda: clocked(lambda: generator.beam([asked.prompt], beams), device),
        "generate": lambda: clocked(lambda: generate.beam([asked.ids], beams, options.most_tokens), device),
    }
    timed = rounds("beam", ways, options.rounds)
    progress("beam: memory")
    rows = options.prompt_tokens + beams * (options.most_tokens - 1)
    work = flop_of(options.shape, rows)
    limits = zip(timed["ours"], timed["matmul"], strict=True)
    return {
        "beams": beams,
        "prompt_tokens": options.prompt_tokens,
        "most_tokens": options.most_tokens,
        "rounds": options.rounds,
        "seconds": {way: middle(timed[way]) for way in ("ours", "generate")},
        "times_as_fast_as_generate": times_as_fast(timed["ours"], timed["generate"]),
        "rows": rows,
        "matmul_gflops": median(timed["matmul"]) / 1e9,
        "share_of_matmul": median(work / one.seconds / limit for one, limit in limits),
        "equal": compared,
        "memory": memory(folder, options, "beam"),
    }
