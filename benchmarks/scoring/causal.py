"""Causal models: packed in fp32, bf16 and both, one text at a time, minicons and lm-eval, and the matrix products.

Ours runs as a process a core. A peer runs as it is fastest. Peers score fewer units, as theirs do not depend on how
many there are. A run in both precisions is put together from the speeds of both passes, the share of the sample, and
the share of units near a tie: by the sum alone, and by all reductions of a recipe that names none. Of random weights
that share says little; a whole run of a trained model is that of ``benchmarks.scoring.decisions``.
"""

import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from transformers import AutoTokenizer, GPT2Config

from benchmarks.measure import progress, rounds
from benchmarks.scoring.crew import Crew, Timed, cores, own
from benchmarks.scoring.matmul import flop, gpt2_products
from benchmarks.scoring.models import prepare
from benchmarks.scoring.rounds import Found, Way, fastest, largest_difference, speeds, times_as_fast
from benchmarks.scoring.texts import Units, limerick_units, pairs_of
from benchmarks.scoring.twice import share_near, speed_of_a_run
from versebench.models.scorers.packed.blocks import BLOCK_ROWS
from versebench.models.scorers.packed.convention import sequences
from versebench.models.scorers.packed.prefix_tree import prefix_tree, rows_of

DELETIONS = 12
PEERS = ("minicons", "lm-eval")
OURS, TWICE, TWICE_ALL = "fp32", "bf16 then fp32, sum", "bf16 then fp32, all reductions"
UNITS = {"small": (20, 4), "verse": (400, 40)}
"""Units of a round: ours, and those of a peer. Ours are enough to fill blocks."""
PLAIN_UNITS = 2


def measure(name: str, peers: bool, count: int) -> dict[str, Any]:
    """All figures of a model."""
    many, few = UNITS[name]
    units = limerick_units(many, DELETIONS)
    with tempfile.TemporaryDirectory(prefix="versebench-") as temporary, ExitStack() as stack:
        folder = prepare(name, Path(temporary))
        crew = stack.enter_context(own("causal", folder, cores()))
        found: dict[str, Found] = {}
        for peer in PEERS if peers else ():
            found[peer] = fastest(peer, folder, units[: max(few // 2, cores())])
            stack.callback(found[peer].crew.close)
        ways = _ways(crew, units, few, found)
        _warm(crew, units)
        products = gpt2_products(GPT2Config.from_pretrained(folder), BLOCK_ROWS)
        timed = rounds(
            name, {"matmul": partial(_matmul, crew, products), **{n: w.once for n, w in ways.items()}}, count
        )
        equal = {
            peer: largest_difference(
                crew.score(ways[peer].units, precision="fp32", convention=peer).sums, timed[peer][-1].sums
            )
            for peer in found
        }
        return _figures(name, folder, units, timed, found, equal)


def _ways(crew: Crew, units: Units, few: int, found: dict[str, Found]) -> dict[str, Way]:
    return {
        OURS: Way(crew, units, {"precision": "fp32"}),
        "bf16": Way(crew, units, {"precision": "bf16"}),
        "one text at a time": Way(crew, units[: PLAIN_UNITS * cores()], {"precision": "fp32", "plain": True}),
        **{peer: Way(one.crew, units[:few], {"batch": one.batch}) for peer, one in found.items()},
    }


def _warm(crew: Crew, units: Units) -> None:
    progress("loading ours")
    for how in ({"precision": "fp32"}, {"precision": "bf16"}, {"precision": "fp32", "plain": True}):
        crew.score(units[: cores()], **how)


def _matmul(crew: Crew, products: Any) -> float:
    return crew.flops(products)


def _figures(
    name: str,
    folder: str,
    units: Units,
    timed: dict[str, list[Any]],
    found: dict[str, Found],
    equal: dict[str, float],
) -> dict[str, Any]:
    matmul: list[float] = timed.pop("matmul")
    work = rows_and_flop(folder, units)
    reached = [work["flop"] / one.seconds for one in timed[OURS]]
    near = share_near(units, timed["bf16"][-1], timed[OURS][-1])
    measured = {way: speeds(some) for way, some in timed.items()}
    ratios = {way: times_as_fast(timed[OURS], some) for way, some in timed.items()}
    twice = {
        way: median(speed_of_a_run(b.speed, f.speed, share) for b, f in zip(timed["bf16"], timed[OURS], strict=True))
        for way, share in ((TWICE, near["sum"]), (TWICE_ALL, near["all"]))
    }
    return {
        "model": name,
        "units": len(units),
        "pairs": pairs_of(units),
        "rounds": len(matmul),
        **work,
        "matmul_gflops": median(matmul) / 1e9,
        "share_of_matmul": median(mine / limit for mine, limit in zip(reached, matmul, strict=True)),
        "ways": measured,
        "fp32_times_as_fast_as": ratios,
        "share_of_units_near_a_tie": near,
        "run_in_both_precisions": twice,
        "twice_times_as_fast_as": {
            peer: {way: _against(timed, peer, near[kind]) for way, kind in ((TWICE, "sum"), (TWICE_ALL, "all"))}
            for peer in found
        },
        "nats_apart": equal,
        "peers": {
            peer: {"arrangement": one.crew.arrangement, "batch": one.batch, "tried": [vars(t) for t in one.trials]}
            for peer, one in found.items()
        },
    }


def _against(timed: dict[str, list[Timed]], peer: str, near: float) -> float:
    each = zip(timed["bf16"], timed[OURS], timed[peer], strict=True)
    return median(speed_of_a_run(bf16.speed, fp32.speed, near) / other.speed for bf16, fp32, other in each)


def rows_and_flop(folder: str, units: Units) -> dict[str, float]:
    """Tokens of the texts one by one, the rows that are computed of them, and the products' operations for these.

    Rows count without the padding of blocks.
    """
    tokenizer, config = AutoTokenizer.from_pretrained(folder), GPT2Config.from_pretrained(folder)
    start: int = tokenizer.bos_token_id
    tokens = rows = 0
    for unit in units:
        ids = tokenizer(unit, add_special_tokens=False)["input_ids"]
        rows += len(rows_of(prefix_tree([sequences(one, start, config.n_positions)[0] for one in ids])))
        tokens += sum(map(len, ids))
    return {"tokens": tokens, "rows": rows, "flop": flop(gpt2_products(config, 1)) * rows}
