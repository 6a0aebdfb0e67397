"""Rhymes of lines of classical Chinese: two lines rhyme if their last characters share a rhyme under some reading."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from versebench.models.pronunciation.contract import Pronouncer
from versebench.transforms.prosody.languages.classical_chinese.regulated import Readings, rhyme, rhyme_classes
from versebench.transforms.prosody.rhymes.groups import letters, rhymed_lines
from versebench.transforms.prosody.rhymes.verify import FARTHEST, Fault, Mismatch
from versebench.transforms.text.chinese import characters

REACH = 4
"""The greatest distance from one line of a rhyme to the next: every second line rhymes, and one rhyme may be lost."""


class ChineseRhymes:
    """Finds rhymes by the readings of characters. It has no memory, as the pronouncer's look-up is fast."""

    def __init__(self, pronouncer: Pronouncer) -> None:
        self._pronouncer = pronouncer

    def scheme(self, lines: Sequence[str]) -> str:
        """Returns a letter for every line; x for a line that rhymes with no other."""
        return letters(rhyme_groups(self._readings(last_characters(lines))))

    def mismatches(
        self,
        lines: Sequence[str],
        scheme: str,
        *,
        farthest: float = FARTHEST,  # noqa: ARG002
        groups_differ: bool = False,
    ) -> Iterator[Mismatch]:
        """Yields every place where lines break a scheme. Rhymes have no distance, so ``farthest`` has no effect."""
        words = last_characters(lines)
        if len(lines) != len(scheme):
            yield Mismatch(Fault.WRONG_LENGTH, tuple(range(len(lines))), words)
            return
        readings = self._readings(words)
        rhyming = rhymed_lines(scheme)
        for first, second in combinations(rhyming, 2):
            if not readings[first] or not readings[second]:
                continue
            place = (first, second), (words[first], words[second])
            rhymed = rhyme(readings[first], readings[second])
            if scheme[first] == scheme[second] and not rhymed:
                yield Mismatch(Fault.NO_RHYME, *place)
            elif scheme[first] != scheme[second] and rhymed and groups_differ:
                yield Mismatch(Fault.GROUPS_RHYME, *place)
        for line in rhyming:
            if not readings[line]:
                yield Mismatch(Fault.NO_PRONUNCIATION, (line,), (words[line],), why="unknown" if words[line] else "")

    def _readings(self, words: Sequence[str]) -> list[Readings]:
        return list(self._pronouncer.pronounce(words))


def last_characters(lines: Sequence[str]) -> tuple[str, ...]:
    """The last character of each line; empty if it has none."""
    return tuple("".join(characters(line)[-1:]) for line in lines)


def rhyme_groups(endings: Sequence[Readings]) -> list[int]:
    """Returns the group of every line, named by its first line, given the readings of the last characters.

    All lines of a group share one rhyme, so a character with several readings joins one group only. The rhyme with the
    most lines, each at most :data:`REACH` from the next, makes the first group; of rhymes with equally many lines, the
    one that begins first. The remaining lines make further groups in the same way.
    """
    groups = list(range(len(endings)))
    left = set(groups)
    while run := _longest_run(endings, left):
        for line in run:
            groups[line] = run[0]
        left.difference_update(run)
    return groups


def _longest_run(endings: Sequence[Readings], left: set[int]) -> list[int]:
    """The longest run of lines with one rhyme among the lines that are left; empty if no two of them rhyme."""
    runs: dict[tuple[str, ...], list[list[int]]] = defaultdict(list)
    for line in sorted(left):
        for rhyme_class in sorted(rhyme_classes(endings[line])):
            known = runs[rhyme_class]
            if known and line - known[-1][-1] <= REACH:
                known[-1].append(line)
            else:
                known.append([line])
    every = [run for of_class in runs.values() for run in of_class if len(run) > 1]
    return min(every, key=lambda run: (-len(run), run), default=[])
