"""The model without its head: hidden states of the rows of a tree, block by block."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import torch
from transformers import AttentionInterface, DynamicCache

from versebench.models.scorers.packed.blocks import BLOCK_ROWS, Block, blocks
from versebench.models.scorers.packed.path_attention import Tiles, attend
from versebench.models.scorers.packed.prefix_tree import Rows

_PATHS = "versebench_paths"


class Trunk(Protocol):
    """What computes hidden states."""

    def __call__(self, rows: Rows) -> Iterator[tuple[Block, torch.Tensor]]:
        """Every block in turn with the hidden states [block, width] that the head is given."""
        ...

    def reserve(self, rows: int) -> None:
        """Room for the keys and values of so many rows; where more room is made, what stood there is gone."""
        ...

    def step(self, block: Block) -> torch.Tensor:
        """The hidden states [block, width] of a block; its keys and values are written where it starts."""
        ...


class TransformersTrunk:
    """Any causal model of transformers whose body takes positions, a cache, and attention of another's making."""

    def __init__(self, model: Any, block_rows: int = BLOCK_ROWS) -> None:
        self._body, self._block_rows = model.base_model, block_rows
        weight = model.get_output_embeddings().weight
        self._dtype, self._device = weight.dtype, weight.device
        self._cache = _RowsInPlace()

    def __call__(self, rows: Rows) -> Iterator[tuple[Block, torch.Tensor]]:
        """Every block in turn with its hidden states [block, width]."""
        self.reserve(-(-len(rows) // self._block_rows) * self._block_rows)
        for block in blocks(rows, self._block_rows, self._dtype, self._device):
            yield block, self.step(block)

    def reserve(self, rows: int) -> None:
        """Room for the keys and values of so many rows; where more room is made, what stood there is gone."""
        self._cache.reserve(rows)

    def step(self, block: Block) -> torch.Tensor:
        """The hidden states [block, width] of a block; its keys and values are written where it starts."""
        self._cache.start = block.start
        with _attention_of(self._body.config):
            hidden: torch.Tensor = self._body(
                input_ids=block.tokens[None],
                position_ids=block.positions[None],
                past_key_values=self._cache,
                use_cache=True,
                paths=block.attention,
                shared=block.shared,
            ).last_hidden_state
        return hidden[0]


class _RowsInPlace(DynamicCache):  # type: ignore[misc]  # transformers has no types
    """Keys and values in room that is kept, where a cache of transformers copies all of them at every update.

    It tells transformers of no length: masks and positions are given with every block.
    """

    def __init__(self) -> None:
        super().__init__()
        self.start = 0
        self._rows = 0
        self._held: dict[int, tuple[torch.Tensor, torch.Tensor]] = {}

    def reserve(self, rows: int) -> None:
        """Room for so many rows, made when a layer first writes."""
        if rows > self._rows:
            self._held.clear()
            self._rows = rows

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, layer_idx: int, *_others: Any, **_more: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Keys and values [1, heads, rows, size] of all rows up to the end of those that are given, which are new."""
        if layer_idx not in self._held:
            key, value = (
                states.new_empty((self._rows, states.shape[1], states.shape[3]))
                for states in (key_states, value_states)
            )
            self._held[layer_idx] = (key, value)
        stop = self.start + key_states.shape[2]
        key, value = self._held[layer_idx]
        key[self.start : stop], value[self.start : stop] = (
            key_states[0].transpose(0, 1),
            value_states[0].transpose(0, 1),
        )
        return key[:stop].transpose(0, 1)[None], value[:stop].transpose(0, 1)[None]


@contextmanager
def _attention_of(config: Any) -> Iterator[None]:
    """Inside, the layers ask :func:`_attend`; the whole model is computed with its own attention elsewhere."""
    before = config._attn_implementation
    # Not by set_attn_implementation: it walks all modules, and once a block is too often.
    config._attn_implementation = _PATHS
    try:
        yield
    finally:
        config._attn_implementation = before


def _attend(
    _module: Any,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    _mask: Any,
    *,
    paths: tuple[Tiles, ...],
    shared: tuple[Tiles, ...],
    scaling: float | None = None,
    **_others: Any,
) -> tuple[torch.Tensor, None]:
    """As transformers asks for it: all but the result [1, block, heads, size] is [1, heads, rows, size]."""
    one, other, third = (states[0].transpose(0, 1) for states in (query, key, value))
    return attend(one, other, third, paths, shared, scaling)[None], None


AttentionInterface.register(_PATHS, _attend)
