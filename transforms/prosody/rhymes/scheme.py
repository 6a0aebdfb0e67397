"""The rhyme scheme of a stanza of any length and form, detected from its sounds."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain, combinations
from typing import NamedTuple

from versebench.models.pronunciation.contract import Pronouncer, Pronunciation
from versebench.transforms.prosody.rhymes.classify import (
    Rhyme,
    RhymeClass,
    classify,
    full_rhyme,
    licensed_rhyme,
    near_rhyme,
    sounds_agree,
)
from versebench.transforms.prosody.rhymes.cluster import Distance, Reach, cluster
from versebench.transforms.prosody.rhymes.ending import Ending
from versebench.transforms.prosody.rhymes.groups import letters
from versebench.transforms.prosody.rhymes.settings import VERSE, RhymeSettings
from versebench.transforms.prosody.rhymes.sound import Sound, sound
from versebench.transforms.prosody.rhymes.tails import (
    End,
    line_end,
    run_together,
    run_together_reduced,
    with_word_before,
)
from versebench.transforms.text.words import last_word

DEFAULT_REACH = Reach()
SECOND_REACH = Reach(couplets_differ=True)
"""The constants of the second edition."""

_MOST_ENDS = 1 << 14  # of some 2 kB each
_MOST_RHYMES = 1 << 16  # of some 250 bytes each


def _nothing() -> None:
    return None


@dataclass(frozen=True, slots=True, eq=False)
class LineEnd:
    """The parts of a line that can rhyme: its end word and, if that is a light word, the last words together.

    A finder makes each end once, so equal ends of one finder are identical objects.
    """

    word: str
    alone: Sound
    together: Sound | None
    wide: Callable[[], Sound | None] = _nothing
    """A function that returns the sound of a monosyllable that is not light, together with the word before it; made
    only if nothing else rhymes."""


class Distances(NamedTuple):
    """The distances of two lines by a full rhyme, by a licence of older verse, and by a near rhyme."""

    full: Distance
    licensed: Distance
    near: Distance


class SchemeFinder:
    """Finds schemes under one pronouncer and one set of settings, with a memory of words, ends of lines and rhymes.

    The memory changes no answer. The number of ends and rhymes in it is bounded.
    """

    def __init__(self, pronouncer: Pronouncer, settings: RhymeSettings = VERSE, reach: Reach | None = None) -> None:
        self._pronouncer = pronouncer
        self.settings = settings
        self._reach = reach or (SECOND_REACH if settings.is_second else DEFAULT_REACH)
        self._pronounced: dict[str, tuple[Pronunciation, ...]] = {}
        self._ends: dict[End, LineEnd] = {}
        self._rhymes: dict[tuple[LineEnd, LineEnd], Rhyme] = {}

    def scheme(self, lines: Sequence[str]) -> str:
        """Returns a letter for every line, in the order of first lines; x for a line that rhymes with no other."""
        return letters(self.groups(lines))

    def pairs(self, lines: Sequence[str]) -> Iterator[tuple[int, int]]:
        """All pairs of lines in one group."""
        groups = self.groups(lines)
        pairs = combinations(range(len(groups)), 2)
        return ((first, second) for first, second in pairs if groups[first] == groups[second])

    def groups(self, lines: Sequence[str]) -> list[int]:
        """The group of every line, named by its first line."""
        return cluster(len(lines), *self.distances(lines), self._reach)

    def distances(self, lines: Sequence[str]) -> Distances:
        """How far two of the lines are apart: by full, licensed and near rhymes."""
        sounds = _in_company(self.line_ends(lines))

        def full(first: int, second: int) -> float | None:
            return 0.0 if sounds_agree(sounds[first], sounds[second]) else None

        def licensed(first: int, second: int) -> float | None:
            rhyme = full_rhyme(sounds[first], sounds[second]) or licensed_rhyme(sounds[first], sounds[second])
            return None if rhyme is None else rhyme.distance

        def near(first: int, second: int) -> float | None:
            rhyme = near_rhyme(sounds[first], sounds[second])
            return None if rhyme.rhyme_class is RhymeClass.NONE else rhyme.distance

        return Distances(full, licensed, near)

    def rhyme(self, one: str, other: str) -> Rhyme:
        """The rhyme of two lines: of their end words, or of their last words together if that is fuller."""
        return self.rhyme_of_ends(*self.line_ends([one, other]))

    def rhyme_of_ends(self, one: LineEnd, other: LineEnd) -> Rhyme:
        """The rhyme of two ends that this finder made."""
        if (one, other) not in self._rhymes:
            if len(self._rhymes) >= _MOST_RHYMES:
                self._rhymes.clear()
            rhyme = full_rhyme(*_in_company([one, other])) if self._may_be_mosaic(one, other) else None
            if rhyme is None or rhyme.distance > 0:
                rhyme = classify(one.alone, other.alone)
            self._rhymes[one, other] = rhyme
        return self._rhymes[one, other]

    @staticmethod
    def agree(one: LineEnd, other: LineEnd) -> bool:
        """Whether two ends make a full rhyme at distance 0. Only sets are compared, so this is fast."""
        if sounds_agree(one.alone, other.alone):
            return True
        return SchemeFinder._may_be_mosaic(one, other) and sounds_agree(*_in_company([one, other]))

    @staticmethod
    def _may_be_mosaic(one: LineEnd, other: LineEnd) -> bool:
        return any(end.together is not None or end.wide is not _nothing for end in (one, other))

    def pronunciations(self, word: str) -> tuple[Pronunciation, ...]:
        """All pronunciations of a word, guesses included."""
        self._pronounce([word])
        return self._pronounced[word]

    def learn(self, lines: Iterable[str]) -> None:
        """Pronounce the ends of the lines of many stanzas in one call, before the stanzas are asked for one by one.

        A model that guesses then reads all unknown words in one batch, which is much faster.
        """
        self._pronounce(_words_of(map(line_end, lines)))

    def line_ends(self, lines: Sequence[str]) -> list[LineEnd]:
        """The end of each line; all new words are pronounced in one batch."""
        if len(self._ends) >= _MOST_ENDS:
            self._ends.clear()
            self._rhymes.clear()
        read = with_word_before if self.settings.is_second else line_end
        ends = [read(line) for line in lines]
        if new := [end for end in ends if end not in self._ends]:
            self._pronounce(_words_of(new))
        return [self._end(*end) for end in ends]

    def _end(self, word: str, tail: tuple[str, ...] = (), before: str = "") -> LineEnd:
        key = (word, tail, before) if before else (word, tail)
        if key not in self._ends:
            shared = tail or before
            alone = self._end(word).alone if shared else sound(word, self._pronounced[word], self.settings)
            wide = cache(partial(self._wide, word, before)) if before and _is_monosyllable(alone) else _nothing
            self._ends[key] = LineEnd(word, alone, self._together(tail) if tail else None, wide)
        return self._ends[key]

    def _wide(self, word: str, before: str) -> Sound | None:
        """A word with the one before it; None if the token before contains no word."""
        stressed = last_word(before)
        if stressed is None:
            return None
        self._pronounce([stressed])
        return self._together((stressed, word))

    def _together(self, words: Sequence[str]) -> Sound:
        said = [self._pronounced[word] for word in words]
        pronunciations = run_together(said)
        if self.settings.is_second:  # the last words without the first, too: Puppy/snapt up he
            pronunciations = chain.from_iterable(run_together_reduced(said[start:]) for start in range(len(said) - 1))
        return sound(" ".join(words), pronunciations, self.settings, len(words))

    def _pronounce(self, words: Sequence[str]) -> None:
        new = list(dict.fromkeys(word for word in words if word not in self._pronounced))
        if new:
            self._pronounced.update(zip(new, self._pronouncer.pronounce(new), strict=True))


def _words_of(ends: Iterable[End]) -> list[str]:
    return [word for end in ends for word in (end[0], *end[1])]


def _is_monosyllable(alone: Sound) -> bool:
    return bool(alone.endings) and all(ending.syllables == 1 and not ending.promoted for ending in alone.endings)


def _in_company(ends: Sequence[LineEnd]) -> list[Sound]:
    """The sound of each end word, or of the last words together if these make a full rhyme with another line."""
    sounds = [end.alone for end in ends]
    for place, end in enumerate(ends):
        if end.together is not None:
            others = (part for at, other in enumerate(ends) if at != place for part in (other.alone, other.together))
            if any(part is not None and _answers(end.together, part) for part in others):
                sounds[place] = end.together
    return _widened(ends, sounds) if any(end.wide is not _nothing for end in ends) else sounds


def _widened(ends: Sequence[LineEnd], sounds: list[Sound]) -> list[Sound]:
    """The sounds, where a monosyllable that rhymes with no other line sounds with the word before it if that rhymes."""
    feminine = [place for place, sound in enumerate(sounds) if _is_feminine(sound)]
    for place, end in enumerate(ends):
        others = [sounds[at] for at in feminine if at != place]
        if others and end.wide is not _nothing and not any(_agrees(place, at, sounds) for at in range(len(ends))):
            wide = end.wide()
            if wide is not None and any(_answers(wide, other) for other in others):
                sounds[place] = wide
    return sounds


def _agrees(place: int, at: int, sounds: Sequence[Sound]) -> bool:
    return place != at and sounds_agree(sounds[place], sounds[at])


def _is_feminine(sound: Sound) -> bool:
    return any(ending.syllables > 1 and not ending.promoted for ending in sound.endings)


def _answers(tail: Sound, other: Sound) -> bool:
    """Whether the last words together make a full rhyme of two or more syllables with another line."""
    shared = tail.stressed & other.stressed
    return tail.words > 1 and any(Ending((), phones).syllables > 1 for phones in shared)
