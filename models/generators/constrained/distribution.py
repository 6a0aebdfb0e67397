"""Reads the best tokens of each kind, and given tokens, from a distribution over the vocabulary."""

from collections.abc import Sequence

import numpy as np
import torch

from versebench.models.generators.constrained.beginnings import Floats, Ints, Offer
from versebench.models.generators.head import Head


def read_distribution(
    head: Head, hidden: torch.Tensor, kinds: Sequence[Ints], columns: Ints, most: int
) -> tuple[list[Offer], Floats]:
    """Return the likeliest tokens of each kind after each row, at most ``most``, and log-probabilities of its columns.

    ``hidden`` is [rows, width]; a kind is ids of tokens; ``columns`` [rows, columns] are the tokens of interest
    of each row. The result of a row depends only on that row, and is on the CPU.
    """
    asked = torch.from_numpy(columns).to(hidden.device)
    members = [torch.from_numpy(kind).to(hidden.device) for kind in kinds]
    best: list[list[tuple[torch.Tensor, torch.Tensor]]] = [[] for _ in kinds]
    log_probabilities = []
    for first, logits in head.parts(hidden):
        scores = torch.log_softmax(logits.float(), dim=1)
        log_probabilities.append(scores.gather(1, asked[first : first + len(scores)]).cpu())
        for found, tokens in zip(best, members, strict=True):
            values, places = scores[:, tokens].topk(min(most, len(tokens)), dim=1)
            found.append((values.cpu(), tokens[places].cpu()))
    offers = [
        Offer(
            torch.cat([tokens for _, tokens in found]).numpy(),
            torch.cat([values for values, _ in found]).double().numpy(),
        )
        for found in best
    ]
    return offers, torch.cat(log_probabilities).double().numpy()


def columns_of_rows(columns: Sequence[Ints], rows: Sequence[int]) -> Ints:
    """Return the columns of each search, repeated for its number of rows and padded with token 0 to one width."""
    widest = max(len(some) for some in columns)
    padded = np.zeros((len(columns), widest), dtype=np.int64)
    for number, some in enumerate(columns):
        padded[number, : len(some)] = some
    return np.repeat(padded, rows, axis=0)
