"""Whether two searches found the same: the same continuations, with the same sums."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.completion.generate import Found, Ids

TIE = 1e-4
"""Sums that are no further apart may stand in either order, in nats."""


@dataclass(frozen=True)
class Equal:
    """How much of what a search found another found too.

    ``same`` is a share. ``missing`` are those that the other did not find although they are better than its worst by
    more than a tie. ``apart`` is the largest difference of the sums of those that both found, in nats.
    """

    found: int
    same: float
    missing: int
    apart: float


def equal(ours: Sequence[Found], theirs: Sequence[Found]) -> Equal:
    """What they found against what we found; both have sums."""
    mine, others = _numbered(ours), _numbered(theirs)
    shared = others.keys() & mine.keys()
    worst = min(mine.values(), default=0.0)
    return Equal(
        len(others),
        len(shared) / max(1, len(others)),
        sum(others[one] > worst + TIE for one in others.keys() - shared),
        max((abs(mine[one] - others[one]) for one in shared), default=0.0),
    )


def together(parts: Sequence[Equal]) -> Equal:
    """Several comparisons as one."""
    found = sum(one.found for one in parts)
    same = sum(one.same * one.found for one in parts) / max(1, found)
    return Equal(found, same, sum(one.missing for one in parts), max((one.apart for one in parts), default=0.0))


def _numbered(lines: Sequence[Found]) -> dict[tuple[Ids, int], float]:
    """Sums by tokens; the same tokens with other ends after them count from 0, the most probable first."""
    seen: Counter[Ids] = Counter()
    found = {}
    for line in sorted(lines, key=lambda one: -(one.nats or 0.0)):
        found[line.ids, seen[line.ids]] = line.nats or 0.0
        seen[line.ids] += 1
    return found
