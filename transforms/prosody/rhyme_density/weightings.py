"""Weightings of rhyme density by entropy, by name.

To add one, write a function with the decorator :func:`weighting`, here or in a module that you append to the list.
"""

from collections.abc import Callable, Sequence
from math import fsum, log2

from versebench.schemas.registration import Registry

Weighting = Callable[[float, float, int], tuple[float, float]]
"""From a density, the entropy in bits and the number of tokens of a verse to its weighted density and its weight."""

WEIGHTINGS: Registry[Weighting] = Registry("weighting", ("versebench.transforms.prosody.rhyme_density.weightings",))

DEFAULT = "evenness"


def weighting(name: str) -> Callable[[Weighting], Weighting]:
    """Return a decorator that registers a function as a weighting."""

    def register(function: Weighting) -> Weighting:
        WEIGHTINGS.add(name, function, function.__module__)
        return function

    return register


@weighting("weighted-mean")
def weighted_mean(density: float, bits: float, tokens: int) -> tuple[float, float]:
    """The density as it is; in means a verse weighs its entropy over its tokens, so a repeated word weighs nothing."""
    return density, bits / tokens if tokens else 0.0


@weighting("evenness")
def evenness(density: float, bits: float, tokens: int) -> tuple[float, float]:
    """The density times the entropy over the most that so many tokens can have; of one token 0."""
    return density * bits / log2(tokens) if tokens > 1 else 0.0, 1.0


@weighting("product")
def product(density: float, bits: float, tokens: int) -> tuple[float, float]:
    """The density times the entropy over the number of tokens."""
    return density * bits / tokens if tokens else 0.0, 1.0


def mean(weighted: Sequence[tuple[float, float]]) -> float | None:
    """The mean of weighted densities; None if nothing has a weight."""
    total = fsum(weight for _, weight in weighted)
    return fsum(density * weight for density, weight in weighted) / total if total else None
