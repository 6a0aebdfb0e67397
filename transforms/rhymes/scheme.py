"""The rhyme scheme of a stanza of any length and form, as it is heard."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from string import ascii_lowercase

from models.ear.contract import Ear, Pronunciation
from transforms.rhymes.classify import (
    Rhyme,
    RhymeClass,
    classify,
    full_rhyme,
    licensed_rhyme,
    near_rhyme,
    sounds_agree,
)
from transforms.rhymes.cluster import Reach, cluster
from transforms.rhymes.ending import Ending
from transforms.rhymes.settings import VERSE, RhymeSettings
from transforms.rhymes.sound import Sound, sound
from transforms.rhymes.tails import LIGHT, last_words, run_together
from transforms.words import end_word

UNRHYMED = "x"
DEFAULT_REACH = Reach()


class SchemeFinder:
    """Finds schemes with one ear and one set of settings; remembers the words that it heard."""

    def __init__(self, ear: Ear, settings: RhymeSettings = VERSE, reach: Reach = DEFAULT_REACH) -> None:
        self._ear = ear
        self._settings = settings
        self._reach = reach
        self._heard: dict[str, tuple[Pronunciation, ...]] = {}
        self._sounds: dict[str, Sound] = {}

    def scheme(self, lines: Sequence[str]) -> str:
        """A letter for every line, in the order of first lines; x for lines that rhyme with none. After z comes A."""
        return letters(self.groups(lines))

    def pairs(self, lines: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Every two lines of one group."""
        groups = self.groups(lines)
        return ((one, other) for one, other in combinations(range(len(groups)), 2) if groups[one] == groups[other])

    def groups(self, lines: Sequence[str]) -> list[int]:
        """The group of every line, named by its first line."""
        heard = self._heard_together(lines)

        def full(one: int, other: int) -> float | None:
            return 0.0 if sounds_agree(heard[one], heard[other]) else None

        def licensed(one: int, other: int) -> float | None:
            rhyme = full_rhyme(heard[one], heard[other]) or licensed_rhyme(heard[one], heard[other])
            return None if rhyme is None else rhyme.distance

        def near(one: int, other: int) -> float | None:
            rhyme = near_rhyme(heard[one], heard[other])
            return None if rhyme.rhyme_class is RhymeClass.NONE else rhyme.distance

        return cluster(len(lines), full, licensed, near, self._reach)

    def rhyme(self, one: str, other: str) -> Rhyme:
        """The rhyme of two lines: of their end words, or of their last words together if that is fuller."""
        ends, together = self._line_sounds([one, other]), self._heard_together([one, other])
        mosaic = full_rhyme(*together)
        return mosaic if mosaic and mosaic.distance == 0.0 else classify(*ends)

    def knows(self, word: str) -> bool:
        """Whether a word has a pronunciation with a vowel."""
        self._hear([word])
        return bool(self._sound(word).endings)

    def _heard_together(self, lines: Sequence[str]) -> list[Sound]:
        """The sound of each end word, or of the last words together where these answer another line in full."""
        ends = self._line_sounds(lines)
        tails = {place: self._tail(lines[place]) for place, end in enumerate(ends) if end.text.lower() in LIGHT}
        heard = list(ends)
        for place, tail in tails.items():
            others = [
                sound for other in range(len(lines)) if other != place for sound in (ends[other], tails.get(other))
            ]
            if any(sound is not None and _answers(tail, sound) for sound in others):
                heard[place] = tail
        return heard

    def _tail(self, line: str) -> Sound:
        words = last_words(line)
        text = " ".join(words)
        if text not in self._sounds or self._sounds[text].words != len(words):
            self._hear(words)
            together = run_together([self._heard[word] for word in words]) if words else ()
            self._sounds[text] = sound(text, together, self._settings, max(1, len(words)))
        return self._sounds[text]

    def _line_sounds(self, lines: Sequence[str]) -> list[Sound]:
        words = [end_word(line) or "" for line in lines]
        self._hear(words)
        return [self._sound(word) for word in words]

    def _sound(self, word: str) -> Sound:
        if word not in self._sounds:
            self._sounds[word] = sound(word, self._heard[word], self._settings)
        return self._sounds[word]

    def _hear(self, words: Sequence[str]) -> None:
        unheard = list(dict.fromkeys(word for word in words if word not in self._heard))
        if unheard:
            self._heard.update(zip(unheard, self._ear.hear(unheard), strict=True))


def letters(groups: Sequence[int]) -> str:
    """A scheme from groups: one letter a group, in the order of appearance, x for lines alone."""
    names = iter(letter for letter in ascii_lowercase + ascii_lowercase.upper() if letter != UNRHYMED)
    known: dict[int, str] = {}
    for group in groups:
        if group not in known:
            known[group] = UNRHYMED if groups.count(group) == 1 else next(names, "?")
    return "".join(known[group] for group in groups)


def _answers(tail: Sound, other: Sound) -> bool:
    """Whether words together rhyme in full, beyond their last syllable, with another line."""
    shared = tail.stressed & other.stressed
    return tail.words > 1 and any(Ending((), phones).syllables > 1 for phones in shared)
