"""Comparing the rhymes of lines with a scheme: which lines and words break it, and why."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, partial
from itertools import combinations

from versebench.models.pronunciation.spelling import Unpronounceable, read
from versebench.transforms.prosody.rhymes.classify import Rhyme
from versebench.transforms.prosody.rhymes.groups import rhymed_lines
from versebench.transforms.prosody.rhymes.scheme import LineEnd, SchemeFinder
from versebench.transforms.prosody.rhymes.tails import line_end

FARTHEST = 0.1
"""The greatest distance of a rhyme that counts by default: that of every full rhyme, by a licence of older verse too
if the settings allow it."""

_SHOWN = 40  # characters of a word


class Fault(StrEnum):
    """Faults of the rhymes of a stanza, the gravest first."""

    WRONG_LENGTH = "wrong_length"
    NO_PRONUNCIATION = "no_pronunciation"
    ONLY_GUESSED = "only_guessed"
    NO_RHYME = "no_rhyme"
    GROUPS_RHYME = "groups_rhyme"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A place where a stanza breaks a scheme: the lines, numbered from 0, their end words, and how these do rhyme.

    ``why`` states why a word has no pronunciation. ``shown`` are the words as a message shows them, if the settings are
    of the second edition: with the words before that make a mosaic rhyme, and guesses with their phones.
    """

    fault: Fault
    lines: tuple[int, ...]
    words: tuple[str, ...]
    rhyme: Rhyme | None = None
    why: str = ""
    shown: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.fault}: {self.description}"

    @property
    def description(self) -> str:
        """Lines and words, and what is wrong with them.

        For example ``line 4: vloon (unknown)``, or ``lines 1 and 2 do not rhyme: time / line: slant (close), distance
        0.03``.
        """
        numbers = " and ".join(str(line + 1) for line in self.lines)
        words = " / ".join(self.shown or (word[:_SHOWN] or "no word" for word in self.words))
        scored = f": {self.rhyme}" if self.rhyme else f" ({self.why})" if self.why else ""
        return f"line{'s' * (len(self.lines) != 1)} {numbers}{_PROBLEMS.get(self.fault, '')}: {words}{scored}"


_PROBLEMS = {
    Fault.NO_RHYME: " do not rhyme",
    Fault.GROUPS_RHYME: " rhyme, but belong to different groups",
}


def mismatches(
    lines: Sequence[str],
    scheme: str,
    finder: SchemeFinder,
    *,
    farthest: float = FARTHEST,
    groups_differ: bool = False,
) -> Iterator[Mismatch]:
    """Yields every place where lines break a scheme such as AABBA; x stands for a line that need not rhyme.

    Rhymes at a distance up to ``farthest``, which is not negative, count. With ``groups_differ`` lines of different
    groups must not rhyme perfectly.
    """
    if len(lines) != len(scheme):
        yield Mismatch(Fault.WRONG_LENGTH, tuple(range(len(lines))), tuple(line_end(line)[0] for line in lines))
        return
    ends = finder.line_ends(lines)
    words = tuple(end.word for end in ends)
    rhyming, pairs = _required(scheme)
    unpronounced = [line for line in rhyming if not ends[line].alone.endings]
    for first, second, same_group in pairs:
        if not same_group and not groups_differ:
            continue
        place = (first, second), (words[first], words[second])
        as_heard = partial(_as_heard, (ends[first], ends[second]), finder)
        if finder.agree(ends[first], ends[second]):
            if not same_group:
                rhyme = finder.rhyme_of_ends(ends[first], ends[second])
                yield Mismatch(Fault.GROUPS_RHYME, *place, rhyme, shown=as_heard())
        elif same_group and first not in unpronounced and second not in unpronounced:
            rhyme = finder.rhyme_of_ends(ends[first], ends[second])
            if not rhyme.rhymes or rhyme.distance > farthest:
                yield Mismatch(Fault.NO_RHYME, *place, rhyme, shown=as_heard())
    for line in unpronounced:
        yield _unpronounced(line, words[line], finder)


def _as_heard(ends: Sequence[LineEnd], finder: SchemeFinder) -> tuple[str, ...]:
    """The ends of two lines for a message: whole mosaics, and guesses with their phones; nothing in the first edition.

    For example ``Bantry (guessed B AE N T R IY)``.
    """
    if not finder.settings.is_second:
        return ()
    return tuple(_end_as_heard(end, finder) for end in ends)


def _end_as_heard(end: LineEnd, finder: SchemeFinder) -> str:
    text = (end.together.text if end.together else end.word)[:_SHOWN]
    variants = finder.pronunciations(end.word)
    if not variants or not all(variant.guessed for variant in variants):
        return text
    return f"{text} (guessed {' '.join(phone.rstrip('012') for phone in variants[0].phones)})"


def _unpronounced(line: int, word: str, finder: SchemeFinder) -> Mismatch:
    pronunciations = finder.pronunciations(word)
    if pronunciations and not finder.settings.guesses and all(variant.guessed for variant in pronunciations):
        return Mismatch(Fault.ONLY_GUESSED, (line,), (word,))
    return Mismatch(Fault.NO_PRONUNCIATION, (line,), (word,), why="no vowel" if pronunciations else _why(word))


def _why(word: str) -> str:
    """Why a word has no pronunciation, as far as its letters show."""
    written = read(word)
    return "" if not word else str(written) if isinstance(written, Unpronounceable) else "unknown"


@lru_cache(maxsize=64)
def _required(scheme: str) -> tuple[tuple[int, ...], list[tuple[int, int, bool]]]:
    """The lines that must rhyme, and every two of them with whether they are of one group."""
    rhyming = rhymed_lines(scheme)
    pairs = combinations(rhyming, 2)
    return rhyming, [(first, second, scheme[first] == scheme[second]) for first, second in pairs]
