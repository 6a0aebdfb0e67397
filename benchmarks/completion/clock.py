"""Work by the clock, and what the processor or the accelerator could do of it."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Generic, TypeVar

import torch
from transformers import GPT2Config

from benchmarks.measure import median_ratio
from benchmarks.scoring.matmul import flop, gpt2_products, matmul_flops

T = TypeVar("T")

BLOCK = 256
"""Rows of the matrix products that a speed is held against."""
SECONDS = 3.0
"""For which these are measured."""


@dataclass(frozen=True)
class Clocked(Generic[T]):
    """What some work gave, and its seconds."""

    seconds: float
    result: T


def clocked(work: Callable[[], T], device: str) -> Clocked[T]:
    """Some work, with all that it left to a device."""
    begun = time.perf_counter()
    result = work()
    if device != "cpu":
        torch.cuda.synchronize()
    return Clocked(time.perf_counter() - begun, result)


def speed_of_products(config: GPT2Config, device: str) -> float:
    """FLOP/s of a GPT-2's matrix products in fp32, one after another."""
    return matmul_flops(gpt2_products(config, BLOCK), SECONDS, device=device)


def flop_of(config: GPT2Config, rows: int) -> float:
    """Floating-point operations of the matrix products of some rows."""
    return flop(gpt2_products(config, 1)) * rows


def middle(timed: list[Clocked[T]]) -> float:
    """Seconds, as the median of the rounds."""
    return median(one.seconds for one in timed)


def times_as_fast(ours: list[Clocked[T]], others: list[Clocked[T]], scale: float = 1.0) -> float:
    """The median of the rounds' ratios; what the others did is so often in what ours did."""
    return scale * median_ratio([other.seconds for other in others], [own.seconds for own in ours])
