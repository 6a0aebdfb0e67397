"""Edited spans of a text as HTML: deletions, insertions and changes are marked, and the text itself stays the same."""

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from versebench.release.documents.facts import ExamplePair, Spans

Tag = Literal["del", "ins", "mark"]


@dataclass(frozen=True)
class Mark:
    """A half-open range of characters and the HTML element that shows it; an empty range is shown as a caret."""

    start: int
    end: int
    tag: Tag


def highlight_pair(example: ExamplePair) -> tuple[str, str]:
    """HTML of the original and of the corruption, the edited spans marked on both sides.

    Spans of both sides belong together by their order. If the span of one side is empty, the other was deleted or
    inserted; otherwise it was changed.
    """
    original, corrupted = example.original_spans, example.corrupted_spans
    return (
        highlight(example.original, _marks(original, corrupted, "del")),
        highlight(example.corrupted, _marks(corrupted, original, "ins")),
    )


def highlight(text: str, marks: Sequence[Mark]) -> str:
    """HTML of a text with one block for each line; its text content equals the text, character by character.

    Raises ``ValueError`` if marks overlap, are out of order, or reach beyond the text.
    """
    _check(text, marks)
    marks = [_visible(mark, text) for mark in marks]
    lines = []
    start = 0
    for line in text.split("\n"):
        lines.append(_line(line, _clip(marks, start, start + len(line))))
        start += len(line) + 1
    return "\n".join(lines)


def _marks(spans: Spans, counterparts: Spans, alone: Tag) -> list[Mark]:
    paired = len(spans) == len(counterparts)
    return [
        Mark(start, end, alone if paired and _empty(counterparts[i]) else "mark")
        for i, (start, end) in enumerate(spans)
    ]


def _empty(span: tuple[int, int]) -> bool:
    return span[0] == span[1]


def _check(text: str, marks: Sequence[Mark]) -> None:
    last = 0
    for mark in marks:
        if not last <= mark.start <= mark.end <= len(text):
            raise ValueError(
                f"the span {mark.start} to {mark.end} overlaps the previous span, which ends at {last}, or exceeds the "
                f"text of {len(text)} characters: give spans in order, as half-open ranges of characters"
            )
        last = mark.end


def _visible(mark: Mark, text: str) -> Mark:
    # A line break has no glyph to colour, so a caret shows its place.
    return mark if text[mark.start : mark.end].strip("\n") else replace(mark, end=mark.start)


def _clip(marks: Iterable[Mark], start: int, end: int) -> list[Mark]:
    clipped = []
    for mark in marks:
        low, high = max(mark.start, start), min(mark.end, end)
        if low < high or (mark.start == mark.end and low == high):
            clipped.append(Mark(low - start, high - start, mark.tag))
    return clipped


def _line(line: str, marks: Iterable[Mark]) -> str:
    parts = []
    at = 0
    for mark in marks:
        parts += [_escape(line[at : mark.start]), _element(line[mark.start : mark.end], mark.tag)]
        at = mark.end
    parts.append(_escape(line[at:]))
    # Each line has its own direction, so that a right-to-left line does not affect its neighbours.
    return f'<span class="line" dir="auto">{"".join(parts)}</span>'


def _element(text: str, tag: Tag) -> str:
    if not text:
        # The style sheet draws the caret, so that copying the poem copies only the poem.
        return '<span class="caret" role="img" aria-label="(text is missing here)"></span>'
    return f"<{tag}>{_escape(text)}</{tag}>"


def _escape(text: str) -> str:
    # An HTML parser reads a bare carriage return as a line feed.
    return html.escape(text).replace("\r", "&#13;")
