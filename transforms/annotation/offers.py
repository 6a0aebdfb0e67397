"""What models offered for a poem: the candidates from which a task that needs models chooses, without them."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Offered:
    """A text to stand from ``start`` to ``end`` of the poem's own, and the words concerned.

    ``ranks`` are its places among those for the same part of the poem, from 1, by each model that was asked, and then
    the places in the thesaurus of the senses that gave it, where it comes from one.
    """

    start: int
    end: int
    text: str
    words: tuple[str, ...]
    ranks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Offers:
    """Every candidate of a poem for one task, in the order of their table; or ``reason``, why nothing was tried."""

    offered: tuple[Offered, ...] = ()
    reason: str | None = None


OffersByTask = Mapping[str, Offers]
"""Under the label of each task that needs models."""
