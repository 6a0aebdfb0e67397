"""Verses as arrays of syllables, each with its line, its word and the origin of its sound."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from versebench.models.pronunciation.contract import Pronouncer, Pronunciation
from versebench.transforms.prosody.rhyme_density.inventory import Inventory
from versebench.transforms.prosody.rhyme_density.stems import stem
from versebench.transforms.prosody.rhyme_density.syllables import LIGHT_WORDS, split, unstressed
from versebench.transforms.text.words import spelt_alike, words

Verse = Sequence[str]
"""The lines of a verse. Lines without a word may be among them; a stanza break changes nothing."""

ORIGINS = ("entry", "rule", "guess")
"""Where the sound of a word comes from: a dictionary, a spelling rule over one, or a model."""


@dataclass(frozen=True)
class Syllables:
    """The syllables of some verses in order, as parallel arrays.

    ``inventory`` has the sounds that ``vowel`` and ``coda`` number. ``word`` counts the words of all verses, also those
    without a pronunciation. ``spelling`` and ``stem`` number words: equal if the words are equal, or forms of one word.
    ``line`` counts the lines of all verses. ``place`` is that in the word, which has ``syllables_of_word``.
    ``last_in_word`` and ``last_in_line`` mark the ends of words and lines.
    ``origin`` is a place in ``ORIGINS``. ``starts`` has the first syllable of each verse, and after the last verse the
    number of syllables. ``lines``, ``words`` and ``unheard`` count the lines and the words of each verse, and the words
    without a pronunciation.
    """

    vowel: np.ndarray
    coda: np.ndarray
    stress: np.ndarray
    word: np.ndarray
    spelling: np.ndarray
    stem: np.ndarray
    line: np.ndarray
    place: np.ndarray
    syllables_of_word: np.ndarray
    last_in_word: np.ndarray
    last_in_line: np.ndarray
    origin: np.ndarray
    starts: np.ndarray
    lines: np.ndarray
    words: np.ndarray
    unheard: np.ndarray
    inventory: Inventory

    def __len__(self) -> int:
        """The number of syllables."""
        return len(self.vowel)

    @property
    def verse(self) -> np.ndarray:
        """The number of the verse of each syllable."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))


@dataclass
class SyllableLexicon:
    """The syllables of words, each of which is pronounced once.

    The first pronunciation of a word counts. Without ``guesses``, a word that only a model can pronounce has no
    syllables.
    """

    pronouncer: Pronouncer
    guesses: bool = True
    inventory: Inventory = field(default_factory=Inventory, init=False)
    _numbers: dict[str, int] = field(default_factory=dict, init=False)
    _pronounced: list[Pronunciation | None] = field(default_factory=list, init=False)
    _stems: dict[str, int] = field(default_factory=dict, init=False)
    _of_syllables: list[tuple[int, int, int]] = field(default_factory=list, init=False)
    _of_words: list[tuple[int, int, int]] = field(default_factory=list, init=False)
    _arrays: tuple[np.ndarray, np.ndarray] | None = field(default=None, init=False)

    def learn(self, spoken: Iterable[str]) -> None:
        """Pronounce the words that are new, all in one call."""
        spellings = dict.fromkeys(word for written in spoken if (word := spelt_alike(written)) not in self._numbers)
        if not spellings:
            return
        for word, readings in zip(spellings, self.pronouncer.pronounce(list(spellings)), strict=True):
            usable = [reading for reading in readings[:1] if self.guesses or not reading.guessed]
            self._numbers[word] = len(self._pronounced)
            self._pronounced.append(usable[0] if usable else None)
            self._add(word, usable[0] if usable else None)
        self._arrays = None

    def pronunciation(self, word: str) -> Pronunciation | None:
        """The pronunciation that counts; None if the word has none, or has not been learnt."""
        number = self._numbers.get(spelt_alike(word))
        return None if number is None else self._pronounced[number]

    def hear(self, verses: Sequence[Verse]) -> Syllables:
        """The syllables of verses. New words are learnt first."""
        lines = [words(line) for verse in verses for line in verse]
        spoken = [word for line in lines for word in line]
        self.learn(spoken)
        numbers = np.fromiter((self._numbers[spelt_alike(word)] for word in spoken), np.int64, len(spoken))
        words_of_line = np.fromiter(map(len, lines), np.int64, len(lines))
        lines_of_verse = np.fromiter(map(len, verses), np.int64, len(verses))
        return self._assemble(numbers, np.repeat(np.arange(len(lines)), words_of_line), lines_of_verse)

    def _add(self, word: str, reading: Pronunciation | None) -> None:
        syllables = split(reading.phones) if reading else ()
        for syllable in unstressed(syllables) if word in LIGHT_WORDS else syllables:
            self._of_syllables.append((*self.inventory.numbers(syllable), syllable.stress))
        origin = _origin(reading) if reading else 0
        self._of_words.append((len(syllables), self._stems.setdefault(stem(word), len(self._stems)), origin))

    def _frozen(self) -> tuple[np.ndarray, np.ndarray]:
        """The vowels, codas and stresses of all syllables; the lengths, stems and origins of all words."""
        if self._arrays is None:
            columns = [np.array(rows, np.int32).reshape(-1, 3).T for rows in (self._of_syllables, self._of_words)]
            self._arrays = columns[0].copy(), columns[1].copy()
        return self._arrays

    def _assemble(self, numbers: np.ndarray, lines: np.ndarray, lines_of_verse: np.ndarray) -> Syllables:
        """The syllables of the words with these numbers; ``lines`` is the line of each word."""
        many = len(lines_of_verse)
        verses = np.repeat(np.arange(many), lines_of_verse)[lines]
        (vowel, coda, stress), (lengths, stems, origins) = self._frozen()
        counts = lengths[numbers]
        word = np.repeat(np.arange(len(numbers)), counts)
        spelling, line = numbers[word], lines[word]
        within = np.arange(len(word)) - (np.cumsum(counts) - counts)[word]
        row = (np.cumsum(lengths) - lengths)[spelling] + within
        return Syllables(
            vowel=vowel[row],
            coda=coda[row],
            stress=stress[row],
            word=word,
            spelling=spelling,
            stem=stems[spelling],
            line=line,
            place=within,
            syllables_of_word=counts[word],
            last_in_word=_last(word),
            last_in_line=_last(line),
            origin=origins[spelling],
            starts=np.searchsorted(verses[word], np.arange(many + 1)),
            lines=lines_of_verse,
            words=np.bincount(verses, minlength=many),
            unheard=np.bincount(verses[counts == 0], minlength=many),
            inventory=self.inventory,
        )


def _origin(reading: Pronunciation) -> int:
    return ORIGINS.index("guess" if reading.guessed else "rule" if "+" in reading.origin else "entry")


def _last(groups: np.ndarray) -> np.ndarray:
    """Which elements are the last of their group."""
    return np.append(groups[1:] != groups[:-1], np.ones(min(1, len(groups)), bool))
