"""How much is searched at once, so that keys and values stay within a memory limit."""

from collections.abc import Iterator, Sequence
from typing import Any

POOL_BYTES = 1 << 30
"""Limit of queries, keys and values of all layers, in bytes."""
MOST_ROWS = 1 << 11
"""Most live rows at once. More rows do not fill blocks better."""


def nodes_in_bound(model: Any) -> int:
    """Return how many nodes keep ``POOL_BYTES``. This depends only on the model."""
    config = model.config
    heads = int(config.num_attention_heads)
    grouped = int(getattr(config, "num_key_value_heads", None) or heads)
    size = int(getattr(config, "head_dim", None) or config.hidden_size // heads)
    itemsize = int(model.get_output_embeddings().weight.dtype.itemsize)
    return max(1, POOL_BYTES // (3 * int(config.num_hidden_layers) * grouped * size * itemsize))


def searches_at_once(beams: int, nodes_each: int, room: int, block_rows: int) -> int:
    """Return how many searches run together, at least one, so that they fit the room and fill their last block."""
    most = max(1, min(room // nodes_each, MOST_ROWS // beams))
    fill = max(1, block_rows // beams)
    return most // fill * fill or most


def batches(nodes: Sequence[int], room: int) -> Iterator[list[int]]:
    """Yield places of items in order, as many at a time as fit; an item that is too large comes alone."""
    batch: list[int] = []
    taken = 0
    for place, needed in enumerate(nodes):
        if batch and taken + needed > room:
            yield batch
            batch, taken = [], 0
        batch.append(place)
        taken += needed
    if batch:
        yield batch
