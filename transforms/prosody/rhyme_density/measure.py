"""The rhymes and densities of verses."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isnan
from typing import NamedTuple

import numpy as np

from versebench.transforms.prosody.rhyme_density.contract import RhymeDetector
from versebench.transforms.prosody.rhyme_density.heard import ORIGINS, SyllableLexicon, Syllables, Verse
from versebench.transforms.prosody.rhyme_density.marks import Marks, mark
from versebench.transforms.prosody.rhyme_density.weightings import WEIGHTINGS
from versebench.transforms.text.verse_words import entropy, verse_tokens

AT_ONCE = 200
"""Verses whose syllables are compared together; it changes the speed and no result."""


class MarkedSyllable(NamedTuple):
    """A syllable that rhymes.

    ``line`` and ``word`` count from 0 in the verse, and ``place`` in the word, which has ``syllables_of_word``.
    """

    line: int
    word: int
    place: int
    syllables_of_word: int
    group: int
    length: int
    ends_lines: bool
    origin: str


@dataclass(frozen=True)
class VerseRhymes:
    """The rhymes of a verse.

    ``density`` is None if the verse has no syllable; ``weighted`` has it under each weighting, and each weight in a
    mean of verses. ``words`` counts all words, ``unheard_words`` those without a pronunciation. ``rhymed_by_length``
    counts the syllables whose longest rhyme has 1, 2, and 3 or more syllables.
    """

    density: float | None
    weighted: dict[str, tuple[float, float] | None]
    entropy_bits: float
    tokens: int
    words: int
    unheard_words: int
    syllables: int
    rhymed: int
    rhymed_by_length: tuple[int, int, int]
    rhymed_at_line_ends: int
    marks: tuple[MarkedSyllable, ...]


def measure(verses: Sequence[Verse], lexicon: SyllableLexicon, detector: RhymeDetector) -> list[VerseRhymes]:
    """The rhymes of each verse."""
    measured = []
    for start in range(0, len(verses), AT_ONCE):
        block = verses[start : start + AT_ONCE]
        syllables = lexicon.hear(block)
        pairs = detector.pairs(syllables)
        marks, densities = mark(syllables, pairs), detector.densities(syllables, pairs).tolist()
        counts = np.stack((syllables.words, syllables.unheard, np.diff(syllables.starts)), 1).tolist()
        rows = zip(block, _marked(syllables, marks), densities, map(tuple, counts), strict=True)
        measured += [_verse(*row) for row in rows]
    return measured


def _verse(
    verse: Verse, marked: tuple[MarkedSyllable, ...], density: float, counts: tuple[int, int, int]
) -> VerseRhymes:
    """``counts`` are those of the words, of the words without a pronunciation, and of the syllables."""
    tokens = verse_tokens(verse)
    bits = entropy(tokens)
    heard = not isnan(density)
    words, unheard, syllables = counts
    lengths = Counter(min(syllable.length, 3) for syllable in marked)
    return VerseRhymes(
        density=density if heard else None,
        weighted={name: weigh(density, bits, len(tokens)) if heard else None for name, weigh in WEIGHTINGS.items()},
        entropy_bits=bits,
        tokens=len(tokens),
        words=words,
        unheard_words=unheard,
        syllables=syllables,
        rhymed=len(marked),
        rhymed_by_length=(lengths[1], lengths[2], lengths[3]),
        rhymed_at_line_ends=sum(syllable.ends_lines for syllable in marked),
        marks=marked,
    )


def _marked(syllables: Syllables, marks: Marks) -> list[tuple[MarkedSyllable, ...]]:
    """The marked syllables of each verse."""
    places = np.flatnonzero(marks.rhymed)
    verse = syllables.verse[places]
    first_line, first_word = (np.cumsum(counts) - counts for counts in (syllables.lines, syllables.words))
    columns = (
        syllables.line[places] - first_line[verse],
        syllables.word[places] - first_word[verse],
        syllables.place[places],
        syllables.syllables_of_word[places],
        marks.group[places],
        marks.length[places],
        marks.ends_lines[places],
    )
    origins = (ORIGINS[origin] for origin in syllables.origin[places].tolist())
    rows = [MarkedSyllable(*row) for row in zip(*(column.tolist() for column in columns), origins, strict=True)]
    bounds = np.searchsorted(verse, np.arange(len(syllables.starts)))
    return [tuple(rows[start:end]) for start, end in pairwise(bounds.tolist())]
