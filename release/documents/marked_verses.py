"""Verses in pieces, to show which syllables rhyme and which tokens are copied."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, groupby, pairwise

from versebench.transforms.prosody.rhyme_density.written import parts
from versebench.transforms.text.words import tokens


@dataclass(frozen=True)
class MarkedPiece:
    """A piece of a line: its rhyme group if it is a syllable that rhymes, and whether it is copied."""

    text: str
    group: int | None
    copied: bool


@dataclass(frozen=True)
class Rhymed:
    """A syllable that rhymes: the word in the verse and the place in the word, both from 0, and its rhyme group."""

    word: int
    place: int
    syllables_of_word: int
    group: int


def marked_lines(
    text: str, rhymed: Sequence[Rhymed], copies: Sequence[tuple[int, int]] = ()
) -> list[list[MarkedPiece]]:
    """The lines of a verse in pieces, which together are the line.

    ``copies`` are the first token and the length of each copied run. They count the parts between spaces, as in the
    text of a generated verse.
    """
    syllables: dict[int, dict[int, int]] = {}
    sizes: dict[int, int] = {}
    for mark in rhymed:
        syllables.setdefault(mark.word, {})[mark.place] = mark.group
        sizes[mark.word] = mark.syllables_of_word
    copied = {token for start, length in copies for token in range(start, start + length)}
    words, places = count(), count()
    lines = []
    for line in text.split("\n"):
        groups: list[int | None] = [None] * len(line)
        for token in tokens(line):
            word = next(words)
            if word in sizes:
                _colour(groups, line, token.word_start, token.word_end, sizes[word], syllables[word])
        lines.append(list(_pieces(line, groups, _underlined(line, places, copied))))
    return lines


def _colour(
    groups: list[int | None], line: str, start: int, end: int, syllables: int, marks: Mapping[int, int]
) -> None:
    """Write the groups of a word's syllables to their characters."""
    for place, part in enumerate(parts(line[start:end], syllables)):
        groups[start : start + len(part)] = [marks.get(place)] * len(part)
        start += len(part)


def _underlined(line: str, places: Iterator[int], copied: set[int]) -> list[bool]:
    """Whether each character of a line is in a copied token, or between two of them."""
    marks = [False] * len(line)
    before = -1
    for blank, characters in groupby(range(len(line)), key=lambda place: line[place].isspace()):
        if blank:
            continue
        stretch = list(characters)
        if next(places) not in copied:
            before = -1
            continue
        start = stretch[0] if before < 0 else before
        before = stretch[-1] + 1
        marks[start:before] = [True] * (before - start)
    return marks


def _pieces(line: str, groups: Sequence[int | None], copied: Sequence[bool]) -> Iterator[MarkedPiece]:
    """The longest pieces without a change. Two syllables of one group that touch are one piece."""
    changes = [
        place
        for place in range(1, len(line))
        if (groups[place], copied[place]) != (groups[place - 1], copied[place - 1])
    ]
    for start, end in pairwise([0, *changes, len(line)]):
        if start < end:
            yield MarkedPiece(line[start:end], groups[start], copied[start])
