"""The part of a layer that looks at each token alone (Vaswani et al. 2017, section 3.3)."""

from dataclasses import dataclass

import torch
from torch import Tensor

from versebench.models.scorers.transformer_xl.attention import Norm, read_norm
from versebench.models.scorers.transformer_xl.config import TransformerXlConfig
from versebench.models.scorers.transformer_xl.weights import Weights


@dataclass(frozen=True, eq=False)
class FeedForward:
    """Matrices ``[d_inner, d_model]`` and ``[d_model, d_inner]`` with their biases, a ReLU between them."""

    inner: Tensor
    inner_bias: Tensor
    outer: Tensor
    outer_bias: Tensor
    norm: Norm
    norm_first: bool

    def apply(self, hidden: Tensor) -> Tensor:
        """Of hidden states ``[n, d_model]`` the next ones, with what came in added."""
        prepared = self.norm.apply(hidden) if self.norm_first else hidden
        between = torch.relu(prepared @ self.inner.T + self.inner_bias)
        added = hidden + (between @ self.outer.T + self.outer_bias)
        return added if self.norm_first else self.norm.apply(added)


def read_feed_forward(weights: Weights, config: TransformerXlConfig, layer: int) -> FeedForward:
    """That of a layer of a checkpoint."""
    prefix = f"transformer.layers.{layer}.pos_ff"
    return FeedForward(
        inner=weights.take(f"{prefix}.CoreNet.0.weight", config.d_inner, config.d_model),
        inner_bias=weights.take(f"{prefix}.CoreNet.0.bias", config.d_inner),
        outer=weights.take(f"{prefix}.CoreNet.3.weight", config.d_model, config.d_inner),
        outer_bias=weights.take(f"{prefix}.CoreNet.3.bias", config.d_model),
        norm=read_norm(weights, config, f"{prefix}.layer_norm"),
        norm_first=config.pre_lnorm,
    )
