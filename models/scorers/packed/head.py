"""Log-probabilities of targets from hidden states, with a limited number of logits at a time."""

from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from versebench.models.scorers.packed.prefix_tree import Rows
from versebench.models.scorers.packed.trunk import Trunk

Floats = npt.NDArray[np.float64]

LOGITS_BYTES = 32 << 20
"""Limit of the float32 logits that exist at once, in bytes."""


def head_rows(vocabulary: int, block_rows: int) -> int:
    """Return the rows for the head at once: the block, halved until the logits keep ``LOGITS_BYTES``."""
    rows = block_rows
    while rows > 1 and (rows * vocabulary * 4 > LOGITS_BYTES or block_rows % rows):
        rows //= 2
    return rows


def target_log_probabilities(rows: Rows, trunk: Trunk, head: Any, chunk: int) -> Floats:
    """Return the log-probability of every target of a tree, in nats. [targets].

    The head computes ``chunk`` rows at a time and skips chunks without targets.
    """
    found = np.empty(len(rows.target_rows))
    for block, hidden in trunk(rows):
        for start in range(block.start, block.stop, chunk):
            first, last = np.searchsorted(rows.target_rows, (start, start + chunk))
            if first < last:
                places = torch.from_numpy(rows.target_rows[first:last] - start).to(hidden.device)
                tokens = torch.from_numpy(rows.target_tokens[first:last]).to(hidden.device)
                found[first:last] = _chosen(head, hidden[start - block.start :][:chunk], places, tokens)
    return found


def has_weights(head: Any) -> bool:
    """Whether all weights of a head are here: ZeRO keeps them elsewhere, and tensor parallelism has a part of them."""
    return not _is_split(head) and head.weight.numel() > 0


def logits_of(head: Any, hidden: torch.Tensor) -> torch.Tensor:
    """The logits [rows, vocabulary] of hidden states [rows, width]; DeepSpeed's own heads want texts of rows."""
    logits: torch.Tensor = head(hidden[None])[0] if _is_split(head) else head(hidden)
    return logits


def _is_split(head: Any) -> bool:
    """Whether DeepSpeed has split a head over processes."""
    return type(head).__module__.startswith("deepspeed")


def _chosen(head: Any, hidden: torch.Tensor, places: torch.Tensor, tokens: torch.Tensor) -> Floats:
    logits = logits_of(head, hidden)
    normaliser = torch.logsumexp(logits.float(), dim=-1).double()
    values: Floats = (target_logits(head, hidden, logits, places, tokens) - normaliser[places]).cpu().numpy()
    return values


def target_logits(
    head: Any, hidden: torch.Tensor, logits: torch.Tensor, places: torch.Tensor, tokens: torch.Tensor
) -> torch.Tensor:
    """Return the logits of tokens at rows, in double precision. [targets].

    A bf16 logit near 20 is off by up to 0.06, which is most of the error of a text's score; in a sum over the
    vocabulary such errors cancel. So for bf16 the logits of targets are computed separately, in fp32.
    """
    found: torch.Tensor
    if logits.dtype == torch.float32 or not has_weights(head):
        found = logits[places, tokens]
        return found.double()
    found = (hidden[places].float() * head.weight[tokens].float()).sum(dim=-1)
    bias = getattr(head, "bias", None)
    return (found if bias is None else found + bias[tokens].float()).double()
