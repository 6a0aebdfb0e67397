"""Scores in bf16, then rescores in fp32 every unit that is close to a tie: ``bf16-then-fp32``.

A sample of units, chosen by a hash, is scored in both precisions; the largest difference of a pair's margin, times a
safety factor, bounds the error. A unit with a pair whose margin is within the bound of a tie is scored again, with all
its texts, so that both sides of every decision have one precision. The bound is measured, not proven: a pair
outside the sample may have a larger error.
"""

import hashlib
from collections.abc import Mapping, Sequence

import numpy as np

SAFETY = 2.0
"""The factor from the largest difference in the sample to the bound."""
MIN_PAIRS = 100
"""The fewest pairs in both precisions that give a useful largest difference."""


class TooFewPairsError(Exception):
    """The sample is too small for a bound; the message states the remedy."""


def in_sample(unit: str, seed: int, share: float) -> bool:
    """Return whether a unit is scored in both precisions. This depends only on its id."""
    digest = hashlib.blake2b(f"bf16-then-fp32\0{seed}\0{unit}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") < share * 2.0**64


def error_bound(bf16: Sequence[float], fp32: Sequence[float], safety: float = SAFETY) -> float:
    """Return a bound on the error of a margin in bf16, in nats, from the sample's margins in both precisions.

    Compute it for each reduction (sum, mean) separately, because their margins differ in size. Raises
    ``TooFewPairsError`` under :data:`MIN_PAIRS` pairs, and ``ValueError`` for margins that are not finite.
    """
    if len(bf16) < MIN_PAIRS:
        raise TooFewPairsError(
            f"{len(bf16)} pairs were scored in both precisions, but {MIN_PAIRS} are needed; add pairs, or use fp32"
        )
    differences = np.abs(np.asarray(bf16, dtype=np.float64) - np.asarray(fp32, dtype=np.float64))
    if not np.isfinite(differences).all():
        raise ValueError("a margin in the sample is not finite; leave out texts without a score")
    return float(differences.max()) * safety


def units_to_rescore(
    units: Sequence[str], margins: Mapping[str, Sequence[float]], bounds: Mapping[str, float]
) -> tuple[str, ...]:
    """Return the units to score again in fp32, each once, in their order.

    ``units`` holds the unit of every pair; ``margins`` its margin in bf16 under each reduction, not finite where a text
    has no score in bf16, which is scored again too; ``bounds`` the bound of each reduction. A margin at the bound is
    within it.
    """
    near = np.zeros(len(units), dtype=np.bool_)
    for reduction, values in margins.items():
        size = np.abs(np.asarray(values, dtype=np.float64))
        near |= ~(size > bounds[reduction])
    return tuple(dict.fromkeys(unit for unit, close in zip(units, near.tolist(), strict=True) if close))
