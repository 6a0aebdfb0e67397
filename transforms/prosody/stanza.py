"""A stanza as it is heard: its lines, their end words and syllables, in a form."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from versebench.models.pronunciation.contract import Ear, Pronunciation
from versebench.transforms.prosody.forms.contract import Form
from versebench.transforms.prosody.languages.contract import Language
from versebench.transforms.prosody.languages.english import ENGLISH, EnglishRhymes
from versebench.transforms.prosody.perfect_rhyme import rhyming_parts
from versebench.transforms.prosody.rhymes.contract import Rhymes
from versebench.transforms.prosody.rhymes.scheme import SchemeFinder
from versebench.transforms.prosody.rhymes.settings import AMERICAN, RhymeSettings
from versebench.transforms.prosody.syllables import Counter, count_vowels


class RememberingEar:
    """An ear that asks another for each distinct word once; ``known`` is what it remembers."""

    def __init__(self, ear: Ear, known: dict[str, tuple[Pronunciation, ...]]) -> None:
        self._ear = ear
        self._known = known

    @property
    def name(self) -> str:
        """That of the other ear, which is what is heard."""
        return self._ear.name

    def hear(self, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
        """All pronunciations of each word; those that are new are asked for together."""
        if new := [word for word in dict.fromkeys(words) if word not in self._known]:
            self._known.update(zip(new, self._ear.hear(new), strict=True))
        return [self._known[word] for word in words]


class Hearing:
    """Remembers what an ear said and what follows from it, so that each distinct word is asked for once.

    ``rhymes`` says what counts as the same sound, ``counter`` how syllables are counted. All words are of ``language``.
    """

    def __init__(
        self,
        ear: Ear,
        rhymes: RhymeSettings = AMERICAN,
        counter: Counter = count_vowels,
        language: Language = ENGLISH,
    ) -> None:
        self.rhymes = rhymes
        self.language = language
        self._known: dict[str, tuple[Pronunciation, ...]] = {}
        # What listens through the memory holds it alone and not this hearing: no cycle keeps both beyond a shard.
        self._ear, self._counter = RememberingEar(ear, self._known), counter
        self._entries: dict[str, bool] = {}
        self._rhymes: dict[str, frozenset[tuple[str, ...]]] = {}
        self._syllables: dict[str, int | None] = {}
        self._finders: dict[RhymeSettings, Rhymes] = {}

    def pronunciations(self, word: str) -> tuple[Pronunciation, ...]:
        """All pronunciations of a word; none where the ear does not know it."""
        if word not in self._known:
            self._known[word] = self._ear.hear([word])[0]
        return self._known[word]

    def rhymes_of(self, settings: RhymeSettings) -> Rhymes:
        """The finder of rhymes for these settings, which asks for no word that this hearing knows."""
        if settings not in self._finders:
            self._finders[settings] = self.language.rhymes(self._ear, settings)
        return self._finders[settings]

    def finder_of(self, settings: RhymeSettings) -> SchemeFinder:
        """The same for English, where rhymes have a class and a distance. Raises ``TypeError`` for another language."""
        rhymes = self.rhymes_of(settings)
        if not isinstance(rhymes, EnglishRhymes):
            raise TypeError(f"rhymes of {self.language.title} have no distance; ask rhymes_of")
        return rhymes.finder

    def has_entry(self, word: str) -> bool:
        """Whether a word has a pronunciation that no model guessed."""
        if word not in self._entries:
            self._entries[word] = any(not heard.guessed for heard in self.pronunciations(word))
        return self._entries[word]

    def rhyming_parts(self, word: str) -> frozenset[tuple[str, ...]]:
        """The rhyming part of each pronunciation of a word."""
        if word not in self._rhymes:
            self._rhymes[word] = rhyming_parts(self.pronunciations(word))
        return self._rhymes[word]

    def syllables(self, word: str) -> int | None:
        """Syllables of a word; None where they are not known."""
        if word not in self._syllables:
            self._syllables[word] = self._counter([word], self._ear)[0] or None
        return self._syllables[word]

    def learn_syllables(self, words: Sequence[str], syllables: Sequence[int]) -> None:
        """Remember how many syllables the same counter found in words before; 0 are not known."""
        self._syllables.update(zip(words, (count or None for count in syllables), strict=True))


@dataclass(frozen=True)
class Stanza:
    """The lines of a poem without blank ones. What is derived from them is worked out when a filter first asks."""

    lines: Sequence[str]
    form: Form
    hearing: Hearing

    @cached_property
    def words(self) -> list[list[str]]:
        """The words of each line."""
        return list(map(self.hearing.language.words, self.lines))

    @cached_property
    def end_words(self) -> tuple[str | None, ...]:
        """End word of each line; None where a line has no word."""
        return tuple(map(self.hearing.language.last_word, self.words))

    def pronunciations(self, line: int) -> tuple[Pronunciation, ...]:
        """Pronunciations of the end word of a line, numbered from 0."""
        word = self.end_words[line]
        return () if word is None else self.hearing.pronunciations(word)

    def rhyming_parts(self, line: int) -> frozenset[tuple[str, ...]]:
        """Rhyming parts of the end word of a line; lines that share one rhyme."""
        word = self.end_words[line]
        return frozenset() if word is None else self.hearing.rhyming_parts(word)

    def syllables(self, line: int) -> int | str:
        """Syllables of a line by the most usual pronunciations, or the first word that has none."""
        counts = list(map(self.hearing.syllables, self.words[line]))
        return self.words[line][counts.index(None)] if None in counts else sum(filter(None, counts))
