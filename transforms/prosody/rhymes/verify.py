"""Whether lines rhyme as a form asks, and if not, which words and why."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations

from versebench.models.pronunciation.spelling import Unpronounceable, read
from versebench.transforms.prosody.rhymes.classify import Rhyme
from versebench.transforms.prosody.rhymes.groups import is_rhymed
from versebench.transforms.prosody.rhymes.scheme import SchemeFinder
from versebench.transforms.prosody.rhymes.tails import line_end

FARTHEST = 0.1
"""The farthest rhyme that counts by default: every full one, by licence too where the settings ask for it."""

_SHOWN = 40  # characters of a word


class Fault(StrEnum):
    """What is wrong with the rhymes of a stanza, the gravest first."""

    WRONG_LENGTH = "wrong_length"
    NO_PRONUNCIATION = "no_pronunciation"
    ONLY_GUESSED = "only_guessed"
    NO_RHYME = "no_rhyme"
    GROUPS_RHYME = "groups_rhyme"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A place where a stanza is not in its form: the lines, numbered from 0, their end words, and how they do rhyme.

    ``why`` tells of a word without pronunciation what is the matter with it.
    """

    fault: Fault
    lines: tuple[int, ...]
    words: tuple[str, ...]
    rhyme: Rhyme | None = None
    why: str = ""

    def __str__(self) -> str:
        return f"{self.fault}: {self.found}"

    @property
    def found(self) -> str:
        """Lines and words with what is wrong with them: ``line 4: vloon (unknown)``."""
        numbers = " and ".join(str(line + 1) for line in self.lines)
        words = " / ".join(word[:_SHOWN] or "no word" for word in self.words)
        scored = f": {self.rhyme}" if self.rhyme else f" ({self.why})" if self.why else ""
        return f"line{'s' * (len(self.lines) != 1)} {numbers}: {words}{scored}"


def mismatches(
    lines: Sequence[str],
    scheme: str,
    finder: SchemeFinder,
    *,
    farthest: float = FARTHEST,
    groups_differ: bool = False,
) -> Iterator[Mismatch]:
    """Every place where lines do not rhyme as a scheme such as AABBA asks; x stands for a line that need not rhyme.

    ``farthest`` is not negative. ``groups_differ``: lines of different groups must not rhyme perfectly.
    """
    if len(lines) != len(scheme):
        yield Mismatch(Fault.WRONG_LENGTH, tuple(range(len(lines))), tuple(line_end(line)[0] for line in lines))
        return
    ends = finder.line_ends(lines)
    words = tuple(end.word for end in ends)
    rhyming, pairs = _asked(scheme)
    unpronounced = [line for line in rhyming if not ends[line].alone.endings]
    for one, other, same_group in pairs:
        if not same_group and not groups_differ:
            continue
        found = (one, other), (words[one], words[other])
        if finder.agree(ends[one], ends[other]):
            if not same_group:
                yield Mismatch(Fault.GROUPS_RHYME, *found, finder.rhyme_of_ends(ends[one], ends[other]))
        elif same_group and one not in unpronounced and other not in unpronounced:
            rhyme = finder.rhyme_of_ends(ends[one], ends[other])
            if not rhyme.rhymes or rhyme.distance > farthest:
                yield Mismatch(Fault.NO_RHYME, *found, rhyme)
    for line in unpronounced:
        yield _unpronounced(line, words[line], finder)


def _unpronounced(line: int, word: str, finder: SchemeFinder) -> Mismatch:
    pronunciations = finder.pronunciations(word)
    if pronunciations and not finder.settings.guesses and all(one.guessed for one in pronunciations):
        return Mismatch(Fault.ONLY_GUESSED, (line,), (word,))
    return Mismatch(Fault.NO_PRONUNCIATION, (line,), (word,), why="no vowel" if pronunciations else _why(word))


def _why(word: str) -> str:
    """Why a word has no pronunciation, as far as its letters tell."""
    written = read(word)
    return "" if not word else str(written) if isinstance(written, Unpronounceable) else "unknown"


@lru_cache(maxsize=64)
def _asked(scheme: str) -> tuple[list[int], list[tuple[int, int, bool]]]:
    """The lines that must rhyme, and every two of them with whether they are of one group."""
    rhyming = [line for line, letter in enumerate(scheme) if is_rhymed(letter)]
    return rhyming, [(one, other, scheme[one] == scheme[other]) for one, other in combinations(rhyming, 2)]
