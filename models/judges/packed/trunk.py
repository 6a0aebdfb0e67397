"""The model without its head: hidden states of the rows of a tree, block by block."""

from collections.abc import Iterator
from typing import Any, Protocol

import torch
from transformers import DynamicCache

from models.judges.packed.blocks import BLOCK_ROWS, Block, blocks
from models.judges.packed.prefix_tree import Rows


class Trunk(Protocol):
    """What computes hidden states."""

    def __call__(self, rows: Rows) -> Iterator[tuple[Block, torch.Tensor]]:
        """Every block in turn with the hidden states [block, width] that the head is given."""
        ...


class TransformersTrunk:
    """Any causal model of transformers whose body takes positions, a mask of four dimensions and a cache."""

    def __init__(self, model: Any, block_rows: int = BLOCK_ROWS) -> None:
        self._body, self._block_rows = model.base_model, block_rows
        weight = model.get_output_embeddings().weight
        self._dtype, self._device = weight.dtype, weight.device

    def __call__(self, rows: Rows) -> Iterator[tuple[Block, torch.Tensor]]:
        """Every block in turn with its hidden states [block, width]."""
        several = len(rows) > self._block_rows
        cache = DynamicCache() if several else None
        for block in blocks(rows, self._block_rows, self._dtype, self._device):
            hidden = self._body(
                input_ids=block.tokens[None],
                position_ids=block.positions[None],
                attention_mask=block.mask[None, None],
                past_key_values=cache,
                use_cache=several,
            ).last_hidden_state
            yield block, hidden[0]
