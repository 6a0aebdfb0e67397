"""A poem with its annotation, as corruptions see it."""

from collections.abc import Sequence
from dataclasses import dataclass

from transforms.words import end_word_span


@dataclass(frozen=True, slots=True)
class EndWord:
    """The end word of a line: its half-open range in the poem's text, and the number of its token."""

    start: int
    end: int
    token: int
    upos: str


@dataclass(frozen=True, slots=True)
class AnnotatedPoem:
    """A poem as text, the ranges of its lines in it, its rhyme scheme, and its tokens as parallel sequences.

    Offsets are characters of the whole text, ranges half-open, lines and tokens numbered from 0. Tokens of marks alone
    are not listed. ``upos`` holds the Universal part of speech of each token's word.
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

    def line_text(self, line: int) -> str:
        """The text of a line."""
        start, end = self.lines[line]
        return self.text[start:end]

    def word(self, token: int) -> str:
        """The word of a token, without marks."""
        return self.text[self.word_start[token] : self.word_end[token]]

    def last_token(self, line: int) -> int | None:
        """The last token of a line; None where it has none."""
        found = [token for token, place in enumerate(self.token_line) if place == line]
        return found[-1] if found else None

    def end_word(self, line: int) -> EndWord | None:
        """The end word of a line; None where it has none."""
        token, span = self.last_token(line), end_word_span(self.line_text(line))
        if token is None or span is None:
            return None
        start = self.lines[line][0]
        return EndWord(start + span[0], start + span[1], token, self.upos[token])


def line_ranges(text: str) -> list[tuple[int, int]]:
    """The half-open range of each line of a text."""
    ranges, start = [], 0
    for line in text.split("\n"):
        ranges.append((start, start + len(line)))
        start += len(line) + 1
    return ranges
