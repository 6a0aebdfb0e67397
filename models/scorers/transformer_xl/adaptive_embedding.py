"""Adaptive input embedding: frequent words get wide vectors, rare ones narrow vectors and a projection.

Baevski and Auli 2019 (https://arxiv.org/abs/1809.10853), section 3.1.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

import torch
from torch import Tensor

from versebench.models.scorers.transformer_xl.config import TransformerXlConfig
from versebench.models.scorers.transformer_xl.weights import Weights


@dataclass(frozen=True, eq=False)
class EmbeddingCluster:
    """The words from ``start`` on: their vectors ``[words, width]`` and the projection ``[d_model, width]``."""

    start: int
    vectors: Tensor
    projection: Tensor | None

    @property
    def end(self) -> int:
        """The first word after the cluster."""
        return self.start + len(self.vectors)

    def embed(self, words: Tensor) -> Tensor:
        """Words ``[n]`` of this cluster as vectors ``[n, d_model]``."""
        narrow = self.vectors[words - self.start]
        return narrow if self.projection is None else narrow @ self.projection.T


@dataclass(frozen=True, eq=False)
class AdaptiveEmbedding:
    """All clusters, and the width of what comes out."""

    clusters: tuple[EmbeddingCluster, ...]
    d_model: int

    def embed(self, words: Tensor) -> Tensor:
        """Words ``[n]`` as vectors ``[n, d_model]``, times the root of ``d_model`` (Vaswani et al. 2017, 3.4)."""
        embedded = torch.zeros(len(words), self.d_model)
        for cluster in self.clusters:
            inside = (words >= cluster.start) & (words < cluster.end)
            embedded[inside] = cluster.embed(words[inside])
        return embedded * math.sqrt(self.d_model)


def read_embedding(weights: Weights, config: TransformerXlConfig) -> AdaptiveEmbedding:
    """The embedding of a checkpoint; with ``div_val`` 1 it is a single table for all clusters."""
    bounds = config.bounds if config.div_val > 1 else (0, config.vocab_size)
    clusters = []
    for number, (start, end) in enumerate(pairwise(bounds)):
        width = config.cluster_width(number)
        vectors = weights.take(f"transformer.word_emb.emb_layers.{number}.weight", end - start, width)
        projected = config.div_val > 1 or width != config.d_model
        projection = (
            weights.take(f"transformer.word_emb.emb_projs.{number}", config.d_model, width) if projected else None
        )
        clusters.append(EmbeddingCluster(start, vectors, projection))
    return AdaptiveEmbedding(tuple(clusters), config.d_model)
