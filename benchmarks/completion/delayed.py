"""Delayed beam search beside ``generate``: GPT-2 small's shape in fp32, 1,000 runs of one prompt.

Ours is timed whole. The peer, which takes much longer, does some of the runs and is scaled by their number: it samples
the first tokens of some runs in one call, and searches on from those of ours in another; so many runs a call as are
fastest, or one run after another.
"""

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from statistics import median
from typing import Any

from benchmarks.completion.clock import Clocked, clocked, flop_of, middle, speed_of_products, times_as_fast
from benchmarks.completion.equal import Equal, equal, together
from benchmarks.completion.generate import Found, Generate, Ids
from benchmarks.completion.memory import memory
from benchmarks.completion.models import Both, as_found, asked_of, delayed, own, peer
from benchmarks.completion.options import DELAYED, Options
from benchmarks.measure import progress, rounds
from versebench.models.generators.contract import Hypothesis

ALONE = "alone"
SAMPLED = DELAYED.sampled_tokens


def measure(folder: str, options: Options) -> dict[str, Any]:
    """All figures."""
    asked, generator, generate = asked_of(folder, options), own(folder, options), peer(folder, options)
    progress("delayed: what both find")
    (ours,) = delayed(generator, [asked.prompt], options.runs)
    prefixes = sampled(ours)
    compared = on_from(generate, asked, ours, options.batches[0])
    device = options.device
    calls = {str(batch): prefixes[:batch] for batch in options.batches}
    timed = rounds(
        "delayed",
        {
            "matmul": partial(speed_of_products, options.shape, device),
            "ours": lambda: clocked(lambda: delayed(generator, [asked.prompt], options.runs), device),
            **{name: partial(in_one_call, generate, asked, some, device) for name, some in calls.items()},
            ALONE: partial(one_by_one, generate, asked, prefixes[: options.alone], device),
        },
        options.rounds,
    )
    counts = {**{name: len(some) for name, some in calls.items()}, ALONE: len(prefixes[: options.alone])}
    progress("delayed: memory")
    rows = options.prompt_tokens + options.runs * (SAMPLED + DELAYED.beams * (options.most_tokens - SAMPLED - 1))
    limits = zip(timed["ours"], timed["matmul"], strict=True)
    best = min(calls, key=lambda name: middle(timed[name]) / counts[name])
    return {
        "runs": options.runs,
        "different_prefixes": len(set(prefixes)),
        "prompt_tokens": options.prompt_tokens,
        "most_tokens": options.most_tokens,
        "rounds": options.rounds,
        "seconds": middle(timed["ours"]),
        "generate": {
            name: {
                "runs_timed": count,
                "seconds": middle(timed[name]),
                "of_which_sampling": median(one.result for one in timed[name]),
                "seconds_scaled_to_all_runs": middle(timed[name]) * options.runs / count,
            }
            for name, count in counts.items()
        },
        "scaled": "generate did runs_timed of the runs, and its seconds are scaled to all of them; ours did them all",
        "best_batch": best,
        "times_as_fast_as_generate": {
            way: times_as_fast(timed["ours"], timed[name], options.runs / counts[name])
            for way, name in (("best batch", best), (ALONE, ALONE))
        },
        "rows_at_most": rows,
        "matmul_gflops": median(timed["matmul"]) / 1e9,
        "share_of_matmul": median(flop_of(options.shape, rows) / one.seconds / limit for one, limit in limits),
        "equal": asdict(compared),
        "memory": memory(folder, options, "delayed"),
    }


def sampled(runs: Sequence[Sequence[Hypothesis]]) -> list[Ids]:
    """The sampled tokens of each run that did not end within them."""
    return [run[0].token_ids[:SAMPLED] for run in runs if len(run[0].token_ids) >= SAMPLED]


def on_from(generate: Generate, asked: Both, runs: Sequence[Sequence[Hypothesis]], count: int) -> Equal:
    """What the peer finds after the sampled tokens of the first runs, against what ours found there."""
    going_on = [run for run in runs if len(run[0].token_ids) >= SAMPLED][:count]
    prefixes = sampled(going_on)
    found = _searched(generate, asked, prefixes, nats=True)
    parts = []
    for run, prefix, lines in zip(going_on, prefixes, found, strict=True):
        before = generate.nats(asked.ids, prefix)
        theirs = [Found(prefix + line.ids, before + (line.nats or 0.0)) for line in lines]
        parts.append(equal(as_found(run), theirs))
    return together(parts)


def in_one_call(generate: Generate, asked: Both, prefixes: Sequence[Ids], device: str) -> Clocked[float]:
    """Some runs of the peer together; the result are the seconds of the sampling among those of all."""
    first = clocked(lambda: generate.sample(asked.ids, len(prefixes), SAMPLED, DELAYED.top_p), device)
    then = clocked(lambda: _searched(generate, asked, prefixes), device)
    return Clocked(first.seconds + then.seconds, first.seconds)


def one_by_one(generate: Generate, asked: Both, prefixes: Sequence[Ids], device: str) -> Clocked[float]:
    """Some runs of the peer, each by itself."""
    each = [in_one_call(generate, asked, [prefix], device) for prefix in prefixes]
    return Clocked(sum(one.seconds for one in each), sum(one.result for one in each))


def _searched(generate: Generate, asked: Both, prefixes: Sequence[Ids], *, nats: bool = False) -> list[list[Found]]:
    prompts = [asked.ids + prefix for prefix in prefixes]
    return generate.beam(prompts, DELAYED.beams, asked.prompt.most_tokens - SAMPLED, nats=nats)
