"""The model without its head: hidden states of the rows of a tree, block by block."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import torch
from transformers import AttentionInterface, DynamicCache

from models.judges.packed.blocks import BLOCK_ROWS, Block, blocks
from models.judges.packed.path_attention import Tiles, attend
from models.judges.packed.prefix_tree import Rows

_PATHS = "versebench_paths"


class Trunk(Protocol):
    """What computes hidden states."""

    def __call__(self, rows: Rows) -> Iterator[tuple[Block, torch.Tensor]]:
        """Every block in turn with the hidden states [block, width] that the head is given."""
        ...


class TransformersTrunk:
    """Any causal model of transformers whose body takes positions, a cache, and attention of another's making."""

    def __init__(self, model: Any, block_rows: int = BLOCK_ROWS) -> None:
        self._body, self._block_rows = model.base_model, block_rows
        weight = model.get_output_embeddings().weight
        self._dtype, self._device = weight.dtype, weight.device

    def __call__(self, rows: Rows) -> Iterator[tuple[Block, torch.Tensor]]:
        """Every block in turn with its hidden states [block, width]."""
        cache = DynamicCache()
        for block in blocks(rows, self._block_rows, self._dtype, self._device):
            with _attention_of(self._body.config):
                hidden = self._body(
                    input_ids=block.tokens[None],
                    position_ids=block.positions[None],
                    past_key_values=cache,
                    use_cache=True,
                    paths=block.attention,
                ).last_hidden_state
            yield block, hidden[0]


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
    scaling: float | None = None,
    **_others: Any,
) -> tuple[torch.Tensor, None]:
    """As transformers asks for it: all but the result [1, block, heads, size] is [1, heads, rows, size]."""
    one, other, third = (states[0].transpose(0, 1) for states in (query, key, value))
    return attend(one, other, third, paths, scaling)[None], None


AttentionInterface.register(_PATHS, _attend)
