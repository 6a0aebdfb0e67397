"""Permutation masks: XLNet's ``perm_mask`` and ``target_mapping`` for each direction.

A 1 at (i, j) of a mask keeps position i from seeing position j. A token's content always sees itself; what predicts a
token sees what its row of the mask leaves. A row that leaves nothing would see everything, so something is always
given.
"""

from collections.abc import Sequence

import torch


def left_to_right(length: int, given: int) -> torch.Tensor:
    """Return the mask of one factorisation from left to right, fp32 (1, length, length).

    The first ``given`` positions, one at least, see each other, as whatever is not predicted does in XLNet's training;
    each later one sees those and all before itself.
    """
    places = torch.arange(length)
    return (places[None, :] >= places.clamp(min=given)[:, None]).float()[None]


def without_later(length: int, targets: Sequence[int]) -> torch.Tensor:
    """Return for each target a mask that hides it and everything later, fp32 (targets, length, length)."""
    unseen = torch.arange(length)[None, :] >= torch.tensor(targets)[:, None]
    return unseen.float()[:, None, :].expand(-1, length, -1)


def without_target(length: int, targets: Sequence[int]) -> torch.Tensor:
    """Return for each target a mask that hides it, fp32 (targets, length, length)."""
    unseen = torch.arange(length)[None, :] == torch.tensor(targets)[:, None]
    return unseen.float()[:, None, :].expand(-1, length, -1)


def targets_at(length: int, places: Sequence[int]) -> torch.Tensor:
    """Return the mapping that requests some positions, fp32 (positions, length)."""
    return torch.nn.functional.one_hot(torch.tensor(places), length).float()
