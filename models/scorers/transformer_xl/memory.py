"""What is remembered of earlier segments: the inputs of every layer (Dai et al. 2019, section 3.2)."""

from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True, eq=False)
class Memory:
    """The inputs ``[m, d_model]`` of each layer, for the same tokens, and how many zero vectors stand before them.

    The zeros are counted and not stored: their keys and values are the same for all, and need no products.
    """

    inputs: tuple[Tensor, ...]
    zeros: int

    @property
    def length(self) -> int:
        """How many tokens and zeros can be attended to."""
        return self.zeros + len(self.inputs[0])

    def extended(self, inputs: tuple[Tensor, ...], limit: int) -> "Memory":
        """The memory after a segment with these inputs: the last ``limit`` of all."""
        joined = tuple(torch.cat(pair) for pair in zip(self.inputs, inputs, strict=True))
        kept = tuple(layer[max(0, len(layer) - limit) :] for layer in joined)
        return Memory(kept, min(self.zeros, limit - len(kept[0])))


def empty_memory(layers: int, d_model: int, zeros: int = 0) -> Memory:
    """What is remembered before the first segment: nothing, or so many zero vectors."""
    return Memory((torch.zeros(0, d_model),) * layers, zeros)
