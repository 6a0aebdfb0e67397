"""Relative positions: vectors of distances, which tokens are attended to, and scores by distance put in place."""

import torch
from torch import Tensor


def distance_vectors(length: int, width: int, clamp: int) -> Tensor:
    """The vectors ``[length, width]`` of the distances ``length - 1`` down to 0 (Vaswani et al. 2017, 3.5).

    The first half of a vector is sines, the second cosines. No distance counts for more than a positive ``clamp``.
    """
    distances = torch.arange(length - 1, -1, -1, dtype=torch.float32)
    if clamp > 0:
        distances = distances.clamp(max=clamp)
    frequencies = 10000 ** -(torch.arange(0, width, 2, dtype=torch.float32) / width)
    angles = distances[:, None] * frequencies
    return torch.cat([angles.sin(), angles.cos()], dim=1)


def hidden_positions(queries: int, keys: int, window: int | None) -> Tensor:
    """Which keys a query must not see, ``[queries, keys]``: later ones, and those ``window`` tokens back or further.

    The last key stands where the last query does.
    """
    distance = torch.arange(keys - queries, keys)[:, None] - torch.arange(keys)
    hidden = distance < 0
    return hidden if window is None else hidden | (distance >= window)


def by_position(by_distance: Tensor) -> Tensor:
    """Scores ``[heads, n, k]`` for distances ``k - 1`` to 0, put where the key of that distance stands.

    Query ``i`` finds the key ``j`` in the column ``n - 1 - i + j``: each row starts one further to the left, which is
    a view of the same numbers with rows one shorter (the shift of Dai et al. 2019, appendix B). What is read past the
    end of a row stands at keys after the query, which are hidden.
    """
    heads, queries, keys = by_distance.shape
    dense = by_distance.contiguous()
    return dense.as_strided((heads, queries, keys), (queries * keys, keys - 1, 1), queries - 1)
