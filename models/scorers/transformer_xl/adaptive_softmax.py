"""Adaptive softmax: first the word of the shortlist or the cluster of rarer words, then the word in its cluster.

Grave et al. 2017 (https://arxiv.org/abs/1609.04309), section 4; with the vectors of the input embedding.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from versebench.models.scorers.transformer_xl.config import TransformerXlConfig
from versebench.models.scorers.transformer_xl.weights import Weights


@dataclass(frozen=True, eq=False)
class OutputLayer:
    """Scores of ``c`` choices: vectors ``[c, width]``, bias ``[c]``, projection of the input ``[d_model, width]``."""

    vectors: Tensor
    bias: Tensor
    projection: Tensor | None

    def log_softmax(self, hidden: Tensor) -> Tensor:
        """Of hidden states ``[n, d_model]`` the log-probabilities ``[n, c]`` of the choices, in nats."""
        narrow = hidden if self.projection is None else hidden @ self.projection
        return torch.log_softmax(narrow @ self.vectors.T + self.bias, dim=-1)


@dataclass(frozen=True, eq=False)
class AdaptiveSoftmax:
    """``head``: the words of the shortlist, then one choice for each of ``tails``, in their order."""

    head: OutputLayer
    tails: tuple[OutputLayer, ...]

    @property
    def _shortlist(self) -> int:
        return len(self.head.vectors) - len(self.tails)

    def log_probabilities(self, hidden: Tensor, words: Tensor) -> Tensor:
        """Of one word ``[n]`` at each hidden state ``[n, d_model]`` the log-probability ``[n]``, in nats."""
        head = self.head.log_softmax(hidden)
        found = torch.zeros(len(words))
        start, end = 0, self._shortlist
        rows = torch.nonzero(words < end)[:, 0]
        found[rows] = head[rows, words[rows]]
        for number, tail in enumerate(self.tails):
            start, end = end, end + len(tail.vectors)
            rows = torch.nonzero((words >= start) & (words < end))[:, 0]
            if len(rows):
                within = tail.log_softmax(hidden[rows]).gather(1, words[rows, None] - start)[:, 0]
                found[rows] = head[rows, self._shortlist + number] + within
        return found

    def distribution(self, hidden: Tensor) -> Tensor:
        """The log-probabilities ``[n, vocabulary]`` of all words, in nats."""
        head = self.head.log_softmax(hidden)
        parts = [head[:, : self._shortlist]]
        for number, tail in enumerate(self.tails):
            parts.append(head[:, self._shortlist + number, None] + tail.log_softmax(hidden))
        return torch.cat(parts, dim=1)


def read_softmax(weights: Weights, config: TransformerXlConfig) -> AdaptiveSoftmax:
    """The softmax of a checkpoint; with ``div_val`` 1 its vectors are a single table, cut at the bounds."""
    starts = config.bounds[:-1]
    read = _read_wide if config.div_val == 1 else _read_narrowing
    shortlist, *tails = (read(weights, config, cluster) for cluster in range(len(starts)))
    if not tails:
        return AdaptiveSoftmax(shortlist, ())
    clusters = weights.take("crit.cluster_weight", len(tails), config.d_embed)
    bias = weights.take("crit.cluster_bias", len(tails))
    head = OutputLayer(
        torch.cat([shortlist.vectors, clusters]), torch.cat([shortlist.bias, bias]), shortlist.projection
    )
    return AdaptiveSoftmax(head, tuple(tails))


def _read_wide(weights: Weights, config: TransformerXlConfig, cluster: int) -> OutputLayer:
    start, end = config.bounds[cluster : cluster + 2]
    vectors = _vectors(weights, config, 0, config.vocab_size, config.d_embed)[start:end]
    bias = weights.take("crit.out_layers.0.bias", config.vocab_size)[start:end]
    projected = config.d_embed != config.d_model
    projection = _projection(weights, config, cluster, source=0, width=config.d_embed) if projected else None
    return OutputLayer(vectors, bias, projection)


def _read_narrowing(weights: Weights, config: TransformerXlConfig, cluster: int) -> OutputLayer:
    start, end = config.bounds[cluster : cluster + 2]
    width = config.cluster_width(cluster)
    vectors = _vectors(weights, config, cluster, end - start, width)
    bias = weights.take(f"crit.out_layers.{cluster}.bias", end - start)
    return OutputLayer(vectors, bias, _projection(weights, config, cluster, source=cluster, width=width))


def _vectors(weights: Weights, config: TransformerXlConfig, cluster: int, words: int, width: int) -> Tensor:
    own = f"crit.out_layers.{cluster}.weight"
    if not config.tie_word_embeddings:
        return weights.take(own, words, width)
    return weights.take_tied(f"transformer.word_emb.emb_layers.{cluster}.weight", own, words, width)


def _projection(weights: Weights, config: TransformerXlConfig, cluster: int, source: int, width: int) -> Tensor:
    own = f"crit.out_projs.{cluster}"
    if cluster == 0 or not config.proj_share_all_but_first:
        return weights.take(own, config.d_model, width)
    return weights.take_tied(f"transformer.word_emb.emb_projs.{source}", own, config.d_model, width)
