"""Log-probabilities of targets from hidden states, with no more logits at a time than a bound."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import torch

from models.judges.packed.prefix_tree import Ints, Rows
from models.judges.packed.trunk import Trunk

Floats = npt.NDArray[np.float64]
Head = Callable[[torch.Tensor], torch.Tensor]

LOGITS_BYTES = 32 << 20
"""Bound on the logits in float32 that exist at once."""


def head_rows(vocabulary: int, block_rows: int) -> int:
    """Rows that the head is given at once: the block, or so many halvings of it that their logits keep the bound."""
    rows = block_rows
    while rows > 1 and (rows * vocabulary * 4 > LOGITS_BYTES or block_rows % rows):
        rows //= 2
    return rows


def target_log_probabilities(rows: Rows, trunk: Trunk, head: Head, chunk: int) -> Floats:
    """The log-probability of every target of a tree, in nats. [targets].

    The head sees ``chunk`` rows at a time, and no chunk without targets.
    """
    found = np.empty(len(rows.target_rows))
    for block, hidden in trunk(rows):
        for start in range(block.start, block.stop, chunk):
            first, last = np.searchsorted(rows.target_rows, (start, start + chunk))
            if first < last:
                places = rows.target_rows[first:last] - start
                part = hidden[start - block.start :][:chunk]
                found[first:last] = _chosen(head(part), places, rows.target_tokens[first:last])
    return found


def _chosen(logits: torch.Tensor, places: Ints, tokens: Ints) -> Floats:
    logits = logits.float()
    at = torch.from_numpy(places).to(logits.device)
    chosen = logits[at, torch.from_numpy(tokens).to(logits.device)].double()
    normaliser = torch.logsumexp(logits, dim=-1).double()
    values: Floats = (chosen - normaliser[at]).cpu().numpy()
    return values
