"""A poem with its annotation, as corruptions see it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from transforms.corruptions.offers import OffersByTask
from transforms.words import last_piece, letters


@dataclass(frozen=True, slots=True)
class EndWord:
    """The end word of a line: its half-open range in the poem's text, and the number of its token."""

    start: int
    end: int
    token: int
    upos: str


@dataclass(frozen=True)
class AnnotatedPoem:
    """A poem as text, the ranges of its lines in it, its rhyme scheme, and its tokens as parallel sequences.

    Offsets are characters of the whole text, ranges half-open, lines and tokens numbered from 0. Tokens of marks alone
    are not listed. ``upos`` holds the Universal part of speech of each token's word, ``in_thesaurus`` whether the
    thesaurus holds the end word of each line, ``offers`` what models offered for the tasks that need them.
    What is derived from them is worked out when a task first asks, and kept for the others.
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
    offers: OffersByTask = field(default_factory=dict)

    def line_text(self, line: int) -> str:
        """The text of a line."""
        start, end = self.lines[line]
        return self.text[start:end]

    def word(self, token: int) -> str:
        """The word of a token, without marks."""
        return self.words[token]

    def last_token(self, line: int) -> int | None:
        """The last token of a line; None where it has none."""
        return self.last_tokens.get(line)

    def end_word(self, line: int) -> EndWord | None:
        """The end word of a line; None where it has none."""
        return self.end_words[line]

    @cached_property
    def words(self) -> list[str]:
        """The word of each token, without marks."""
        return [self.text[start:end] for start, end in zip(self.word_start, self.word_end, strict=True)]

    @cached_property
    def letters(self) -> list[int]:
        """Number of letters of each token's word."""
        return [letters(word) for word in self.words]

    @cached_property
    def last_tokens(self) -> dict[int, int]:
        """The last token of each line that has one."""
        return {line: token for token, line in enumerate(self.token_line)}

    @cached_property
    def end_words(self) -> list[EndWord | None]:
        """The end word of each line; None where it has none."""
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
        ranges.append((start, start + len(line)))
        start += len(line) + 1
    return ranges
