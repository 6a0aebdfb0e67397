"""When a poem counts as reused: the rule of ProFTAP, and a rule that also finds near copies.

``exact.v1`` (ProFTAP, 3.3): two lines in a row are each a line of the database, of any poems and in any order.
``near.v1``: two lines in a row are each at most one character from two lines in a row of one poem. Lines of fewer than
four characters never count.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from versebench.transforms.reuse.index import LineIndex, NearLines, neighbours
from versebench.transforms.reuse.lines import Lines, lines_of

EXACT, NEAR = "exact.v1", "near.v1"


@dataclass(frozen=True)
class Match:
    """A line of a poem, from 0, and a line of the database; ``distance`` is in how many characters they differ."""

    line: int
    poem: int
    line_there: int
    distance: int


@dataclass(frozen=True)
class Verdict:
    """Whether a poem is reused by each rule, and the matches that show it."""

    exact: bool
    near: bool
    matches: tuple[Match, ...]


def verdicts(
    poems: Sequence[Sequence[str]], index: LineIndex, same: Sequence[Collection[int]] | None = None
) -> list[Verdict]:
    """The verdict on each poem, given as its lines in characters that can be compared.

    ``same`` names for each poem the poems of the database that are the same work, and do not count.
    """
    asked = lines_of(poems)
    near = index.near(asked)
    if same is not None:
        near = _without(near, index, asked, same)
    return _verdicts(near, index, asked, len(poems))


def _without(near: NearLines, index: LineIndex, asked: Lines, same: Sequence[Collection[int]]) -> NearLines:
    poems = zip(asked.poem_of(near.asked).tolist(), index.lines.poem_of(near.found).tolist(), strict=True)
    kept = np.fromiter((there not in same[poem] for poem, there in poems), np.bool_, len(near.asked))
    return NearLines(near.asked[kept], near.found[kept], near.distance[kept])


def _verdicts(near: NearLines, index: LineIndex, asked: Lines, poems: int) -> list[Verdict]:
    shown: list[dict[tuple[int, int], None]] = [{} for _ in range(poems)]
    is_near = set()
    known = np.unique(near.asked[near.distance == 0])
    followed = known[np.isin(known + 1, known) & (asked.poem_of(known) == asked.poem_of(known + 1))]
    exact_lines = set(followed.tolist()) | set((followed + 1).tolist())
    is_exact = set(asked.poem_of(followed).tolist())
    poem_of = dict(zip(near.asked.tolist(), asked.poem_of(near.asked).tolist(), strict=True))
    poem_there = dict(zip(near.found.tolist(), index.lines.poem_of(near.found).tolist(), strict=True))
    distances = {
        (query, line): distance
        for query, line, distance in zip(*(of.tolist() for of in (near.asked, near.found, near.distance)), strict=True)
    }
    for (query, line), distance in distances.items():
        if distance == 0 and query in exact_lines:
            shown[poem_of[query]][query, line] = None
    for query, line in neighbours(near, index, asked):
        is_near.add(poem_of[query])
        shown[poem_of[query]] |= {(query, line): None, (query + 1, line + 1): None}
    return [
        Verdict(poem in is_exact, poem in is_near, tuple(_matches(shown[poem], distances, poem_there, index, first)))
        for poem, first in enumerate(asked.poems[:-1].tolist())
    ]


def _matches(
    shown: Iterable[tuple[int, int]],
    distances: Mapping[tuple[int, int], int],
    poem_there: Mapping[int, int],
    index: LineIndex,
    first: int,
) -> list[Match]:
    matches = []
    for query, line in sorted(shown):
        poem = poem_there[line]
        matches.append(Match(query - first, poem, line - int(index.lines.poems[poem]), distances[query, line]))
    return matches
