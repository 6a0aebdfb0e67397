"""A stanza and its sounds: its lines, their end words and syllables, in a form."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from versebench.models.pronunciation.contract import Pronouncer, Pronunciation
from versebench.transforms.prosody.forms.contract import Form
from versebench.transforms.prosody.languages.contract import Language
from versebench.transforms.prosody.languages.english import ENGLISH, EnglishRhymes
from versebench.transforms.prosody.perfect_rhyme import rhyming_parts
from versebench.transforms.prosody.rhymes.contract import Rhymes
from versebench.transforms.prosody.rhymes.scheme import SchemeFinder
from versebench.transforms.prosody.rhymes.settings import AMERICAN, RhymeSettings
from versebench.transforms.prosody.syllables import Counter, count_vowels


class RememberingPronouncer:
    """A pronouncer that asks another one for each distinct word once; ``known`` is its memory."""

    def __init__(self, pronouncer: Pronouncer, known: dict[str, tuple[Pronunciation, ...]]) -> None:
        self._pronouncer = pronouncer
        self._known = known

    @property
    def name(self) -> str:
        """The name of the other pronouncer."""
        return self._pronouncer.name

    def pronounce(self, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
        """All pronunciations of each word; those that are new are asked for together."""
        if new := [word for word in dict.fromkeys(words) if word not in self._known]:
            self._known.update(zip(new, self._pronouncer.pronounce(new), strict=True))
        return [self._known[word] for word in words]


class SoundMemory:
    """Remembers the pronunciations of words and what follows from them, so that each distinct word is asked for once.

    ``rhymes`` states what counts as the same sound, ``counter`` counts syllables. All words are of ``language``.
    """

    def __init__(
        self,
        pronouncer: Pronouncer,
        rhymes: RhymeSettings = AMERICAN,
        counter: Counter = count_vowels,
        language: Language = ENGLISH,
    ) -> None:
        self.rhymes = rhymes
        self.language = language
        self._known: dict[str, tuple[Pronunciation, ...]] = {}
        # Finders and counters refer to the dictionary and not to this memory: no reference cycle outlives a shard.
        self._pronouncer, self._counter = RememberingPronouncer(pronouncer, self._known), counter
        self._entries: dict[str, bool] = {}
        self._rhymes: dict[str, frozenset[tuple[str, ...]]] = {}
        self._syllables: dict[str, int | None] = {}
        self._finders: dict[RhymeSettings, Rhymes] = {}

    def pronunciations(self, word: str) -> tuple[Pronunciation, ...]:
        """All pronunciations of a word; empty if the pronouncer does not know it."""
        if word not in self._known:
            self._known[word] = self._pronouncer.pronounce([word])[0]
        return self._known[word]

    def rhymes_of(self, settings: RhymeSettings) -> Rhymes:
        """The rhymes of the language under these settings; words in this memory are not asked for again."""
        if settings not in self._finders:
            self._finders[settings] = self.language.rhymes(self._pronouncer, settings)
        return self._finders[settings]

    def finder_of(self, settings: RhymeSettings) -> SchemeFinder:
        """The finder of rhymes that have a class and a distance.

        Raises ``TypeError`` for a language that lacks phones.
        """
        rhymes = self.rhymes_of(settings)
        if not isinstance(rhymes, EnglishRhymes):
            raise TypeError(f"rhymes in {self.language.title} have no distance; call rhymes_of instead")
        return rhymes.finder

    def has_entry(self, word: str) -> bool:
        """Whether a word has a pronunciation that no model guessed."""
        if word not in self._entries:
            self._entries[word] = any(not pronunciation.guessed for pronunciation in self.pronunciations(word))
        return self._entries[word]

    def rhyming_parts(self, word: str) -> frozenset[tuple[str, ...]]:
        """The rhyming part of each pronunciation of a word."""
        if word not in self._rhymes:
            self._rhymes[word] = rhyming_parts(self.pronunciations(word))
        return self._rhymes[word]

    def syllables(self, word: str) -> int | None:
        """Syllables of a word; None if they are not known."""
        if word not in self._syllables:
            self._syllables[word] = self._counter([word], self._pronouncer)[0] or None
        return self._syllables[word]

    def learn_syllables(self, words: Sequence[str], syllables: Sequence[int]) -> None:
        """Remember syllables of words that the same counter counted before; 0 stands for not known."""
        self._syllables.update(zip(words, (count or None for count in syllables), strict=True))


@dataclass(frozen=True)
class Stanza:
    """The lines of a poem without blank ones, in a form. Derived values are computed when a filter first asks."""

    lines: Sequence[str]
    form: Form
    sounds: SoundMemory

    @cached_property
    def words(self) -> list[list[str]]:
        """The words of each line."""
        return list(map(self.sounds.language.words, self.lines))

    @cached_property
    def end_words(self) -> tuple[str | None, ...]:
        """End word of each line; None for a line without a word."""
        return tuple(map(self.sounds.language.last_word, self.words))

    def pronunciations(self, line: int) -> tuple[Pronunciation, ...]:
        """Pronunciations of the end word of a line, numbered from 0."""
        word = self.end_words[line]
        return () if word is None else self.sounds.pronunciations(word)

    def rhyming_parts(self, line: int) -> frozenset[tuple[str, ...]]:
        """Rhyming parts of the end word of a line; two lines that share one rhyme."""
        word = self.end_words[line]
        return frozenset() if word is None else self.sounds.rhyming_parts(word)

    def syllables(self, line: int) -> int | str:
        """Syllables of a line by the most usual pronunciations; if a word has none, the first such word."""
        counts = list(map(self.sounds.syllables, self.words[line]))
        return self.words[line][counts.index(None)] if None in counts else sum(filter(None, counts))
