"""Computes logits from hidden states with the model's head, in blocks of a fixed number of rows."""

from collections.abc import Iterator
from typing import Any

import torch

from versebench.models.scorers.packed.head import has_weights, head_rows, logits_of

MOST_ROWS = 128


class Head:
    """The linear head of a transformers model."""

    def __init__(self, model: Any, most_rows: int = MOST_ROWS) -> None:
        """Compute at most ``most_rows`` rows at once: always as many, so fewer are best where few rows live."""
        self._head = head = model.get_output_embeddings()
        self.weight, self._bias = head.weight.detach(), getattr(head, "bias", None)
        self.vocabulary: int = getattr(head.weight, "ds_shape", head.weight.shape)[0]
        self.rows = head_rows(self.vocabulary, most_rows)
        # Reused: allocating memory of this size costs as much as the product, because every page faults.
        shape = (self.rows, self.vocabulary)
        self._made = torch.empty(shape, dtype=self.weight.dtype, device=self.weight.device)
        self._logits = self._made if self._made.dtype == torch.float32 else torch.empty_like(self._made).float()

    def __call__(self, hidden: torch.Tensor) -> torch.Tensor:
        """Return the logits [rows, vocabulary] of hidden states [rows, width], in fp32."""
        return torch.cat([logits.clone() for _, logits in self.parts(hidden)])

    def parts(self, hidden: torch.Tensor) -> Iterator[tuple[int, torch.Tensor]]:
        """Yield the first row and the fp32 logits of some rows at a time. The next step overwrites the logits."""
        for start in range(0, len(hidden), self.rows):
            part = hidden[start : start + self.rows]
            count = len(part)
            if count < self.rows:
                part = torch.cat([part, part.new_zeros((self.rows - count, part.shape[1]))])
            if not has_weights(self._head):
                self._made.copy_(logits_of(self._head, part))
            elif self._bias is None:
                torch.mm(part, self.weight.t(), out=self._made)
            else:
                torch.addmm(self._bias, part, self.weight.t(), out=self._made)
            if self._logits is not self._made:
                self._logits.copy_(self._made)
            yield start, self._logits[:count]
