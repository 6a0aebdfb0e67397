"""Rhymes of lines of classical Chinese: two lines rhyme if their last characters share a rhyme under some reading."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from versebench.models.pronunciation.contract import Pronouncer
from versebench.transforms.prosody.languages.classical_chinese.regulated import Readings, rhyme, rhyme_classes
from versebench.transforms.prosody.rhymes.groups import is_rhymed, letters
from versebench.transforms.prosody.rhymes.verify import FARTHEST, Fault, Mismatch
from versebench.transforms.text.chinese import characters

REACH = 4
"""Lines from one line of a rhyme to the next at most: every second line rhymes, and one may not be heard."""


class ChineseRhymes:
    """Finds rhymes by the readings of characters; remembers nothing, as the pronouncer's lookup is quick."""

    def __init__(self, pronouncer: Pronouncer) -> None:
        self._pronouncer = pronouncer

    def scheme(self, lines: Sequence[str]) -> str:
        """A letter for every line; x for a line that rhymes with none."""
        return letters(rhyme_groups(self._readings(last_characters(lines))))

    def mismatches(
        self,
        lines: Sequence[str],
        scheme: str,
        *,
        farthest: float = FARTHEST,  # noqa: ARG002
        groups_differ: bool = False,
    ) -> Iterator[Mismatch]:
        """Every place where lines do not rhyme as a scheme asks; there is no distance between rhymes."""
        words = last_characters(lines)
        if len(lines) != len(scheme):
            yield Mismatch(Fault.WRONG_LENGTH, tuple(range(len(lines))), words)
            return
        readings = self._readings(words)
        rhyming = [line for line, letter in enumerate(scheme) if is_rhymed(letter)]
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
    """The group of every line, named by its first line, given the readings of the last characters.

    All lines of a group share one rhyme, so that a character with several readings joins one group only. The rhyme of
    the most lines, each at most :data:`REACH` from the next, makes the first group; of rhymes with as many lines, the
    one that begins first. The lines that are left make the next.
    """
    groups = list(range(len(endings)))
    left = set(groups)
    while run := _longest_run(endings, left):
        for line in run:
            groups[line] = run[0]
        left.difference_update(run)
    return groups


def _longest_run(endings: Sequence[Readings], left: set[int]) -> list[int]:
    """The lines, of those that are left, of the longest run of one rhyme; none if no two lines rhyme."""
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
