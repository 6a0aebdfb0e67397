"""How fast causal models are scored: packed, one text at a time, and by minicons and lm-eval, in pairs a second.

A unit is a limerick of the sample with its deletions of a single word. Two shapes: the model that is shipped, and that
of GPT-2 small with random weights, both with the shipped tokenizer. Ours runs as one process a core with one thread
each; of the peers, the better of that and of one process with a thread a core counts. The limit is what the matrix
products of the model's shapes reach in the same run: GFLOP/s of all cores, and from it the pairs a second that the
packed rows could reach at most. The peers' environment is made with

    python -m venv .venv-scoring-peers && .venv-scoring-peers/bin/pip install -r requirements-scoring-peers.lock

    python -m benchmarks.scoring [--models verse,small] [--units 10] [--deletions 12] [--bf16] [--no-peers] [--json]
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, GPT2Config, GPT2LMHeadModel

from benchmarks.measure import machine, write_json
from models.judges.contract import TextScore
from models.judges.packed.blocks import BLOCK_ROWS
from models.judges.packed.convention import PackedConvention, sequences
from models.judges.packed.prefix_tree import prefix_tree, rows_of
from models.judges.packed.scorer import PackedScorer

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "samples" / "limericks.json"
PEERS_PYTHON = ROOT / ".venv-scoring-peers" / "bin" / "python"
WORKER = ROOT / "benchmarks" / "peers" / "scoring.py"
PEERS = ("minicons", "lm-eval")
MODELS = {"verse": 10, "small": 1}
"""How many times as many units each is measured on as the command says, as it is so fast."""

MIN_WORDS = 20

Units = list[list[str]]


@dataclass(frozen=True)
class Timed:
    """What scoring some units took, in seconds of the clock and of the processor, and their sums in nats."""

    seconds: float
    cpu_seconds: float
    sums: list[list[float]]


def read_units(count: int, deletions: int) -> Units:
    """The first limericks of the sample that are long enough, each with as many deletions of a word."""
    poems = [poem["limerick"] for poem in json.loads(SAMPLE.read_text(encoding="utf-8"))]
    poems = [poem for poem in poems if poem.count(" ") >= max(MIN_WORDS, deletions)]
    return [with_deletions(poems[number % len(poems)], deletions) for number in range(count)]


def with_deletions(text: str, deletions: int) -> list[str]:
    """A text, and the texts without one of its words, at places spread evenly."""
    places = [place for place, letter in enumerate(text) if letter == " "]
    chosen = sorted({places[number * len(places) // deletions] for number in range(deletions)})
    ends = [min(end for end in (*places, len(text)) if end > place) for place in chosen]
    return [text, *(text[:place] + text[end:] for place, end in zip(chosen, ends, strict=True))]


def prepare_model(name: str, folder: Path) -> str:
    """The folder of a model: the one that is shipped, or one of GPT-2 small's shape with random weights."""
    shipped = str(files("models") / "resources" / "gpt2-verse")
    if name == "verse":
        return shipped
    torch.manual_seed(1)
    GPT2LMHeadModel(GPT2Config()).save_pretrained(folder / name)
    AutoTokenizer.from_pretrained(shipped).save_pretrained(folder / name)
    return str(folder / name)


@dataclass(frozen=True)
class Own:
    """What one of our processes measures: FLOP/s of matrix products, and the units under each way of scoring."""

    flops: float
    ways: dict[str, Timed]


WAYS = {
    "packed": ("float32", False),
    "packed, bf16": ("bfloat16", False),
    "one text at a time": ("float32", True),
}
"""Ways of scoring: the precision of the weights, and whether without packing."""


def measure_own(folder: str, ways: Sequence[str], units: Units) -> Own:
    """In a process of its own, one measurement after another, each begun together with the other processes."""
    torch.set_num_threads(1)
    flops = matmul_flops(weight_shapes(GPT2Config.from_pretrained(folder)), 2.0)
    return Own(flops, {way: score_own(folder, *WAYS[way], units) for way in ways})


def score_own(folder: str, dtype: str, plain: bool, units: Units) -> Timed:
    """Some units, after one to warm up."""
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=getattr(torch, dtype))
    scorer = PackedScorer(model, AutoTokenizer.from_pretrained(folder), PackedConvention(), plain=plain)
    scorer.score_units(units[:1])
    _BARRIER.wait()
    begun = time.perf_counter(), time.process_time()
    found = scorer.score_units(units)
    ended = time.perf_counter(), time.process_time()
    sums = [[score.log_probability for score in unit if isinstance(score, TextScore)] for unit in found]
    return Timed(ended[0] - begun[0], ended[1] - begun[1], sums)


