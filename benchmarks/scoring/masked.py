"""Masked models: pseudo-log-likelihoods of BERT-base's shape in fp32, bf16 and both, by minicons, and the products.

A unit is the first two lines of a limerick with its deletions, as time grows with the square of a text's length. Every
round has units of its own, so that there are enough pairs for the bound of bf16. The run in both precisions is put
together from the speeds of both passes, the share of the sample, and that of units near a tie.
"""

import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from transformers import AutoTokenizer, BertConfig

from benchmarks.measure import progress, rounds
from benchmarks.scoring.crew import Crew, Timed, cores, own
from benchmarks.scoring.matmul import Product, bert_products, flop
from benchmarks.scoring.models import prepare
from benchmarks.scoring.rounds import Found, fastest, largest_difference, speeds, times_as_fast
from benchmarks.scoring.texts import Units, opening_units, pairs_of
from benchmarks.scoring.twice import share_near, speed_of_a_run
from versebench.models.scorers.masked.convention import MaskedConvention
from versebench.models.scorers.masked.rows import batch_rows, unit_rows
from versebench.models.scorers.tokenised import tokenise

DELETIONS = 12
ROUND_UNITS = 4
PEER_UNITS = 2
MIN_ROUNDS = 3
"""So many rounds have the pairs that the bound needs."""
PEER = "minicons"
TRIED = (1, 2, 4)
"""Texts of a batch that the peer is tried with; each becomes as many rows as it has tokens."""


def measure(peers: bool, count: int) -> dict[str, Any]:
    """All figures of the shape."""
    count = max(count, MIN_ROUNDS)
    units = opening_units(ROUND_UNITS * count, DELETIONS)
    with tempfile.TemporaryDirectory(prefix="versebench-") as temporary, ExitStack() as stack:
        folder = prepare("bert", Path(temporary))
        crew = stack.enter_context(own("masked", folder, cores()))
        found = None
        if peers:
            found = fastest("minicons-masked", folder, opening_units(cores(), 3), TRIED)
            stack.callback(found.crew.close)
        progress("loading ours")
        for precision in ("fp32", "bf16"):
            crew.score(opening_units(cores(), 1), precision=precision)
        products = typical_products(folder, units)
        timed = rounds("masked", _ways(crew, units, found, products), count)
        return _figures(folder, units, timed, found)


def _ways(crew: Crew, units: Units, found: Found | None, products: list[Product]) -> dict[str, Any]:
    """Each way takes the next units in each round."""

    def chunks(size: int) -> Any:
        return iter([units[first : first + size] for first in range(0, len(units), ROUND_UNITS)])

    def score(precision: str, left: Any) -> Timed:
        return crew.score(next(left), precision=precision)

    ways: dict[str, Any] = {
        "matmul": partial(crew.flops, products),
        "fp32": partial(score, "fp32", chunks(ROUND_UNITS)),
        "bf16": partial(score, "bf16", chunks(ROUND_UNITS)),
    }
    if found is not None:
        left = chunks(PEER_UNITS)
        ways[PEER] = lambda: found.crew.score(next(left), batch=found.batch)
    return ways


def _figures(folder: str, units: Units, timed: dict[str, list[Any]], found: Found | None) -> dict[str, Any]:
    matmul: list[float] = timed.pop("matmul")
    fp32, bf16 = timed["fp32"], timed["bf16"]
    reached = [
        unit_flop(folder, units[number * ROUND_UNITS :][:ROUND_UNITS]) / one.seconds for number, one in enumerate(fp32)
    ]
    near = share_near(units, _joined(bf16), _joined(fp32))
    runs = {
        kind: [speed_of_a_run(b.speed, f.speed, near[kind]) for b, f in zip(bf16, fp32, strict=True)] for kind in near
    }
    figures = {
        "pairs": pairs_of(units),
        "rounds": len(matmul),
        "matmul_gflops": median(matmul) / 1e9,
        "share_of_matmul": median(mine / limit for mine, limit in zip(reached, matmul, strict=True)),
        "ways": {way: speeds(some) for way, some in timed.items()},
        "fp32_times_as_fast_as": {way: times_as_fast(fp32, some) for way, some in timed.items()},
        "share_of_units_near_a_tie": near,
        "run_in_both_precisions": {kind: median(run) for kind, run in runs.items()},
    }
    if found is None:
        return figures
    peer: list[Timed] = timed[PEER]
    apart = [largest_difference(one.sums[:PEER_UNITS], other.sums) for one, other in zip(fp32, peer, strict=True)]
    return figures | {
        "nats_apart": max(apart),
        "twice_times_as_fast_as_peer": {
            kind: median(one / other.speed for one, other in zip(run, peer, strict=True)) for kind, run in runs.items()
        },
        "peer": {
            "arrangement": found.crew.arrangement,
            "batch": found.batch,
            "tried": [vars(trial) for trial in found.trials],
            "given": "batch_encode_plus, which tokenizers of this transformers lack",
        },
    }


def _joined(timed: list[Timed]) -> Timed:
    """The scores of all rounds, as of one."""
    return Timed(
        sum(one.pairs for one in timed),
        sum(one.seconds for one in timed),
        sum(one.cpu_seconds for one in timed),
        [unit for one in timed for unit in one.sums],
        [unit for one in timed for unit in one.tokens],
    )


def _rows(folder: str, unit: list[str]) -> list[int]:
    """The length of every masked row of a unit."""
    tokenizer, convention = AutoTokenizer.from_pretrained(folder), MaskedConvention()
    read = [tokenise(tokenizer, convention.prepare(text), added=True) for text in unit]
    return [len(read[row.text].ids) for row in unit_rows(read, ["original"], tokenizer.mask_token_id).rows]


def typical_products(folder: str, units: Units) -> list[Product]:
    """The products of a full batch of rows of the median length."""
    config = BertConfig.from_pretrained(folder)
    length = int(median(length for unit in units for length in _rows(folder, unit)))
    return bert_products(config, batch_rows(length, config.vocab_size), length)


def unit_flop(folder: str, units: Units) -> float:
    """The products' operations for the rows of some units, without those that fill batches up."""
    config = BertConfig.from_pretrained(folder)
    return sum(flop(bert_products(config, 1, length)) for unit in units for length in _rows(folder, unit))
