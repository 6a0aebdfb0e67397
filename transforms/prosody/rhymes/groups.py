"""Rhyme schemes as text: one letter for each line, equal for lines of one rhyme group, x for a line in no group."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, count
from string import ascii_lowercase

UNRHYMED = "x"

_FIRST_FURTHER = 0x100
"""The code point of the letter of the first group beyond the small and capital letters."""


def is_rhymed(letter: str) -> bool:
    """Whether a letter of a scheme names a rhyme group; x and X do not."""
    return letter not in "xX"


def same_group(scheme: str, first: int, second: int) -> bool:
    """Whether two lines, from 0, are in one rhyme group. Unrhymed lines are in no group."""
    return scheme[first] == scheme[second] and is_rhymed(scheme[first])


def others_of_group(scheme: str, line: int) -> list[int]:
    """The other lines in the rhyme group of a line, from 0."""
    return [other for other in range(len(scheme)) if other != line and same_group(scheme, line, other)]


@lru_cache(maxsize=1 << 10)
def rhymed_lines(scheme: str) -> tuple[int, ...]:
    """The lines, from 0, that are in a rhyme group."""
    return tuple(line for line, letter in enumerate(scheme) if is_rhymed(letter))


@lru_cache(maxsize=1 << 10)
def pairs_of_lines(scheme: str, lines: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """All pairs of the given lines, from 0, that are in one rhyme group."""
    return tuple(pair for pair in combinations(lines, 2) if same_group(scheme, *pair))


def letters(groups: Sequence[int]) -> str:
    """Returns a scheme from groups: one letter for each group, in the order of appearance, x for single lines.

    After z come capitals, then letters beyond the alphabet: no two groups share a letter.
    """
    sizes, names, known = Counter(groups), _names(), dict[int, str]()
    for group in groups:
        if group not in known:
            known[group] = UNRHYMED if sizes[group] == 1 else next(names)
    return "".join(known[group] for group in groups)


def in_capitals(detected: str) -> str:
    """A detected scheme, which is in small letters, as forms write theirs: in capitals, and x for an unrhymed line."""
    return "".join(letter.swapcase() if letter.isascii() and is_rhymed(letter) else letter for letter in detected)


def _names() -> Iterator[str]:
    small = [letter for letter in ascii_lowercase if is_rhymed(letter)]
    return chain(small, map(str.upper, small), map(chr, count(_FIRST_FURTHER)))
