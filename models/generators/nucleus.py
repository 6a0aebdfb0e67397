"""Nucleus sampling (Holtzman et al. 2019): draws from the fewest tokens that together reach a probability."""

from typing import Any

import numpy as np
import numpy.typing as npt

_BUCKETS = 4096
_BUCKETS_PER_NAT = 64


class Nucleus:
    """The smallest set of tokens, by probability descending and then by id, whose probability reaches ``top_p``.

    Only buckets that are drawn from are sorted: tokens go into ordered buckets by their logits.
    """

    def __init__(self, logits: npt.NDArray[Any], top_p: float) -> None:
        """``logits`` is [vocabulary]; all is computed in float64."""
        below = logits.max() - logits.astype(np.float64)
        self._weights = np.exp(-below)
        self._below = below
        self._bucket = np.minimum(below * _BUCKETS_PER_NAT, _BUCKETS - 1).astype(np.int64)
        self._up_to = np.cumsum(np.bincount(self._bucket, self._weights, minlength=_BUCKETS))
        wanted = top_p * self._up_to[-1]
        self._last = int(np.searchsorted(self._up_to, wanted))
        tokens, reached = self._sorted(self._last)
        count = int(np.searchsorted(reached, wanted)) + 1
        self._last_tokens, self._last_reached = tokens[:count], reached[:count]

    def draw(self, uniform: float) -> int:
        """Return the token at a share of the nucleus, from 0 (inclusive) to 1 (exclusive), likeliest tokens first."""
        target = uniform * self._last_reached[-1]
        bucket = int(np.searchsorted(self._up_to[: self._last], target, side="right"))
        tokens, reached = (self._last_tokens, self._last_reached) if bucket == self._last else self._sorted(bucket)
        # The sums of a bucket and of its tokens may round differently.
        return int(tokens[min(int(np.searchsorted(reached, target, side="right")), len(tokens) - 1)])

    def log_probability(self, token: int) -> float:
        """Return the log-probability of a token in the full distribution, in nats."""
        return float(-self._below[token] - np.log(self._up_to[-1]))

    def _sorted(self, bucket: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """Return the tokens of a bucket, the likeliest first, and the weight up to each."""
        tokens = np.flatnonzero(self._bucket == bucket)
        tokens = tokens[np.argsort(self._below[tokens], kind="stable")]
        before = self._up_to[bucket - 1] if bucket else 0.0
        return tokens, before + np.cumsum(self._weights[tokens])
