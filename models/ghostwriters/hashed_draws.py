"""Random draws that are hashes of what they are for, many at once.

A draw is a hash of (seed, generator, artist, point, number, step): the same in any order, and in any company.
``versebench.transforms.text.draws`` does the same for single draws; this is for arrays.
"""

import hashlib

import numpy as np
import numpy.typing as npt

from versebench.models.splitmix import STEP, Hashes, mixed

_WHOLE = 1 << 64


def key_of(seed: int, generator: str, artist: str, point: int) -> int:
    """The key of all draws of a generator at a point, for an artist."""
    name = f"{seed}\x1fdraw of {generator} at {point}\x1f{artist}"
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "big")


def streams(key: int, numbers: npt.NDArray[np.int64]) -> Hashes:
    """The stream of each number under a key."""
    return mixed(np.uint64(key) + (numbers.astype(np.uint64) + np.uint64(1)) * np.uint64(STEP))


def uniforms(of: Hashes, step: int) -> npt.NDArray[np.float64]:
    """The draw of each stream at a step: numbers from 0 (inclusive) to 1 (exclusive), multiples of 2**-53."""
    hashes = mixed(of + np.uint64((step + 1) * STEP % _WHOLE))
    return (hashes >> np.uint64(11)).astype(np.float64) * 2.0**-53


def ranks(key: int, count: int) -> Hashes:
    """A hash for each number below ``count``, by which they can be put in an order that is random."""
    return streams(key, np.arange(count))
