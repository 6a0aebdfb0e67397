"""Copied runs: the tokens of a verse that stand, in the same order, in a verse of the artist.

A run is as long as it can be: neither it and the token before, nor it and the token after, stand in the artist's
verses. Runs cross the ends of lines, which are no tokens here, so other line breaks hide no copy; they never cross the
ends of verses. Two runs may overlap, if their tokens are from different places.

The positions of the artist's text are in the order of the tokens before them, with the ids of blocks of 1, 2, 4, ...
tokens. For every token of a verse, the longest run that ends with it is put together from such blocks, the largest
first; each narrows the range of positions in the order that the run ends at.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from versebench.models.ghostwriters.contract import Lines
from versebench.models.ghostwriters.positions import (
    UNKNOWN,
    Blocks,
    Ids,
    Text,
    Vocabulary,
    doubled,
    first_blocks,
    halves,
    text_of,
    vocabulary_of,
)

FEWEST = 5
"""Tokens of the shortest run that counts as copied; shorter ones are everybody's phrases."""

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CopiedRuns:
    """What of a verse is copied.

    ``longest`` counts the tokens of the longest run of any length; the other values are of runs of ``FEWEST`` or more
    tokens. ``sources`` is the number of different verses of the artist when each run is traced to one; ``starts`` are
    the first tokens of the runs in the verse, from 0, and ``lengths`` their numbers of tokens.
    """

    longest: int
    share: float
    sources: int
    starts: tuple[int, ...]
    lengths: tuple[int, ...]


@dataclass(frozen=True)
class CopyIndex:
    """The verses of an artist, in which runs are looked up.

    ``ranges`` has, for each length of blocks, the places in the order at which the positions after each block begin.
    """

    vocabulary: Vocabulary
    text: Text
    order: Ids
    blocks: tuple[Blocks, ...]
    ranges: tuple[Counts, ...]

    @staticmethod
    def of(verses: Sequence[Lines]) -> "CopyIndex":
        """Index verses."""
        vocabulary = vocabulary_of(verses)
        text = text_of(verses, vocabulary, line_ends=False)
        blocks = [Blocks(first_blocks(text), np.empty(0, np.int64))]
        while 1 << len(blocks) <= int(text.before.max(initial=0)):
            blocks.append(doubled(text, blocks[-1].ids, 1 << len(blocks) - 1))
        order = np.argsort(doubled(text, blocks[-1].ids, 1 << len(blocks) - 1).ids, kind="stable").astype(np.int32)
        # Tokens are blocks whose ids need not all stand before a position.
        sizes = [np.bincount(level.ids, minlength=len(vocabulary) + 4) for level in blocks]
        ranges = tuple(np.concatenate([np.zeros(1, np.int64), np.cumsum(size)]) for size in sizes)
        return CopyIndex(vocabulary, text, order, tuple(blocks), ranges)

    def verse_at(self, positions: npt.NDArray[np.integer]) -> Counts:
        """The number of the verse of each position."""
        return np.searchsorted(self.text.starts, positions, side="right") - 1


def copied_runs(index: CopyIndex, verses: Sequence[Lines]) -> list[CopiedRuns]:
    """The copied runs of each verse."""
    text = text_of(verses, index.vocabulary, line_ends=False)
    return _summaries(index, text, *_longest_runs(index, text))


def own_copied_runs(index: CopyIndex, clusters: Sequence[Hashable]) -> list[CopiedRuns]:
    """The runs of each indexed verse that stand in verses of other clusters, given the cluster of each verse."""
    numbers = {cluster: number for number, cluster in enumerate(dict.fromkeys(clusters))}
    of_verse = np.fromiter((numbers[cluster] for cluster in clusters), np.int64, len(clusters))
    of_place = of_verse[index.verse_at(index.order)]
    earlier, later = _places_of_other_clusters(of_place)
    length, source = np.zeros(len(index.order), np.int64), np.zeros(len(index.order), np.int64)
    for neighbours in (earlier, later):
        places = np.flatnonzero((neighbours >= 0) & (neighbours < len(index.order)))
        positions, other = index.order[places].astype(np.int64), index.order[neighbours[places]].astype(np.int64)
        shared = _shared(index, positions, other)
        longer = shared > length[positions]
        length[positions[longer]], source[positions[longer]] = shared[longer], other[longer]
    return _summaries(index, index.text, length, source)


def _places_of_other_clusters(clusters: Counts) -> tuple[Counts, Counts]:
    """For each place, the nearest one before it and the nearest one after it with another cluster."""
    places = np.arange(len(clusters))
    changes = np.flatnonzero(clusters[1:] != clusters[:-1]) + 1
    number = np.searchsorted(changes, places, side="right")
    bounds = np.concatenate([np.zeros(1, np.int64), changes, np.array([len(clusters)])])
    return bounds[number] - 1, bounds[number + 1]


