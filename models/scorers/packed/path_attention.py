"""Attention of each row of a tree over its own path only, so that its bits do not depend on the rest of the tree.

A matrix product of fixed shape gives a row the same bits at every place in it, whatever the other rows are (measured
with MKL, AVX-512 and AMX, fp32 and bf16). Attention over all rows of a tree with a mask does not: if a text is
inserted, the keys of later texts move, and sums change in their last bits. So the keys of a row are gathered: the rows
from the first token to itself, in that order, padded to a multiple of :data:`KEYS` and masked. Rows of one path are
processed :data:`QUERIES` at a time, padded too, so that all shapes follow from a row's depth.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional

from versebench.models.scorers.packed.prefix_tree import Rows

QUERIES = 16
KEYS = 64


@dataclass(frozen=True)
class Tiles:
    """Rows of a block that attend to equally many keys, in tiles of one path each.

    ``queries`` is [tiles, QUERIES], rows of the block; ``keys`` [tiles, keys], rows of the tree; ``mask``
    [tiles, 1, QUERIES, keys], minus infinity where a key is not seen; ``real`` [rows], which of the queries of all
    tiles are rows and no padding, and ``rows`` [rows] which rows of the block they are.
    """

    queries: torch.Tensor
    keys: torch.Tensor
    mask: torch.Tensor
    real: torch.Tensor
    rows: torch.Tensor


def tiles(rows: Rows, start: int, stop: int, dtype: torch.dtype, device: torch.device) -> tuple[Tiles, ...]:
    """The tiles of the block of rows from ``start`` to ``stop``."""
    by_length: dict[int, list[tuple[np.ndarray, np.ndarray, np.ndarray]]] = {}
    depths = rows.depths[start:stop]
    for sequence, length, members in _groups(rows.brought_by[start:stop], depths):
        path = rows.paths[sequence][: depths[members].max() + 1]
        keys = np.zeros(length, dtype=np.int64)
        keys[: len(path)] = path
        for first in range(0, len(members), QUERIES):
            some = members[first : first + QUERIES]
            queries = np.full(QUERIES, some[0])
            queries[: len(some)] = some
            by_length.setdefault(length, []).append((queries, keys, some))
    found = []
    for length, parts in by_length.items():
        queries, keys = (np.stack([part[place] for part in parts]) for place in (0, 1))
        seen = np.arange(length)[None, None, :] <= depths[queries][:, :, None]
        mask = np.where(seen, np.float32(0), np.float32(-np.inf))[:, None]
        places = [np.arange(len(part[2])) + number * QUERIES for number, part in enumerate(parts)]
        found.append(
            Tiles(
                torch.from_numpy(queries).to(device),
                torch.from_numpy(keys).to(device),
                torch.from_numpy(mask).to(device=device, dtype=dtype),
                torch.from_numpy(np.concatenate(places)).to(device),
                torch.from_numpy(np.concatenate([part[2] for part in parts])).to(device),
            )
        )
    return tuple(found)


def _groups(sequences: np.ndarray, depths: np.ndarray) -> Iterator[tuple[int, int, np.ndarray]]:
    """Path, number of keys, and members of each group of rows."""
    lengths = (depths // KEYS + 1) * KEYS
    kinds = sequences * (1 << 32) + lengths
    order = np.argsort(kinds, kind="stable")
    edges = np.flatnonzero(np.diff(kinds[order])) + 1
    for members in np.split(order, edges):
        yield int(sequences[members[0]]), int(lengths[members[0]]), members


def attend(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    own: tuple[Tiles, ...],
    shared: tuple[Tiles, ...],
    scale: float | None,
) -> torch.Tensor:
    """Return the attention output of the rows of a block, [block, heads, size].

    ``query`` is [block, heads, size], ``key`` and ``value`` are [rows, heads, size]. Keys may have fewer heads, each of
    which serves several heads of the query. ``own`` tiles contain each row once. So do ``shared`` tiles, if there are
    any: a row then attends to keys of both, and keys that many rows share are gathered only once.
    """
    if shared:
        return _attend_in_two(query, key, value, own, shared, scale)
    found = torch.zeros_like(query)
    grouped = key.shape[1] != query.shape[1]
    for tile in own:
        asked, held, given = _gathered(query, key, value, tile)
        answer = functional.scaled_dot_product_attention(
            asked, held, given, attn_mask=tile.mask, scale=scale, enable_gqa=grouped
        )
        _put(found, answer.transpose(1, 2), tile)
    return found


def _attend_in_two(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    own: tuple[Tiles, ...],
    shared: tuple[Tiles, ...],
    scale: float | None,
) -> torch.Tensor:
    """The mean of the outputs of both parts, weighted by the sums of the exponentials of their scores."""
    (one, one_sum), (other, other_sum) = (_answers(query, key, value, tiles, scale) for tiles in (own, shared))
    weight = torch.sigmoid(one_sum - other_sum)[:, :, None]
    return torch.lerp(other.float(), one.float(), weight).to(query.dtype)


def _answers(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, plan: tuple[Tiles, ...], scale: float | None
) -> tuple[torch.Tensor, torch.Tensor]:
    """The attention outputs of rows [block, heads, size], and the log-sum-exp of their scores [block, heads], in fp32.

    On the processor only, because torch's kernel for it differs from GPU to GPU.
    """
    found = torch.zeros_like(query)
    sums = torch.zeros(query.shape[:2], dtype=torch.float32)
    for tile in plan:
        answer, logarithm = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(
            *_gathered(query, key, value, tile), 0.0, False, attn_mask=tile.mask, scale=scale
        )
        _put(found, answer.transpose(1, 2), tile)
        _put(sums, logarithm.transpose(1, 2), tile)
    return found, sums


def _gathered(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, tile: Tiles
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Queries, keys and values of tiles, [tiles, heads, rows, size]."""
    asked, held, given = (
        states.flatten(1).index_select(0, places.flatten()).view(*places.shape, *states.shape[1:]).transpose(1, 2)
        for states, places in ((query, tile.queries), (key, tile.keys), (value, tile.keys))
    )
    return asked, held, given


def _put(found: torch.Tensor, answer: torch.Tensor, tile: Tiles) -> None:
    """Write the outputs of tiles [tiles, queries, heads, ...] to their rows of the block."""
    found.index_copy_(0, tile.rows, answer.flatten(0, 1).index_select(0, tile.real))
