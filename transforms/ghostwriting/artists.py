"""What is counted of an artist's verses: how many, how long, and how rich in different tokens."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from versebench.transforms.ghostwriting.vectors import Integers, Lines, tokens

FIRST_TOKENS = 20_000
WINDOW = 50
"""Tokens of a window whose types are counted for the moving average."""


@dataclass(frozen=True)
class ArtistCounts:
    """The counts of an artist's verses; a value is None if there is nothing to compute it from.

    ``vocabulary`` is the number of types, ``richness`` it per hundred tokens, and ``richness_before_filter`` per
    hundred tokens of all verses, those included that are too short to be kept. ``standard_deviation`` has n - 1.
    ``first_types`` counts the types in the first 20,000 tokens of the verses in the order of their ids, which are
    hashes; it can be compared between artists that have so many tokens. ``moving_richness`` is the mean share of types
    in all windows of 50 tokens within a verse (MATTR, Covington and McFall 2010).
    """

    verses: int
    tokens: int
    tokens_before_filter: int
    vocabulary: int
    richness: float | None
    richness_before_filter: float | None
    mean_tokens: float | None
    standard_deviation: float | None
    longest: int
    first_types: int
    moving_richness: float | None


def count_artist(ids: Sequence[str], verses: Sequence[Lines], tokens_before_filter: int) -> ArtistCounts:
    """The counts of the kept verses of an artist, in any order, with their ids."""
    places: dict[str, int] = {}
    numbers = np.fromiter((places.setdefault(token, len(places)) for token in tokens(verses)), np.int64)
    lengths = np.fromiter((sum(map(len, lines)) for lines in verses), np.int64, len(verses))
    return ArtistCounts(
        verses=len(verses),
        tokens=len(numbers),
        tokens_before_filter=tokens_before_filter,
        vocabulary=len(places),
        richness=100 * len(places) / len(numbers) if len(numbers) else None,
        richness_before_filter=100 * len(places) / tokens_before_filter if tokens_before_filter else None,
        mean_tokens=float(lengths.mean()) if len(lengths) else None,
        standard_deviation=float(lengths.std(ddof=1)) if len(lengths) > 1 else None,
        longest=int(lengths.max(initial=0)),
        first_types=_first_types(ids, numbers, lengths),
        moving_richness=moving_richness(numbers, lengths),
    )


def _first_types(ids: Sequence[str], numbers: Integers, lengths: Integers) -> int:
    ends = np.cumsum(lengths)
    order = sorted(range(len(ids)), key=ids.__getitem__)
    verses = [numbers[ends[verse] - lengths[verse] : ends[verse]] for verse in order]
    return len(np.unique(np.concatenate([numbers[:0], *verses])[:FIRST_TOKENS]))


def moving_richness(numbers: Integers, lengths: Integers, window: int = WINDOW) -> float | None:
    """The mean share of types in all windows of so many tokens within a verse; None if no verse is so long.

    ``numbers`` has a number for each token of the verses one after the other, and ``lengths`` the tokens of each verse.
    """
    windows = int(np.maximum(lengths - window + 1, 0).sum())
    if not windows:
        return None
    verse = np.repeat(np.arange(len(lengths)), lengths)
    starts = np.repeat(np.cumsum(lengths) - lengths, lengths)
    places = np.arange(len(numbers))
    order = np.lexsort((places, numbers, verse))
    repeats = (np.diff(numbers[order]) == 0) & (np.diff(verse[order]) == 0)
    before = starts - 1  # the place of the same token before, or that in front of the verse
    before[order[1:][repeats]] = order[:-1][repeats]
    # A token is the first of its type in the windows that start after the same token before it.
    first = np.maximum(before + 1, places - window + 1)
    last = np.minimum(places, starts + np.repeat(lengths, lengths) - window)
    return float(np.maximum(last - first + 1, 0).sum() / (windows * window))
