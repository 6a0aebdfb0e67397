"""Hashes of many 64-bit numbers at once, as in SplitMix64 (Steele et al. 2014)."""

from typing import Final

import numpy as np
import numpy.typing as npt

Hashes = npt.NDArray[np.uint64]

STEP: Final = 0x9E3779B97F4A7C15
"""2**64 over the golden ratio, made odd, so that multiples differ."""


def mixed(values: Hashes) -> Hashes:
    """The finalizer of SplitMix64: a bijection of 64 bits in which every bit depends on every other."""
    half = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    half = (half ^ (half >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return half ^ (half >> np.uint64(31))
