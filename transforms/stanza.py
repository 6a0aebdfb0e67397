"""A stanza as it is heard: its lines, their end words and syllables, in a form."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from models.ear.contract import Ear, Pronunciation
from transforms.forms.contract import Form
from transforms.rhyme import rhyming_parts
from transforms.words import Token, last_piece, pieces, tokens


class Hearing:
    """Remembers what an ear said and what follows from it, so that each distinct word is asked for once."""

    def __init__(self, ear: Ear) -> None:
        self._ear = ear
        self._known: dict[str, tuple[Pronunciation, ...]] = {}
        self._rhymes: dict[str, frozenset[tuple[str, ...]]] = {}
        self._syllables: dict[str, int | None] = {}

    def pronunciations(self, word: str) -> tuple[Pronunciation, ...]:
        """All pronunciations of a word; none where the ear does not know it."""
        if word not in self._known:
            self._known[word] = self._ear.hear([word])[0]
        return self._known[word]

    def rhyming_parts(self, word: str) -> frozenset[tuple[str, ...]]:
        """The rhyming part of each pronunciation of a word."""
        if word not in self._rhymes:
            self._rhymes[word] = rhyming_parts(self.pronunciations(word))
        return self._rhymes[word]

    def syllables(self, word: str) -> int | None:
        """Syllables of a word; of one that the ear does not know as a whole (art—still, well-bred), of its pieces."""
        if word not in self._syllables:
            self._syllables[word] = self._count_syllables(word)
        return self._syllables[word]

    def _count_syllables(self, word: str) -> int | None:
        if heard := self.pronunciations(word):
            return heard[0].syllables
        parts = [self.pronunciations(piece) for piece in pieces(word)]
        return sum(part[0].syllables for part in parts) if len(parts) > 1 and all(parts) else None


@dataclass(frozen=True)
class Stanza:
    """The lines of a poem without blank ones. What is derived from them is worked out when a filter first asks."""

    lines: Sequence[str]
    form: Form
    hearing: Hearing

    @cached_property
    def tokens(self) -> tuple[tuple[Token, ...], ...]:
        """Tokens of each line."""
        return tuple(tuple(tokens(line)) for line in self.lines)

    @cached_property
    def end_words(self) -> tuple[str | None, ...]:
        """End word of each line; None where a line has no word."""
        return tuple(map(_end_word, self.lines, self.tokens))

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
        text = self.lines[line]
        words = [text[token.word_start : token.word_end] for token in self.tokens[line]]
        counts = [self.hearing.syllables(word) for word in words]
        return words[counts.index(None)] if None in counts else sum(count or 0 for count in counts)


def _end_word(line: str, found: Sequence[Token]) -> str | None:
    return line[slice(*last_piece(line, found[-1].word_start, found[-1].word_end))] if found else None
