"""Rows in blocks of one size, so that a row's bits depend neither on its place nor on its neighbours.

A matrix product may add in another order if it has more rows: measured with MKL on AVX-512, the bits of a row change
below 24 rows. With a fixed number of rows, the bits were the same at every place and beside any other rows. So every
block has the same number of rows, the last one padded, and attention covers only a row's own path
(:mod:`versebench.models.scorers.packed.path_attention`).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch

from versebench.models.scorers.packed.path_attention import Tiles, tiles
from versebench.models.scorers.packed.prefix_tree import Rows

BLOCK_ROWS = 256
"""Measured on two cores with AVX-512 and fp32: products of 32 rows run at three quarters of the speed of 64, those of
256 a tenth faster. A limerick with twelve corruptions has about 200 rows; several poems fill a block."""


@dataclass(frozen=True)
class Block:
    """Rows ``start`` to ``stop`` of a tree, of which those from ``padded_from`` on are padding.

    ``tokens`` and ``positions`` are [rows]; ``attention`` says what each row attends to,
    with what ``shared`` adds to it (:func:`versebench.models.scorers.packed.path_attention.attend`).
    """

    start: int
    stop: int
    padded_from: int
    tokens: torch.Tensor
    positions: torch.Tensor
    attention: tuple[Tiles, ...]
    shared: tuple[Tiles, ...] = ()


def blocks(rows: Rows, size: int, dtype: torch.dtype, device: torch.device) -> Iterator[Block]:
    """Yield the rows of a tree in blocks of ``size``. A row of padding attends to nothing."""
    for start in range(0, len(rows), size):
        stop, end = start + size, min(start + size, len(rows))
        tokens, positions = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
        tokens[: end - start], positions[: end - start] = rows.tokens[start:end], rows.depths[start:end]
        yield Block(
            start,
            stop,
            end,
            torch.from_numpy(tokens).to(device),
            torch.from_numpy(positions).to(device),
            tiles(rows, start, end, dtype, device),
        )
