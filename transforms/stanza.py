"""A stanza as it is heard: its lines, their end words and syllables, in a form."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from models.ear.contract import Ear, Pronunciation
from transforms.forms.contract import Form
from transforms.words import end_word, tokens


class Hearing:
    """Remembers what an ear said, so that each distinct word is asked for once."""

    def __init__(self, ear: Ear) -> None:
        self._ear = ear
        self._known: dict[str, tuple[Pronunciation, ...]] = {}

    def pronunciations(self, word: str) -> tuple[Pronunciation, ...]:
        """All pronunciations of a word; none where the ear does not know it."""
        if word not in self._known:
            self._known[word] = self._ear.hear([word])[0]
        return self._known[word]


@dataclass(frozen=True)
class Stanza:
    """The lines of a poem without blank ones. What is derived from them is worked out when a filter first asks."""

    lines: Sequence[str]
    form: Form
    hearing: Hearing

    @cached_property
    def end_words(self) -> tuple[str | None, ...]:
        """End word of each line; None where a line has no word."""
        return tuple(end_word(line) for line in self.lines)

    def pronunciations(self, line: int) -> tuple[Pronunciation, ...]:
        """Pronunciations of the end word of a line, numbered from 0."""
        word = self.end_words[line]
        return () if word is None else self.hearing.pronunciations(word)

    def syllables(self, line: int) -> int | str:
        """Syllables of a line by the most usual pronunciations, or the first word that has none."""
        total = 0
        text = self.lines[line]
        for token in tokens(text):
            word = text[token.word_start : token.word_end]
            heard = self.hearing.pronunciations(word)
            if not heard:
                return word
            total += heard[0].syllables
        return total
