"""Multi-head attention with relative positions (Dai et al. 2019, section 3.3)."""

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import layer_norm

from versebench.models.scorers.transformer_xl.config import TransformerXlConfig
from versebench.models.scorers.transformer_xl.positions import by_position
from versebench.models.scorers.transformer_xl.weights import Weights


@dataclass(frozen=True, eq=False)
class Norm:
    """Layer normalisation: scale and shift ``[d_model]``."""

    scale: Tensor
    shift: Tensor
    epsilon: float

    def apply(self, hidden: Tensor) -> Tensor:
        """Of hidden states ``[n, d_model]``, each by itself."""
        return layer_norm(hidden, self.scale.shape, self.scale, self.shift, self.epsilon)


@dataclass(frozen=True, eq=False)
class RelativeAttention:
    """The matrices of the paper: W_q, W_k,E with W_v, W_k,R, the output, and the biases u and v ``[heads, d_head]``."""

    query: Tensor
    key_value: Tensor
    position: Tensor
    output: Tensor
    content_bias: Tensor
    position_bias: Tensor
    norm: Norm
    norm_first: bool

    def position_keys(self, distances: Tensor) -> Tensor:
        """W_k,R R of vectors of distances ``[k, d_model]``: ``[heads, k, d_head]``."""
        heads, width = self.content_bias.shape
        return (distances @ self.position.T).view(-1, heads, width).transpose(0, 1).contiguous()

    def apply(self, hidden: Tensor, past: Tensor, zeros: int, position_keys: Tensor, unseen: Tensor) -> Tensor:
        """Of a segment ``[n, d_model]`` after ``zeros`` zero vectors and the past ``[m, d_model]``, the same shape.

        With ``k = zeros + m + n``: position keys ``[heads, k, d_head]`` of falling distance, unseen keys ``[n, k]``.
        """
        heads, width = self.content_bias.shape
        prepared = self.norm.apply(hidden) if self.norm_first else hidden
        query = (prepared @ self.query.T).view(-1, heads, width)
        key, value = self._keys_and_values(torch.cat([past, hidden]), zeros)
        content = (query + self.content_bias).transpose(0, 1) @ key.transpose(1, 2)
        distance = (query + self.position_bias).transpose(0, 1) @ position_keys.transpose(1, 2)
        scores = (content + by_position(distance)) / width**0.5
        weights = torch.softmax(scores.masked_fill(unseen, float("-inf")), dim=-1)
        attended = (weights @ value).transpose(0, 1).reshape(len(hidden), heads * width)
        added = hidden + attended @ self.output.T
        return added if self.norm_first else self.norm.apply(added)

    def _keys_and_values(self, context: Tensor, zeros: int) -> tuple[Tensor, Tensor]:
        """Both ``[heads, k, d_head]``; all zero vectors have the key and the value of one."""
        heads, width = self.content_bias.shape
        rows = torch.cat([torch.zeros(1, context.shape[1]), context])
        prepared = self.norm.apply(rows) if self.norm_first else rows
        found = prepared @ self.key_value.T
        found = torch.cat([found[:1].expand(zeros, -1), found[1:]]).view(-1, 2, heads, width)
        return found[:, 0].transpose(0, 1), found[:, 1].transpose(0, 1)


def read_norm(weights: Weights, config: TransformerXlConfig, prefix: str) -> Norm:
    """The normalisation whose names in a checkpoint start so."""
    scale, shift = (weights.take(f"{prefix}.{part}", config.d_model) for part in ("weight", "bias"))
    return Norm(scale, shift, config.layer_norm_epsilon)


def read_attention(weights: Weights, config: TransformerXlConfig, layer: int) -> RelativeAttention:
    """The attention of a layer. The biases u and v are those of the layer or, under another name, of all layers."""
    prefix = f"transformer.layers.{layer}.dec_attn"
    inner = config.n_head * config.d_head
    joined = weights.take(f"{prefix}.qkv_net.weight", 3 * inner, config.d_model)
    content_bias, position_bias = (
        weights.take_tied(f"transformer.{name}", f"{prefix}.{name}", config.n_head, config.d_head)
        for name in ("r_w_bias", "r_r_bias")
    )
    return RelativeAttention(
        query=joined[:inner],
        key_value=joined[inner:],
        position=weights.take(f"{prefix}.r_net.weight", inner, config.d_model),
        output=weights.take(f"{prefix}.o_net.weight", config.d_model, inner),
        content_bias=content_bias,
        position_bias=position_bias,
        norm=read_norm(weights, config, f"{prefix}.layer_norm"),
        norm_first=config.pre_lnorm,
    )
