"""Records of one work: a database has many poems twice, with a character here and there that editors read otherwise."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from versebench.transforms.near_duplicates.clusters import union
from versebench.transforms.reuse.index import LineIndex
from versebench.transforms.reuse.lines import lines_of
from versebench.transforms.reuse.rules import Match, Verdict

SHARE = 0.5
"""Share of the lines of the shorter poem that must be near lines of the other one."""


def same_as(poems: Sequence[Sequence[str]], index: LineIndex) -> list[frozenset[int]]:
    """For each poem, given as its lines, the records of a database that are of the same work."""
    asked = lines_of(poems)
    near = index.near(asked)
    rows = np.stack([asked.poem_of(near.asked), index.lines.poem_of(near.found), near.asked], 1)
    pairs, shared = np.unique(np.unique(rows, axis=0)[:, :2], axis=0, return_counts=True)
    counts, there = np.diff(asked.poems), np.diff(index.lines.poems)
    alike = pairs[shared >= SHARE * np.minimum(counts[pairs[:, 0]], there[pairs[:, 1]])]
    return [frozenset(alike[alike[:, 0] == poem, 1].tolist()) for poem in range(len(poems))]


def works_of(records: Sequence[int], index: LineIndex) -> dict[int, int]:
    """The work of each record of a database, named by the first of its records among those given.

    Two records are of one work if :func:`same_as` says so; so are records that such pairs link.
    """
    places = {record: place for place, record in enumerate(sorted(set(records)))}
    starts, lines = index.lines.poems, index.lines
    poems = [[lines.text(line) for line in range(int(starts[of]), int(starts[of + 1]))] for of in places]
    same = zip(places.values(), same_as(poems, index), strict=True)
    works = union(len(places), ((place, places[other]) for place, found in same for other in found if other in places))
    named = list(places)
    return {record: named[works[place]] for record, place in places.items()}


def one_record_a_work(judged: Sequence[Verdict], index: LineIndex) -> list[Verdict]:
    """The verdicts with matches in one record of each work, as duplicate records count as one.

    That is the record with the most lines of the poem, then with the fewest other characters, then the first. A line
    which it lacks keeps its match in the next record that has it.
    """
    works = works_of([match.poem for verdict in judged for match in verdict.matches], index)
    return [replace(verdict, matches=_of_works(verdict.matches, works)) for verdict in judged]


def _of_works(matches: Sequence[Match], works: dict[int, int]) -> tuple[Match, ...]:
    found: dict[int, list[Match]] = {}
    for match in matches:
        found.setdefault(match.poem, []).append(match)
    best_first = sorted(
        found, key=lambda record: (-len(found[record]), sum(match.distance for match in found[record]), record)
    )
    kept: dict[tuple[int, int], int] = {}
    for record in best_first:
        for match in found[record]:
            kept.setdefault((works[record], match.line), record)
    return tuple(match for match in matches if kept[works[match.poem], match.line] == match.poem)
