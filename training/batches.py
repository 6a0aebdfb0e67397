"""Batches of words of one length, for the two pronunciation models."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import torch
from torch import Tensor

Examples = tuple[Tensor, Tensor]
"""Words of one length: the numbers of their letters, and the target of each."""


def by_length(words: Iterable[tuple[list[int], object]]) -> list[Examples]:
    """The words as tensors, a pair for each length."""
    groups: dict[int, list[tuple[list[int], object]]] = defaultdict(list)
    for letters, target in words:
        groups[len(letters)].append((letters, target))
    return [
        (torch.tensor([letters for letters, _ in group]), torch.tensor([target for _, target in group]))
        for _, group in sorted(groups.items())
    ]


def epoch_batches(groups: Sequence[Examples], size: int, draw: torch.Generator) -> Iterator[Examples]:
    """Every word once, in batches of words of one length, in random order."""
    cuts = []
    for letters, targets in groups:
        order = torch.randperm(len(letters), generator=draw)
        cuts += [(letters[cut], targets[cut]) for cut in torch.split(order, size)]
    for place in torch.randperm(len(cuts), generator=draw).tolist():
        yield cuts[place]
