"""From hidden states to logits: the model's head, given rows in blocks of one number."""

from collections.abc import Iterator
from typing import Any

import torch

from models.judges.packed.head import head_rows

MOST_ROWS = 128


class Head:
    """The head of a model of transformers."""

    def __init__(self, model: Any) -> None:
        self._head = model.get_output_embeddings()
        self.vocabulary: int = self._head.weight.shape[0]
        self.rows = head_rows(self.vocabulary, MOST_ROWS)

    def __call__(self, hidden: torch.Tensor) -> torch.Tensor:
        """The logits [rows, vocabulary] of hidden states [rows, width], in the precision of the weights."""
        return torch.cat([logits for _, logits in self.parts(hidden)])

    def parts(self, hidden: torch.Tensor) -> Iterator[tuple[int, torch.Tensor]]:
        """The logits of some rows at a time, and where they start."""
        for start in range(0, len(hidden), self.rows):
            part = hidden[start : start + self.rows]
            count = len(part)
            if count < self.rows:
                part = torch.cat([part, part.new_zeros((self.rows - count, part.shape[1]))])
            yield start, self._head(part)[:count]