def score_peer(python: str, peer: str, folder: str, threads: int, units: Units) -> Timed:
    """The answer of a peer's worker. Raises ``CalledProcessError`` where it fails."""
    command = [python, "-W", "ignore", str(WORKER), peer, folder, str(threads)]
    environment = os.environ | {"TOKENIZERS_PARALLELISM": "false", "HF_HUB_OFFLINE": "1"}
    given, where = json.dumps(units), subprocess.PIPE
    answer = subprocess.run(command, input=given, stdout=where, stderr=where, text=True, check=True, env=environment)
    return Timed(**json.loads(answer.stdout))


def matmul_flops(shapes: Sequence[tuple[int, int]], seconds: float) -> float:
    """FLOP/s of products of a block of rows with weights of some shapes, one after another."""
    work = [(torch.randn(BLOCK_ROWS, rows), torch.randn(rows, columns)) for rows, columns in shapes]
    flops = sum(2 * BLOCK_ROWS * rows * columns for rows, columns in shapes)
    with torch.inference_mode():
        for one, other in work:
            torch.mm(one, other)
        _BARRIER.wait()
        rates: list[float] = []
        end = time.perf_counter() + seconds
        while not rates or time.perf_counter() < end:
            begun = time.perf_counter()
            for one, other in work:
                torch.mm(one, other)
            rates.append(flops / (time.perf_counter() - begun))
    return statistics.median(rates)


def in_processes(work: Callable[[Any], Any], parts: Sequence[Any]) -> list[Any]:
    """The results of some work, each part in a process of its own, begun together."""
    context = get_context("spawn")
    barrier = context.Barrier(len(parts))
    with ProcessPoolExecutor(len(parts), context, initializer=_share, initargs=(barrier,)) as pool:
        return list(pool.map(work, parts))


def _share(barrier: Any) -> None:
    global _BARRIER
    _BARRIER = barrier
    os.environ["TOKENIZERS_PARALLELISM"] = "false"


_BARRIER: Any = None


def pairs_per_second(timed: Sequence[Timed]) -> float:
    """The sum of the processes' own speeds."""
    return sum(pairs_of(one.sums) / one.seconds for one in timed)


def pairs_per_cpu_second(timed: Sequence[Timed]) -> float:
    """Pairs a second of the processor, of all cores together: the one to compare where others compete for the cores."""
    return sum(pairs_of(one.sums) for one in timed) / sum(one.cpu_seconds for one in timed)


def pairs_of(units: Sequence[Sequence[object]]) -> int:
    """Pairs of some units: each text but the first with the first."""
    return sum(len(unit) - 1 for unit in units)


