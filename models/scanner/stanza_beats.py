"""How many beats the lines of a stanza have: the same in all lines, or a pattern that repeats."""

from collections import Counter
from collections.abc import Iterator, Sequence

from versebench.models.scanner.contract import Reading

Priced = Sequence[Sequence[tuple[int, int]]]
"""The beats and the cost of each reading of each line of a stanza, the best first."""

Choices = Sequence[Sequence[Reading]]
"""The readings of each line of a stanza, the best first; none for a line that cannot be read."""

USUAL = ((4, 3), (3, 3, 4, 3), (3, 3, 2, 2, 3), (4, 4, 3, 4, 4, 3))
"""Patterns of well-known stanzas: ballad, short metre, limerick, and tail rhyme."""

LONGEST = 10
"""Lines of the longest pattern that repeats."""

_PATTERN_LINE = 1_500
"""What a pattern costs for each line that differs from the one before."""

_LEAST_SHARE = 0.6


def stanza_beats(stanzas: Sequence[Choices], other_beats: int) -> tuple[int, ...]:
    """The pattern of beats that costs the least; empty if fewer than six of ten lines can be read with it."""
    priced = [[[(reading.beats, reading.cost) for reading in line] for line in stanza] for stanza in stanzas]
    priced = [stanza for stanza in priced if any(stanza)]
    patterns = dict.fromkeys(_patterns(priced))
    if not patterns:
        return ()
    best = min(patterns, key=lambda pattern: (_cost(priced, pattern, other_beats), len(pattern), pattern))
    lines = [(line, best[place % len(best)]) for stanza in priced for place, line in enumerate(stanza) if line]
    fitting = sum(any(number == beats for number, _ in line) for line, beats in lines)
    return best if fitting >= _LEAST_SHARE * len(lines) else ()


def in_order(line: Sequence[Reading], beats: int, other_beats: int) -> list[Reading]:
    """The readings of a line that is to have so many beats, each with the cost of those that differ."""
    priced = [Reading(reading.words, reading.cost + other_beats * abs(reading.beats - beats)) for reading in line]
    return sorted(priced, key=lambda reading: reading.cost)


def _patterns(stanzas: Sequence[Priced]) -> Iterator[tuple[int, ...]]:
    """Patterns that may fit: the usual ones, and of each length the most frequent beats of each line."""
    longest = max(map(len, stanzas), default=0)
    lines = sum(map(len, stanzas))
    yield from (pattern for pattern in USUAL if longest >= len(pattern))
    for length in range(1, min(LONGEST, longest) + 1):
        counts = [Counter[int]() for _ in range(length)]
        for stanza in stanzas:
            for place, line in enumerate(stanza):
                if line:
                    counts[place % length][line[0][0]] += 1
        if all(counts) and (length == 1 or lines >= 2 * length):
            yield tuple(max(sorted(count), key=count.__getitem__) for count in counts)


def _cost(stanzas: Sequence[Priced], pattern: tuple[int, ...], other_beats: int) -> int:
    total = (
        0
        if pattern in USUAL
        else sum(_PATTERN_LINE for place in range(len(pattern)) if pattern[place] != pattern[place - 1])
    )
    for stanza in stanzas:
        for place, line in enumerate(stanza):
            beats = pattern[place % len(pattern)]
            if line:
                total += min(cost + other_beats * abs(number - beats) for number, cost in line)
    return total
