"""The ways to speak a line as a graph of syllables, and the least cost of reading it in a metre.

A node is a place between syllables. The state of a line at a node is what a metre has to remember:

- 0 to 3: so many syllables, and no beat yet;
- 4 to 6: the first syllable bore the only beat, and 0 to 2 syllables followed;
- 7 to 10: 0 to 3 syllables since the last beat.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from versebench.models.scanner.contract import VerseLine, VerseWord
from versebench.models.scanner.costs import IMPOSSIBLE, Costs, MetreCosts
from versebench.models.scanner.syllable_classes import MONOSYLLABLES
from versebench.models.scanner.word_options import WordOption

STATES = 11
Vector = tuple[int, ...]
"""The least cost of each state at a node."""

START: Vector = (0, *(IMPOSSIBLE,) * (STATES - 1))
_NONE: Vector = (IMPOSSIBLE,) * STATES
_MONOSYLLABLES = frozenset(MONOSYLLABLES)


class Arc(NamedTuple):
    """A syllable between two nodes; one without costs for a beat is a word that loses its only syllable."""

    source: int
    target: int
    word: int
    option: WordOption
    syllable: int
    beat: int
    rest: int
    after_pause: bool


@dataclass(frozen=True, slots=True)
class Lattice:
    """The arcs of a line, in an order in which each begins where others have ended."""

    arcs: list[Arc]
    nodes: int
    words: int

    @property
    def last(self) -> int:
        """The node at the end of the line."""
        return self.nodes - 1


def build(
    line: VerseLine, options: Callable[[VerseWord, VerseWord | None], Sequence[WordOption]], costs: Costs
) -> Lattice:
    """The lattice of a line; words without a pronunciation are passed over."""
    arcs: list[Arc] = []
    here, after_pause = 0, False
    for number, word in enumerate(line):
        found = options(word, line[number + 1] if number + 1 < len(line) else None)
        if found:
            pause = word.pause or number + 1 == len(line)
            target = here + 1 + sum(max(0, len(option.classes) - 1) for option in found)
            inner = here + 1
            for option in found:
                inner = _add(arcs, (here, inner, target), (number, option, after_pause, pause), costs)
            here, after_pause = target, False
        after_pause = after_pause or word.pause
    return Lattice(arcs, here + 1, len(line))


def _add(arcs: list[Arc], nodes: tuple[int, int, int], spoken: tuple[int, WordOption, bool, bool], costs: Costs) -> int:
    """Add the arcs of an option; return the next free node."""
    source, inner, target = nodes
    word, option, after_pause, pause = spoken
    licence = sum(costs.licences[name] for name in option.licences)
    if not option.classes:
        arcs.append(Arc(source, target, word, option, -1, IMPOSSIBLE, licence, after_pause))
    for place, name in enumerate(option.classes):
        final = place + 1 == len(option.classes)
        rest = costs.rest[name] + (costs.rest_before_pause if pause and name in _MONOSYLLABLES else 0)
        end = target if final else inner
        arcs.append(Arc(source, end, word, option, place, licence + costs.beat[name], licence + rest, after_pause))
        licence, after_pause, source = 0, False, end
        inner += not final
    return inner


def least_costs(lattice: Lattice, metre: MetreCosts) -> list[Vector]:
    """The least cost of each state at each node."""
    table = [_NONE] * lattice.nodes
    table[0] = START
    for arc in lattice.arcs:
        if arc.syllable < 0:
            vector = tuple(cost + arc.rest for cost in table[arc.source])
        else:
            vector = _step(
                table[arc.source], arc.beat, arc.rest, metre.beat_at_pause if arc.after_pause else metre.beat
            )
        known = table[arc.target]
        table[arc.target] = vector if known is _NONE else tuple(map(min, known, vector))
    return table


def least_cost(table: Sequence[Vector], metre: MetreCosts) -> int:
    """The cost of the best reading of a line with this table."""
    return min(map(int.__add__, table[-1], metre.end))


def _step(costs: Vector, beat: int, rest: int, next_beat: Vector) -> Vector:
    a0, a1, a2, a3, f0, f1, f2, g0, g1, g2, g3 = costs
    t0, t1, t2, t3, s0, s1, s2, u0, u1, u2, u3 = next_beat
    return (
        IMPOSSIBLE,
        a0 + rest,
        a1 + rest,
        a2 + rest,
        a0 + t0 + beat,
        f0 + rest,
        f1 + rest,
        beat + min(a1 + t1, a2 + t2, a3 + t3, f0 + s0, f1 + s1, f2 + s2, g0 + u0, g1 + u1, g2 + u2, g3 + u3),
        g0 + rest,
        g1 + rest,
        rest + (g2 if g2 < f2 else f2),
    )
