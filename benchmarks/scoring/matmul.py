"""What bounds scoring: how fast the matrix products of a model's shapes are by themselves."""

import statistics
import time
from collections.abc import Sequence
from typing import Any

import torch

Product = tuple[int, int, int]
"""Rows of a block times a matrix: rows, its rows and its columns."""


def gpt2_products(config: Any, rows: int) -> list[Product]:
    """Those of a GPT-2 for a block of rows, in their order, the head's last."""
    width = config.n_embd
    layer = [(width, 3 * width), (width, width), (width, 4 * width), (4 * width, width)]
    shapes = layer * int(config.n_layer) + [(width, config.vocab_size)]
    return [(rows, inner, columns) for inner, columns in shapes]


def bert_products(config: Any, texts: int, length: int) -> list[Product]:
    """Those of a BERT for a batch of texts of one length, with the head at one position of each."""
    width, wide, tokens = config.hidden_size, config.intermediate_size, texts * length
    layer = [(tokens, width, width)] * 4 + [(tokens, width, wide), (tokens, wide, width)]
    return layer * int(config.num_hidden_layers) + [(texts, width, width), (texts, width, config.vocab_size)]


def flop(products: Sequence[Product]) -> float:
    """Floating-point operations of some products."""
    return float(sum(2 * rows * inner * columns for rows, inner, columns in products))


def matmul_flops(
    products: Sequence[Product], seconds: float, dtype: torch.dtype = torch.float32, device: str = "cpu"
) -> float:
    """FLOP/s of some products one after another: the median of as many rounds as the time allows, each of all.

    Every product has operands of its own, as the layers of a model have.
    """
    work = [
        (
            torch.randn(rows, inner, device=device).to(dtype),
            torch.randn(inner, columns, device=device).to(dtype),
        )
        for rows, inner, columns in products
    ]
    taken: list[float] = []
    with torch.inference_mode():
        _multiply(work, device)
        end = time.perf_counter() + seconds
        while not taken or time.perf_counter() < end:
            begun = time.perf_counter()
            _multiply(work, device)
            taken.append(time.perf_counter() - begun)
    return flop(products) / statistics.median(taken)


def _multiply(work: Sequence[tuple[torch.Tensor, torch.Tensor]], device: str) -> None:
    for one, other in work:
        torch.mm(one, other)
    if device != "cpu":
        torch.cuda.synchronize()
