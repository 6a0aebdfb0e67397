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
    """Computes hidden states."""

    def __call__(self, rows: Rows) -> Iterator[tuple[Block, torch.Tensor]]:
        """Yield every block with its hidden states [block, width], the input of the head."""
        ...

    def reserve(self, rows: int) -> None:
        """Reserve room for the keys and values of ``rows`` rows. If the room grows, its content is lost."""
        ...

    def step(self, block: Block) -> torch.Tensor:
        """Return the hidden states [block, width] of a block. Its keys and values are stored from its start on."""
        ...


class TransformersTrunk:
    """Any causal transformers model whose body accepts positions, a cache, and a custom attention function."""

    def __init__(self, model: Any, block_rows: int = BLOCK_ROWS) -> None:
        self._body, self._block_rows = model.base_model, block_rows
        weight = model.get_output_embeddings().weight
        self._dtype, self._device = weight.dtype, weight.device
        self._cache = _RowsInPlace()

    def __call__(self, rows: Rows) -> Iterator[tuple[Block, torch.Tensor]]:
        """Yield every block with its hidden states [block, width]."""
        self.reserve(-(-len(rows) // self._block_rows) * self._block_rows)
        for block in blocks(rows, self._block_rows, self._dtype, self._device):
            yield block, self.step(block)

    def reserve(self, rows: int) -> None:
        """Reserve room for the keys and values of ``rows`` rows. If the room grows, its content is lost."""
        self._cache.reserve(rows)

    def step(self, block: Block) -> torch.Tensor:
        """Return the hidden states [block, width] of a block. Its keys and values are stored from its start on."""
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
    """Keys and values in reserved memory. The caches of transformers copy all of them at every update.

    It reports no length to transformers: masks and positions come with every block.
    """

    def __init__(self) -> None:
        super().__init__()
        self.start = 0
        self._rows = 0
        self._held: dict[int, tuple[torch.Tensor, torch.Tensor]] = {}

    def reserve(self, rows: int) -> None:
        """Reserve room for ``rows`` rows, allocated when a layer first writes."""
        if rows > self._rows:
            self._held.clear()
            self._rows = rows

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, layer_idx: int, *_others: Any, **_more: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Store new keys and values; return those of all rows up to their end, [1, heads, rows, size]."""
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
    """Make the layers use :func:`_attend` inside the context. Elsewhere the model keeps its own attention."""
    before = config._attn_implementation
    # set_attn_implementation walks all modules, which is too slow once per block.
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
    """Adapt ``attend`` to transformers: inputs are [1, heads, rows, size], the result is [1, block, heads, size]."""
    query, key, value = (states[0].transpose(0, 1) for states in (query, key, value))
    return attend(query, key, value, paths, shared, scaling)[None], None


AttentionInterface.register(_PATHS, _attend)
