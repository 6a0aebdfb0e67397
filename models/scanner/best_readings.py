"""The best readings of a line in a metre, in the order of their costs.

The search goes back from the end of the line. The least cost from the beginning is known for each state, so it never
takes a step that leads to no wanted reading, but for ties and for other ways to speak a pattern that was found.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from versebench.models.scanner.contract import BEAT, REST, Reading
from versebench.models.scanner.costs import IMPOSSIBLE, MetreCosts
from versebench.models.scanner.lattice import STATES, Arc, Lattice, Vector

_BEFORE_REST: tuple[tuple[int, ...], ...] = ((), (0,), (1,), (2,), (), (4,), (5,), (), (7,), (8,), (9, 6))
_BEFORE_BEAT: tuple[tuple[int, ...], ...] = ((), (), (), (), (0,), (), (), (1, 2, 3, 4, 5, 6, 7, 8, 9, 10), (), (), ())
"""The states that can precede each state."""

_STEPS_PER_NODE = 40
"""A limit for lines that can be read in very many ways."""


class Path(NamedTuple):
    """A reading with the arcs that it takes, and the state before and after each."""

    reading: Reading
    steps: tuple[tuple[Arc, str, int], ...]
    """Each arc, its sign (empty for a syllable that is lost), and the state before it."""

    end: int
    """The state at the end of the line."""


def best_paths(lattice: Lattice, table: list[Vector], metre: MetreCosts, window: int) -> Iterator[Path]:
    """Yield a path for each pattern, the best first, up to ``window`` above the best."""
    ending: list[list[Arc]] = [[] for _ in range(lattice.nodes)]
    for arc in lattice.arcs:
        ending[arc.target].append(arc)
    number = count()
    queue: list[tuple[int, int, int, int, int, int, object]] = []
    for state in range(STATES):
        cost = table[-1][state] + metre.end[state]
        if cost < IMPOSSIBLE:
            heappush(queue, (cost, lattice.last, next(number), state, metre.end[state], state, None))
    if not queue:
        return
    limit, patterns = queue[0][0] + window, set()
    for _ in range(_STEPS_PER_NODE * lattice.nodes):
        if not queue or queue[0][0] > limit:
            return
        cost, node, _, state, spent, end, link = heappop(queue)
        if node == 0:
            path = _path(lattice, cost, link, end)
            if path.reading.pattern not in patterns:
                patterns.add(path.reading.pattern)
                yield path
            continue
        for arc in ending[node]:
            for before, sign, price in _steps_back(arc, state, metre):
                reached = table[arc.source][before] + price + spent
                if reached <= limit:
                    link_here = (arc, sign, before, link)
                    heappush(queue, (reached, arc.source, next(number), before, price + spent, end, link_here))


def _steps_back(arc: Arc, state: int, metre: MetreCosts) -> Iterator[tuple[int, str, int]]:
    if arc.syllable < 0:
        yield state, "", arc.rest
        return
    for before in _BEFORE_REST[state]:
        yield before, REST, arc.rest
    beat = metre.beat_at_pause if arc.after_pause else metre.beat
    for before in _BEFORE_BEAT[state]:
        yield before, BEAT, arc.beat + beat[before]


def _path(lattice: Lattice, cost: int, link: object, end: int) -> Path:
    words = [""] * lattice.words
    steps = []
    while isinstance(link, tuple):
        arc, sign, before, link = link
        words[arc.word] += sign
        steps.append((arc, sign, before))
    return Path(Reading(tuple(words), cost), tuple(steps), end)
