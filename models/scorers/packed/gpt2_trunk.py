"""The body of GPT-2 (Radford et al. 2019, section 2.3) in few calls, as calls cost small models more than sums.

It uses the weights of the transformers model and computes the same function. Keys and values of all rows stay in the
memory to which their product was written. With bf16, only the products have that precision. The residual sums and their
norms stay in fp32, because rounding them causes most of the error of a score.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch.nn import functional

from versebench.models.scorers.packed.blocks import BLOCK_ROWS, Block, blocks
from versebench.models.scorers.packed.path_attention import attend
from versebench.models.scorers.packed.prefix_tree import Rows

_GELU_SCALE = 2 * math.sqrt(2 / math.pi)
_GELU_CUBE = 0.044715


class Gpt2Trunk:
    """The blocks of ``GPT2LMHeadModel``, in evaluation mode."""

    def __init__(self, model: Any, block_rows: int = BLOCK_ROWS) -> None:
        self._body, self._block_rows = model.transformer, block_rows
        self._layers = [_Layer(layer) for layer in self._body.h]
        self._last = _Norm(self._body.ln_f)
        weight = self._body.wte.weight
        self._width, self._dtype, self._device = weight.shape[1], weight.dtype, weight.device
        self._projected = torch.empty(0)
        self._buffers = _Buffers.of(block_rows, self._width, self._layers[0].inner, weight)

    @staticmethod
    def fits(model: Any) -> bool:
        """Whether it is a GPT-2 that this can compute."""
        config = model.config
        return (
            type(model).__name__ == "GPT2LMHeadModel"
            and config.activation_function == "gelu_new"
            and not config.reorder_and_upcast_attn
            and not config.add_cross_attention
            and not hasattr(model.transformer.wte.weight, "ds_id")  # ZeRO's weights are empty outside their modules
        )

    def __call__(self, rows: Rows) -> Iterator[tuple[Block, torch.Tensor]]:
        """Every block in turn with its hidden states [block, width]."""
        self.reserve(-(-len(rows) // self._block_rows) * self._block_rows)
        for block in blocks(rows, self._block_rows, self._dtype, self._device):
            yield block, self.step(block)

    def reserve(self, rows: int) -> None:
        """Reserve memory for queries, keys and values of every layer, [layers, at least rows, 3 * width].

        If the memory must grow, its content is lost.
        """
        if self._projected.ndim != 3 or self._projected.shape[1] < rows:
            shape = (len(self._layers), rows, 3 * self._width)
            self._projected = torch.empty(shape, dtype=self._dtype, device=self._device)

    def step(self, block: Block) -> torch.Tensor:
        """Return the hidden states [block, width] of a block. Its keys and values are stored from its start on."""
        hidden = functional.embedding(block.tokens, self._body.wte.weight).float()
        hidden = hidden.add_(functional.embedding(block.positions, self._body.wpe.weight))
        for layer, held in zip(self._layers, self._projected, strict=True):
            layer(hidden, held, block, self._buffers)
        return self._last(hidden).to(self._dtype)


@dataclass(frozen=True)
class _Buffers:
    """Memory for the products of a block, reused because new memory costs a page fault for every 4 kB."""

    joined: torch.Tensor
    wide: torch.Tensor
    curved: torch.Tensor

    @staticmethod
    def of(rows: int, width: int, inner: int, like: torch.Tensor) -> "_Buffers":
        return _Buffers(like.new_empty((rows, width)), like.new_empty((rows, inner)), like.new_empty((rows, inner)))


class _Layer:
    def __init__(self, layer: Any) -> None:
        attention, mlp = layer.attn, layer.mlp
        self._heads, self._scale = attention.num_heads, attention.scaling
        self._first, self._second = _Norm(layer.ln_1), _Norm(layer.ln_2)
        self._project, self._join, self._widen, self._narrow = attention.c_attn, attention.c_proj, mlp.c_fc, mlp.c_proj
        self.inner: int = self._widen.weight.shape[1]

    def __call__(self, hidden: torch.Tensor, projected: torch.Tensor, block: Block, buffers: _Buffers) -> None:
        """Adds the layer's output to ``hidden`` [block, width], and writes its keys and values to ``projected``.

        ``hidden`` is in fp32, ``projected`` in the precision of the weights.
        """
        rows, width = hidden.shape
        project, join, widen, narrow = self._project, self._join, self._widen, self._narrow
        normed = self._first(hidden).to(projected.dtype)
        torch.addmm(project.bias, normed, project.weight, out=projected[block.start : block.stop])
        seen = projected[: block.stop].view(block.stop, 3, self._heads, -1)
        query, key, value = seen[block.start :, 0], seen[:, 1], seen[:, 2]
        found = attend(query, key, value, block.attention, block.shared, self._scale).reshape(rows, width)
        hidden.add_(torch.addmm(join.bias, found, join.weight, out=buffers.joined))
        normed = self._second(hidden).to(projected.dtype)
        wide = _gelu(torch.addmm(widen.bias, normed, widen.weight, out=buffers.wide), buffers.curved)
        hidden.add_(torch.addmm(narrow.bias, wide, narrow.weight, out=buffers.joined))


class _Norm:
    """A layer norm with its weights in fp32."""

    def __init__(self, norm: Any) -> None:
        self._weight, self._bias, self._eps = norm.weight.float(), norm.bias.float(), norm.eps

    def __call__(self, hidden: torch.Tensor) -> torch.Tensor:
        return functional.layer_norm(hidden, (hidden.shape[-1],), self._weight, self._bias, self._eps)


def _gelu(wide: torch.Tensor, curved: torch.Tensor) -> torch.Tensor:
    """``gelu_new`` (Hendrycks and Gimpel 2016, section 2) as ``x * sigmoid(2u)``, where u is the argument of its tanh.

    In float32 the result is written to ``curved``, because the kernel of ``functional.gelu`` takes six times as long.
    In bf16 that kernel is used, because it rounds only once.
    """
    if wide.dtype != torch.float32:
        return functional.gelu(wide, approximate="tanh")
    torch.mul(wide, wide, out=curved)
    torch.addcmul(wide, wide, curved, value=_GELU_CUBE, out=curved)
    return curved.mul_(_GELU_SCALE).sigmoid_().mul_(wide)