def rows_and_flops(folder: str, units: Units) -> dict[str, float]:
    """Tokens of the texts one by one, rows that are computed of them, with and without padding, and FLOP of a row."""
    tokenizer, config = AutoTokenizer.from_pretrained(folder), GPT2Config.from_pretrained(folder)
    counts = {"tokens": 0.0, "rows": 0.0, "padded_rows": 0.0}
    for unit in units:
        ids = tokenizer(unit, add_special_tokens=False)["input_ids"]
        rows = len(rows_of(prefix_tree([sequences(one, 0, config.n_positions)[0] for one in ids])))
        counts["tokens"] += sum(map(len, ids))
        counts["rows"] += rows
        counts["padded_rows"] += -(-rows // BLOCK_ROWS) * BLOCK_ROWS
    return counts | {"flop_per_row": float(sum(2 * rows * columns for rows, columns in weight_shapes(config)))}


def weight_shapes(config: Any) -> list[tuple[int, int]]:
    """Rows and columns of every matrix of a GPT-2, the head's last."""
    width = config.n_embd
    layer: list[tuple[int, int]] = [(width, 3 * width), (width, width), (width, 4 * width), (4 * width, width)]
    return layer * int(config.n_layer) + [(width, config.vocab_size)]


def own_ways(bf16: bool) -> list[str]:
    """Those of :data:`WAYS` that are measured."""
    return [way for way, (dtype, _) in WAYS.items() if bf16 or dtype == "float32"]


def measure(name: str, units: Units, arguments: argparse.Namespace) -> dict[str, Any]:
    """All figures of a model."""
    cores = min(len(os.sched_getaffinity(0)), len(units))
    parts = [units[number::cores] for number in range(cores)]
    with tempfile.TemporaryDirectory(prefix="versebench-") as temporary:
        folder = prepare_model(name, Path(temporary))
        size = rows_and_flops(folder, units)
        own: list[Own] = in_processes(partial(measure_own, folder, own_ways(arguments.bf16)), parts)
        ways: dict[str, list[list[Timed]]] = {way: [[one.ways[way] for one in own]] for way in own[0].ways}
        for peer in () if arguments.no_peers or not Path(arguments.peers_python).exists() else PEERS:
            ask = partial(score_peer, arguments.peers_python, peer, folder)
            ways[peer] = [in_processes(partial(ask, 1), parts), [ask(cores, units)]]
    flops = sum(one.flops for one in own)
    speeds = {way: max(map(pairs_per_second, arrangements)) for way, arrangements in ways.items()}
    cpu_speeds = {way: max(map(pairs_per_cpu_second, arrangements)) for way, arrangements in ways.items()}
    differences = {way: largest_difference(ways["packed"][0], arrangements[0]) for way, arrangements in ways.items()}
    pairs = pairs_of(units)
    limit = flops / (size["rows"] * size["flop_per_row"]) * pairs
    ratios = {way: speeds["packed"] / speed for way, speed in speeds.items()}
    return {
        "model": name,
        "units": len(units),
        "pairs": pairs,
        "processes": cores,
        **size,
        "matmul_gflops": flops / 1e9,
        "limit_pairs_per_second": limit,
        "share_of_limit": speeds["packed"] / limit,
        "pairs_per_second": speeds,
        "pairs_per_cpu_second": cpu_speeds,
        "packed_times_as_fast_as": ratios,
        "packed_times_as_fast_as_by_cpu": {way: cpu_speeds["packed"] / speed for way, speed in cpu_speeds.items()},
        "largest_difference_nats": differences,
    }


def largest_difference(some: Sequence[Timed], others: Sequence[Timed]) -> float:
    """Of the sums of texts that two ways of scoring give."""
    mine, theirs = ([value for one in timed for unit in one.sums for value in unit] for timed in (some, others))
    return max(abs(one - other) for one, other in zip(mine, theirs, strict=True))


def print_figures(figures: dict[str, Any]) -> None:
    """The figures for people."""
    # Here, as every process that is started imports this module, and tables come with all that a release needs.
    from pipelines.terminal import console, print_table

    for one in figures["models"]:
        rows = [
            (
                way,
                f"{speed:,.1f}",
                f"{one['packed_times_as_fast_as'][way]:.2f} x",
                f"{one['pairs_per_cpu_second'][way]:,.1f}",
                f"{one['packed_times_as_fast_as_by_cpu'][way]:.2f} x",
                f"{one['largest_difference_nats'][way]:.1e}",
            )
            for way, speed in one["pairs_per_second"].items()
        ]
        title = f"{one['model']}: {one['pairs']} pairs of {one['units']} poems in {one['processes']} processes"
        print_table(title, ["way", "#pairs/s", "#packed is", "#pairs/CPU s", "#packed is", "#nats apart"], rows)
        console.print(
            f"{one['tokens']:.0f} tokens, {one['rows']:.0f} rows packed ({one['padded_rows']:.0f} with padding); "
            f"matrix products {one['matmul_gflops']:.0f} GFLOP/s, so at most {one['limit_pairs_per_second']:.0f} "
            f"pairs/s; packed reaches {one['share_of_limit']:.0%} of it",
            highlight=False,
        )
    made_on = figures["machine"]
    console.print(f"{made_on['cores']} cores of {made_on['processor']}, load {made_on['load']:.1f}", highlight=False)


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.scoring", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--models", default=",".join(MODELS), help="which of verse and small (default: %(default)s)")
    parser.add_argument("--units", type=int, default=10, help="poems (default: %(default)s)")
    parser.add_argument("--deletions", type=int, default=12, help="pairs of a poem (default: %(default)s)")
    parser.add_argument("--bf16", action="store_true", help="measure packed scoring in bf16 too")
    parser.add_argument("--no-peers", action="store_true", help="leave the peers out")
    parser.add_argument("--peers-python", default=str(PEERS_PYTHON), help="the peers' Python (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON on standard output")
    arguments = parser.parse_args(argv)
    names = arguments.models.split(",")
    if unknown := set(names) - set(MODELS):
        parser.error(f"no model {', '.join(sorted(unknown))}; --models takes {' and '.join(MODELS)}")
    if not arguments.no_peers and not Path(arguments.peers_python).exists():
        sys.stderr.write(f"The peers are left out: there is no {arguments.peers_python}; --help says how to make it\n")

    def units(name: str) -> Units:
        return read_units(arguments.units * MODELS[name], arguments.deletions)

    figures = {"machine": machine(), "models": [measure(name, units(name), arguments) for name in names]}
    print_figures(figures)
    if arguments.json:
        write_json(figures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
