"""Attention of the live rows of searches: tiles of rows that share most of what they attend to.

A tile holds rows of one search. Its keys are the union of its rows' lines so far, each node once and in the order of
the nodes, up to a multiple of :data:`KEYS`; a mask lets each row see its own line alone. All of it follows from the
search: how many rows live, how long they are and where they part. The nodes of the prompt are in tiles of rows of all
searches after it: a product of fixed shape gives a row the same bits beside any others. So a row has the same bits
whatever other searches are computed beside it (:mod:`versebench.models.scorers.packed.blocks`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import torch

from versebench.models.scorers.packed.path_attention import Tiles

Ints = npt.NDArray[np.int64]

FEW = 8
MANY = 32
"""Rows of a tile, where at most eight rows of a search live, and where more do. Rows beside each other in the tree
share most of their line: a tile of many rows gathers fewer keys a row, and computes more that the mask takes away."""
SHARED = 16
"""Rows of a tile that attend to a prompt."""
KEYS = 16


@dataclass(frozen=True)
class LiveRows:
    """Rows that are computed at once; those of one search stand together, and neighbours in its tree together.

    ``searches`` [rows] are any numbers; ``lines`` [rows, longest] the nodes of each row's line, its own last, -1 where
    there is none; ``prompts`` [rows] the row of ``prompt_nodes`` [prompts, longest prompt] that holds the nodes of its
    prompt, of which there are ``prompt_lengths`` [prompts].
    """

    searches: Ints
    lines: Ints
    prompts: Ints
    prompt_nodes: Ints
    prompt_lengths: Ints


def tile_cuts(searches: Ints) -> tuple[Ints, Ints]:
    """Where each tile starts, and for how many rows it has room. [tiles] each.

    The rows of a search are cut into tiles of one room, the last of which may hold fewer.
    """
    count = len(searches)
    firsts = np.flatnonzero(np.diff(searches, prepend=searches[0] - 1))
    sizes = np.diff(firsts, append=count)
    rooms = np.repeat(np.where(sizes <= FEW, FEW, MANY), sizes)
    starts = np.flatnonzero((np.arange(count) - np.repeat(firsts, sizes)) % rooms == 0)
    return starts, rooms[starts]


def live_tiles(
    rows: LiveRows, starts: Ints, widths: Ints, dtype: torch.dtype, device: torch.device
) -> tuple[tuple[Tiles, ...], tuple[Tiles, ...]]:
    """The tiles of a block that holds ``rows``, and those of what they share.

    ``starts`` [tiles] is where each tile starts, ``widths`` [tiles] for how many rows it has room. On a GPU, where to
    gather keys costs little, those of the prompt are among those of each tile.
    """
    if device.type != "cpu":
        return _own(rows, starts, widths, dtype, device), ()
    alone = replace(rows, prompt_nodes=rows.prompt_nodes[:, :0], prompt_lengths=np.zeros_like(rows.prompt_lengths))
    return _own(alone, starts, widths, dtype, device), _shared(rows, dtype, device)


def _own(rows: LiveRows, starts: Ints, widths: Ints, dtype: torch.dtype, device: torch.device) -> tuple[Tiles, ...]:
    count, tiles = len(rows.searches), len(starts)
    sizes = np.diff(starts, append=count)
    tile_of = np.repeat(np.arange(tiles), sizes)
    place_of = np.arange(count) - np.repeat(starts, sizes)
    row, depth = np.nonzero(rows.lines >= 0)
    shift = int(rows.lines.max()) + 1
    union, found = np.unique(tile_of[row] * shift + rows.lines[row, depth], return_inverse=True)
    union_tile = union // shift
    first = np.searchsorted(union_tile, np.arange(tiles))
    prompts = rows.prompts[starts]
    prompt_lengths = rows.prompt_lengths[prompts]
    lengths = prompt_lengths + np.diff(first, append=len(union))
    padded = -(-lengths // KEYS) * KEYS
    key_place = prompt_lengths[union_tile] + np.arange(len(union)) - first[union_tile]
    parts = []
    for members in _alike(padded, widths):
        width, length = int(widths[members[0]]), int(padded[members[0]])
        number = np.full(tiles, -1)
        number[members] = np.arange(len(members))
        own = np.flatnonzero(number[union_tile] >= 0)
        prompt = min(length, rows.prompt_nodes.shape[1])
        keys = np.zeros((len(members), length), dtype=np.int64)
        keys[:, :prompt] = rows.prompt_nodes[prompts[members], :prompt]
        keys[number[union_tile[own]], key_place[own]] = union[own] % shift
        mask = np.full((len(members), width, length), -np.inf, dtype=np.float32)
        mask[np.broadcast_to((np.arange(length) < prompt_lengths[members, None])[:, None], mask.shape)] = 0
        entries = np.flatnonzero(number[tile_of[row]] >= 0)
        mask[number[tile_of[row[entries]]], place_of[row[entries]], key_place[found[entries]]] = 0
        some = np.flatnonzero(number[tile_of] >= 0)
        queries = np.repeat(starts[members, None], width, axis=1)
        queries[number[tile_of[some]], place_of[some]] = some
        parts.append(
            Tiles(
                torch.from_numpy(queries).to(device),
                torch.from_numpy(keys).to(device),
                torch.from_numpy(mask[:, None]).to(device=device, dtype=dtype),
                torch.from_numpy(number[tile_of[some]] * width + place_of[some]).to(device),
                torch.from_numpy(some).to(device),
            )
        )
    return tuple(parts)


def _shared(rows: LiveRows, dtype: torch.dtype, device: torch.device) -> tuple[Tiles, ...]:
    """Rows of all searches after a prompt, and its nodes as keys."""
    order = np.argsort(rows.prompts, kind="stable")
    prompts = rows.prompts[order]
    firsts = np.flatnonzero(np.diff(prompts, prepend=-1))
    within = np.arange(len(order)) - np.repeat(firsts, np.diff(firsts, append=len(order)))
    starts = np.flatnonzero(within % SHARED == 0)
    lengths = rows.prompt_lengths[prompts[starts]]
    padded = -(-lengths // KEYS) * KEYS
    tile_of = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(order)))
    parts = []
    for members in _alike(padded, np.zeros_like(padded)):
        length = int(padded[members[0]])
        keys = np.zeros((len(members), length), dtype=np.int64)
        prompt = min(length, rows.prompt_nodes.shape[1])
        keys[:, :prompt] = rows.prompt_nodes[prompts[starts[members]], :prompt]
        seen = np.arange(length) < lengths[members, None]
        mask = np.where(seen, np.float32(0), np.float32(-np.inf))[:, None, None]
        number = np.full(len(starts), -1)
        number[members] = np.arange(len(members))
        some = np.flatnonzero(number[tile_of] >= 0)
        places = number[tile_of[some]] * SHARED + within[some] % SHARED
        queries = np.repeat(order[starts[members]], SHARED)
        queries[places] = order[some]
        parts.append(
            Tiles(
                torch.from_numpy(queries.reshape(-1, SHARED)).to(device),
                torch.from_numpy(keys).to(device),
                torch.from_numpy(mask).to(device=device, dtype=dtype).expand(-1, 1, SHARED, -1),
                torch.from_numpy(places).to(device),
                torch.from_numpy(order[some]).to(device),
            )
        )
    return tuple(parts)


def _alike(padded: Ints, widths: Ints) -> Iterator[Ints]:
    """Tiles with as many keys and as much room."""
    kinds = padded * (MANY + 1) + widths
    order = np.argsort(kinds, kind="stable")
    yield from np.split(order, np.flatnonzero(np.diff(kinds[order])) + 1)
