"""The network: segments of a text go through the layers one after the other, each remembering those before it."""

import torch
from torch import Tensor

from versebench.models.scorers.transformer_xl.adaptive_embedding import read_embedding
from versebench.models.scorers.transformer_xl.adaptive_softmax import read_softmax
from versebench.models.scorers.transformer_xl.attention import read_attention
from versebench.models.scorers.transformer_xl.config import TransformerXlConfig
from versebench.models.scorers.transformer_xl.feed_forward import read_feed_forward
from versebench.models.scorers.transformer_xl.memory import Memory, empty_memory
from versebench.models.scorers.transformer_xl.positions import distance_vectors, hidden_positions
from versebench.models.scorers.transformer_xl.weights import Weights


class TransformerXl:
    """A network read from a checkpoint, in fp32. Segments have at most ``config.tgt_len`` tokens."""

    def __init__(self, weights: Weights, config: TransformerXlConfig) -> None:
        """Raises ``ModelLoadError`` if weights and config do not fit together."""
        self.config = config
        self._embedding = read_embedding(weights, config)
        self._layers = [
            (read_attention(weights, config, layer), read_feed_forward(weights, config, layer))
            for layer in range(config.n_layer)
        ]
        self._softmax = read_softmax(weights, config)
        weights.check_all_taken()
        # Always of the greatest length: products of another shape could differ in the last bits, and so a score
        # could depend on the texts before it.
        distances = distance_vectors(config.mem_len + config.tgt_len, config.d_model, config.clamp_len)
        self._position_keys = [attention.position_keys(distances) for attention, _ in self._layers]

    def first_memory(self) -> Memory:
        """``mem_len`` zero vectors, as in the evaluation of the published models."""
        return empty_memory(self.config.n_layer, self.config.d_model, self.config.mem_len)

    def log_probabilities(self, words: Tensor, memory: Memory) -> Tensor:
        """Of words ``[n + 1]`` the log-probability ``[n]`` of each after the first, given all before it, in nats."""
        found = [torch.zeros(0)]
        for start in range(0, len(words) - 1, self.config.tgt_len):
            segment = words[start : start + self.config.tgt_len + 1]
            hidden, memory = self.read_segment(segment[:-1], memory)
            found.append(self._softmax.log_probabilities(hidden, segment[1:]))
        return torch.cat(found)

    def distribution(self, words: Tensor, memory: Memory) -> Tensor:
        """The log-probabilities ``[n, vocabulary]`` of all words after each word ``[n]`` of one segment, in nats."""
        return self._softmax.distribution(self.read_segment(words, memory)[0])

    def read_segment(self, words: Tensor, memory: Memory) -> tuple[Tensor, Memory]:
        """Hidden states ``[n, d_model]`` of one segment of words ``[n]``, and the memory after it."""
        keys = memory.length + len(words)
        unseen = hidden_positions(len(words), keys, self.config.mem_len if self.config.same_length else None)
        hidden, inputs = self._embedding.embed(words), []
        for (attention, feed_forward), past, positions in zip(
            self._layers, memory.inputs, self._position_keys, strict=True
        ):
            inputs.append(hidden)
            attended = attention.apply(hidden, past, memory.zeros, positions[:, -keys:], unseen)
            hidden = feed_forward.apply(attended)
        return hidden, memory.extended(tuple(inputs), self.config.mem_len)
