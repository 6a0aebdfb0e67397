"""Where the words of a text stand in it: the word tokenizer writes other quotes and dashes, and drops some signs."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from versebench.models.scorers.contract import Span
from versebench.models.scorers.transformer_xl.words import PLAIN_MARKS, Rule, split_words

_DROPPED = re.compile(r"[\s\x00-\x1f]")
_MARK_IN_WORD = re.compile(r"@([-,.])@")


@dataclass(frozen=True, slots=True)
class _Traced:
    """A rewritten text, and for each of its characters those of the original that it stands for."""

    text: str
    places: tuple[Span, ...]

    def rewritten(self, rule: Rule) -> Self:
        """By a rule. All that is written for a match stands for the whole of it, as its signs may change places."""
        text, places, done = "", list[Span](), 0
        for match in rule.pattern.finditer(self.text):
            start, end = match.span()
            written = rule.write(match)
            text += self.text[done:start] + written
            places += self.places[done:start]
            places += [(self.places[start][0], self.places[end - 1][1])] * len(written)
            done = end
        return type(self)(text + self.text[done:], (*places, *self.places[done:]))


def text_spans(text: str, *, lower_case: bool = False) -> list[Span]:
    """For each number that ``WordTokenizer.encode`` gives, the characters of the text that it stands for.

    Both ends rise or stay from each word to the next. Words that changed places, as a full stop and the quote before
    it, have one span together; ``<eos>`` has that of its line break.
    """
    found: list[Span] = []
    start = 0
    for number, line in enumerate(text.split("\n")):
        if number:
            found.append((start - 1, start))
        found += [(start + first, start + end) for first, end in _line_spans(line, lower_case)]
        start += len(line) + 1
    return found


def _line_spans(line: str, lower_case: bool) -> Iterator[Span]:
    """After the rules for quotes and dashes, those of ``split_words`` only part words, mark ``@-@`` and drop signs."""
    traced = _lowered(line) if lower_case else _Traced(line, tuple((i, i + 1) for i in range(len(line))))
    words = split_words(traced.text)
    for rule in PLAIN_MARKS:
        traced = traced.rewritten(rule)
    signs = zip(traced.text, traced.places, strict=True)
    places = [place for sign, place in signs if not _DROPPED.match(sign)]
    used = 0
    for word in words:
        letters = _MARK_IN_WORD.sub(r"\1", word)
        yield _around(places[used : used + len(letters)])
        used += len(letters)


def _lowered(line: str) -> _Traced:
    # A small letter may be two characters, as that of the Turkish capital I with a dot.
    places = tuple((i, i + 1) for i, sign in enumerate(line) for _ in sign.lower())
    return _Traced(line.lower(), places)


def _around(places: Sequence[Span]) -> Span:
    return places[0][0], places[-1][1]
