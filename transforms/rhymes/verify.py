"""Whether lines rhyme as a form asks, and if not, which words and why."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from transforms.rhymes.classify import Rhyme
from transforms.rhymes.scheme import UNRHYMED, SchemeFinder
from transforms.words import end_word

FARTHEST = 0.1
"""The farthest rhyme that counts by default: every full one, by licence too where the settings ask for it."""


class Fault(StrEnum):
    """What is wrong with the rhymes of a stanza."""

    WRONG_LENGTH = "wrong_length"
    NO_PRONUNCIATION = "no_pronunciation"
    NO_RHYME = "no_rhyme"
    GROUPS_RHYME = "groups_rhyme"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A place where a stanza is not in its form: the lines, numbered from 0, their end words, and how they do rhyme."""

    fault: Fault
    lines: tuple[int, ...]
    words: tuple[str, ...]
    rhyme: Rhyme | None = None

    def __str__(self) -> str:
        numbers, words = " and ".join(str(line + 1) for line in self.lines), " / ".join(self.words)
        judged = f": {self.rhyme}" if self.rhyme else ""
        return f"{self.fault}: lines {numbers}: {words}{judged}"


def mismatches(
    lines: Sequence[str],
    scheme: str,
    finder: SchemeFinder,
    *,
    farthest: float = FARTHEST,
    groups_differ: bool = False,
) -> Iterator[Mismatch]:
    """Every place where lines do not rhyme as a scheme such as AABBA asks; x stands for a line that need not rhyme.

    ``groups_differ``: lines of different groups must not rhyme perfectly.
    """
    words = tuple(end_word(line) or "" for line in lines)
    if len(lines) != len(scheme):
        yield Mismatch(Fault.WRONG_LENGTH, tuple(range(len(lines))), words)
        return
    rhyming = [line for line, letter in enumerate(scheme) if letter.lower() != UNRHYMED]
    unheard = {line for line in rhyming if not finder.knows(words[line])}
    for one, other in combinations(rhyming, 2):
        same_group = scheme[one] == scheme[other]
        if not same_group and not groups_differ:
            continue
        rhyme = finder.rhyme(lines[one], lines[other])
        rhymes = rhyme.rhymes and rhyme.distance <= farthest
        if rhymes and not same_group and rhyme.distance == 0:
            yield Mismatch(Fault.GROUPS_RHYME, (one, other), (words[one], words[other]), rhyme)
        if same_group and not rhymes and not unheard & {one, other}:
            yield Mismatch(Fault.NO_RHYME, (one, other), (words[one], words[other]), rhyme)
    for line in sorted(unheard):
        yield Mismatch(Fault.NO_PRONUNCIATION, (line,), (words[line],))
