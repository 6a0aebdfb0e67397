"""A poem with its annotation: the input of tasks."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from versebench.transforms.annotation.offers import OffersByTask
from versebench.transforms.prosody.languages.english import ENGLISH
from versebench.transforms.text.words import last_piece, letters

LEAST_LETTERS = 2
_NOUNS = ("NOUN", "PROPN")
_NEEDED = (*_NOUNS, "VERB", "AUX", "ADP", "DET", "PRON")
_SPARED = frozenset(
    "all along around away back both by down each every just no off on out over quite some so such that then there "
    "through too up very".split()
)
"""Words of these parts of speech that are often adverbs, particles of verbs, or not needed."""


class EndWord(NamedTuple):
    """The end word of a line: its half-open range in the poem's text, and the number of its token."""

    start: int
    end: int
    token: int
    upos: str


@dataclass(frozen=True)
class AnnotatedPoem:
    """A poem as text, the ranges of its lines in it, its rhyme scheme, and its tokens as parallel sequences.

    Offsets count characters of the whole text, ranges are half-open, lines and tokens are numbered from 0. Tokens that
    consist of marks only are not listed. ``upos`` gives the Universal part of speech of each token's word,
    ``in_thesaurus`` whether the thesaurus contains the end word of each line, ``offers`` what models offered for the
    tasks that need them. Derived values are computed when a task first asks, and kept for the other tasks.
    """

    work_id: str
    text: str
    scheme: str
    lines: Sequence[tuple[int, int]]
    token_line: Sequence[int]
    token_start: Sequence[int]
    word_start: Sequence[int]
    word_end: Sequence[int]
    token_end: Sequence[int]
    upos: Sequence[str]
    in_thesaurus: Sequence[bool]
    language: str = ENGLISH.name
    offers: OffersByTask = field(default_factory=dict)

    def line_text(self, line: int) -> str:
        """The text of a line."""
        start, end = self.lines[line]
        return self.text[start:end]

    def word(self, token: int) -> str:
        """The word of a token, without marks."""
        return self.words[token]

    def end_word(self, line: int) -> EndWord | None:
        """The end word of a line; None if the line has no word."""
        return self.end_words[line]

    @cached_property
    def words(self) -> list[str]:
        """The word of each token, without marks."""
        return list(map(self.text.__getitem__, map(slice, self.word_start, self.word_end)))

    @cached_property
    def last_tokens(self) -> dict[int, int]:
        """The last token of each line that has one."""
        return dict(zip(self.token_line, range(len(self.token_line)), strict=True))

    @cached_property
    def fewest_words(self) -> int:
        """The number of words of the shortest line that has a word; 0 if no line has one."""
        return min(map(self.token_line.count, self.last_tokens), default=0)

    @cached_property
    def deletable(self) -> list[int]:
        """Tokens whose word has at least two letters (JCLS 2022, 3.4: "at least two characters long")."""
        text = self.text
        # Nearly all words begin and end with a letter; in these the letters between need not be counted.
        return [
            token
            for token, (start, end) in enumerate(zip(self.word_start, self.word_end, strict=True))
            if end - start >= LEAST_LETTERS
            and ((text[start].isalpha() and text[end - 1].isalpha()) or letters(text[start:end]) >= LEAST_LETTERS)
        ]

    @cached_property
    def deletable_last(self) -> list[int]:
        """The deletable tokens that are the last of their line."""
        last = set(self.last_tokens.values())
        return [token for token in self.deletable if token in last]

    @cached_property
    def deletable_others(self) -> list[int]:
        """The deletable tokens that are not the last of their line."""
        last = set(self.last_tokens.values())
        return [token for token in self.deletable if token not in last]

    @cached_property
    def optional(self) -> frozenset[int]:
        """The tokens that a sentence can often spare: by their part of speech, or as the first of two nouns."""
        return frozenset(
            token
            for token, (upos, word) in enumerate(zip(self.upos, self.words, strict=True))
            if upos not in _NEEDED or word.lower() in _SPARED or (upos in _NOUNS and self._next_word_is_a_noun(token))
        )

    def _next_word_is_a_noun(self, token: int) -> bool:
        follows = token + 1 < len(self.upos) and self.word_end[token] + 1 == self.word_start[token + 1]
        return follows and self.upos[token + 1] in _NOUNS

    @cached_property
    def end_words(self) -> list[EndWord | None]:
        """The end word of each line; None for a line without a word."""
        return [self._end_word(self.last_tokens.get(line)) for line in range(len(self.lines))]

    def _end_word(self, token: int | None) -> EndWord | None:
        if token is None:
            return None
        start, end = last_piece(self.text, self.word_start[token], self.word_end[token])
        return EndWord(start, end, token, self.upos[token])


def line_ranges(text: str) -> list[tuple[int, int]]:
    """The half-open range of each line of a text."""
    ranges, start = [], 0
    for line in text.split("\n"):
        end = start + len(line)
        ranges.append((start, end))
        start = end + 1
    return ranges