def _shared(index: CopyIndex, first: Counts, second: Counts) -> Counts:
    """The number of equal tokens before two positions of the text, for each pair."""
    shared = np.zeros(len(first), np.int64)
    for level in range(len(index.blocks) - 1, -1, -1):
        ids = index.blocks[level].ids
        within = index.text.before[first - shared] >= 1 << level
        equal = within & (ids[first - shared] == ids[np.maximum(second - shared, 0)])
        shared[equal] += 1 << level
    return shared


def _known_blocks(index: CopyIndex, text: Text) -> list[Ids]:
    """The ids that the blocks before each position have in the index, for each length of blocks."""
    ids = first_blocks(text)
    ids[ids == 0] = UNKNOWN
    levels = [ids]
    for level, blocks in enumerate(index.blocks[1:]):
        earlier = halves(text, ids, 1 << level)
        earlier[text.before < 2 << level] = UNKNOWN
        known = np.flatnonzero((ids >= 0) & (earlier >= 0))
        keys = ids[known].astype(np.int64) << 32 | earlier[known]
        places = np.minimum(np.searchsorted(blocks.keys, keys), len(blocks.keys) - 1)
        ids = np.full(len(ids), UNKNOWN, np.int32)
        found = blocks.keys[places] == keys
        ids[known[found]] = places[found]
        levels.append(ids)
    return levels


def _longest_runs(index: CopyIndex, text: Text) -> tuple[Counts, Counts]:
    """For each position, the length of the longest run that ends before it, and a position of the index after it."""
    levels = _known_blocks(index, text)
    length = np.zeros(len(text.tokens), np.int64)
    low, high = np.zeros_like(length), np.full_like(length, len(index.order))
    positions = np.arange(len(length))
    for level in range(len(levels) - 1, -1, -1):
        block = levels[level][positions - length]
        is_first = np.flatnonzero((block >= 0) & (length == 0))
        low[is_first] = index.ranges[level][block[is_first]]
        high[is_first] = index.ranges[level][block[is_first] + 1]
        further = np.flatnonzero((block >= 0) & (length > 0))
        length[is_first] = 1 << level
        ends = _narrowed(index, level, length[further], low[further], high[further], block[further])
        found = ends[0] < ends[1]
        further = further[found]
        low[further], high[further] = ends[0][found], ends[1][found]
        length[further] += 1 << level
    return length, index.order[np.minimum(low, len(index.order) - 1)].astype(np.int64)


def _narrowed(
    index: CopyIndex, level: int, length: Counts, low: Counts, high: Counts, block: Ids
) -> tuple[Counts, Counts]:
    """The places of each range whose runs of ``length`` tokens have the block before them."""
    begin = _first_place(index, level, length, low, high, block)
    return begin, _first_place(index, level, length, begin, high, block + 1)


def _first_place(index: CopyIndex, level: int, length: Counts, low: Counts, high: Counts, block: Ids) -> Counts:
    """The first place of each range whose block before the run is not below ``block``, by bisection of all at once."""
    ids, low, high = index.blocks[level].ids, low.copy(), high.copy()
    unsure = np.flatnonzero(low < high)
    while len(unsure):
        middle = (low[unsure] + high[unsure]) >> 1
        below = ids[index.order[middle] - length[unsure]] < block[unsure]
        low[unsure[below]] = middle[below] + 1
        high[unsure[~below]] = middle[~below]
        unsure = unsure[low[unsure] < high[unsure]]
    return low


def _summaries(index: CopyIndex, text: Text, length: Counts, source: Counts) -> list[CopiedRuns]:
    """The runs of each verse of a text, from the longest run that ends before each position."""
    if not len(text.tokens):
        return []
    goes_on = np.append(length[1:], 0) == length + 1
    ends = np.flatnonzero((length >= FEWEST) & ~goes_on)
    lengths, starts = length[ends], text.before[ends] - length[ends]
    sources = index.verse_at(source[ends])
    stops = np.searchsorted(ends, np.append(text.starts[1:], len(text.tokens)))
    longest = np.maximum.reduceat(length, text.starts)
    tokens = np.diff(text.starts, append=len(text.tokens)) - 1
    shares = np.add.reduceat(_covered(len(text.tokens), ends, lengths), text.starts) / np.maximum(tokens, 1)
    summaries, begin = [], 0
    rows = zip(stops.tolist(), longest.tolist(), shares.tolist(), strict=True)
    all_starts, all_lengths, all_sources = starts.tolist(), lengths.tolist(), sources.tolist()
    for stop, most, share in rows:
        runs = slice(begin, stop)
        number = len(set(all_sources[runs]))
        summaries.append(CopiedRuns(most, share, number, tuple(all_starts[runs]), tuple(all_lengths[runs])))
        begin = stop
    return summaries


def _covered(size: int, ends: Counts, lengths: Counts) -> Counts:
    """1 for each position of a text whose token is in a run, else 0."""
    changes = np.zeros(size + 1, np.int64)
    np.add.at(changes, ends - lengths, 1)
    np.add.at(changes, ends, -1)
    return (np.cumsum(changes[:-1]) > 0).astype(np.int64)
