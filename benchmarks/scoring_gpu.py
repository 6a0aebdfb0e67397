"""What share of a GPU's matrix products scoring reaches: the shape of GPT-2 XL with random weights, in bf16.

It was never run on a GPU, because no machine of this project had one. You can run it on a CUDA device; the project
claims nothing about GPUs from it. The limit is the fastest of square products of some sizes in the same run, and
beside it stand the products of the model's own shapes. Blocks of several sizes are tried.

    python -m benchmarks.scoring_gpu [--units 200] [--json]
"""

import sys
import tempfile
import time
from collections.abc import Sequence
from typing import Any

import torch
from transformers import AutoTokenizer, GPT2Config, GPT2LMHeadModel

from benchmarks.harness import Goal, command, print_figures, report
from benchmarks.measure import write_json
from benchmarks.scoring.causal import DELETIONS, rows_and_flop
from benchmarks.scoring.matmul import gpt2_products, matmul_flops
from benchmarks.scoring.models import shipped
from benchmarks.scoring.texts import Units, limerick_units, pairs_of
from versebench.models.scorers.packed.convention import PAPERS
from versebench.models.scorers.packed.scorer import PackedScorer

XL = GPT2Config(n_embd=1600, n_layer=48, n_head=25)
BLOCKS = (256, 1024, 2048)
SQUARES = (4096, 8192)
GOAL = 0.4


def measure(
    config: GPT2Config, device: str, units: Units, blocks: Sequence[int], squares: Sequence[int]
) -> dict[str, Any]:
    """The limit, and the speed with each size of blocks."""
    tokenizer = AutoTokenizer.from_pretrained(shipped())
    torch.manual_seed(1)
    model = GPT2LMHeadModel(config).to(device=device, dtype=torch.bfloat16).eval()
    with tempfile.TemporaryDirectory(prefix="versebench-") as folder:
        config.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
        flop = rows_and_flop(folder, units)["flop"]
    limit = max(matmul_flops([(side, side, side)], 2.0, torch.bfloat16, device) for side in squares)
    found = []
    for rows in blocks:
        scorer = PackedScorer(model, tokenizer, PAPERS, block_rows=rows)
        scorer.score_units(units[:2])
        begun = time.perf_counter()
        scorer.score_units(units)  # its answers are on the processor, so nothing is left running
        seconds = time.perf_counter() - begun
        shapes = matmul_flops(gpt2_products(config, rows), 2.0, torch.bfloat16, device)
        found.append(
            {
                "block_rows": rows,
                "engine": scorer.engine.kind,
                "pairs_per_second": pairs_of(units) / seconds,
                "teraflops": flop / seconds / 1e12,
                "share_of_limit": flop / seconds / limit,
                "products_of_its_shapes_teraflops": shapes / 1e12,
            }
        )
    return {"limit_teraflops": limit / 1e12, "pairs": pairs_of(units), "blocks": found}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = command("benchmarks.scoring_gpu", __doc__ or "")
    parser.add_argument("--units", type=int, default=200, help="poems (default: %(default)s)")
    options = parser.parse_args(argv)
    if not torch.cuda.is_available():
        sys.stderr.write("No CUDA device was found, so nothing was measured.\n")
        return 0
    measured = measure(XL, "cuda", limerick_units(options.units, DELETIONS), BLOCKS, SQUARES)
    print_figures("GPT-2 XL, bf16", measured)
    best = max(one["share_of_limit"] for one in measured["blocks"])
    figures = report(
        measured, [Goal("share of the limit", best, GOAL, "{:.1%}")], {"device": torch.cuda.get_device_name()}
    )
    if options.json:
        write_json(figures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
