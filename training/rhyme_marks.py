"""Verses with rhymes marked by hand: reading them, and how well a detector finds the marked syllables.

One word is written ``word:labels``, one character a syllable: a dot rhymes with nothing, equal letters rhyme. A blank
line ends a verse, ``== id`` begins one, ``#`` begins a comment.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from versebench.transforms.prosody.rhyme_density.contract import RhymeDetector
from versebench.transforms.prosody.rhyme_density.heard import SyllableLexicon, Syllables
from versebench.transforms.prosody.rhyme_density.marks import mark

NO_RHYME = "."


@dataclass(frozen=True)
class MarkedVerse:
    """A verse: for each line its words, each with a label for every syllable."""

    name: str
    lines: list[list[tuple[str, str]]]

    @property
    def texts(self) -> list[str]:
        """The lines without the labels."""
        return [" ".join(word for word, _ in line) for line in self.lines]


def read_marks(path: Path) -> list[MarkedVerse]:
    """The verses of a file. Raises ``ValueError`` with the line of a word without labels."""
    verses: list[MarkedVerse] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.startswith("=="):
            verses.append(MarkedVerse(line[2:].split("|")[0].strip(), []))
        elif line.strip() and not line.startswith("#"):
            words = [token.partition(":") for token in line.split()]
            if not verses or not all(word and labels for word, _, labels in words):
                raise ValueError(f"{path}, line {number}: write each word as word:labels, below a line == id")
            verses[-1].lines.append([(word, labels) for word, _, labels in words])
    return verses


@dataclass(frozen=True)
class Gold:
    """Marked verses beside their syllables as the lexicon has them.

    A word that has more syllables there than labels has its surplus ones at the last label.
    """

    verses: Sequence[MarkedVerse]
    lexicon: SyllableLexicon

    @cached_property
    def syllables(self) -> Syllables:
        """The syllables of the lexicon."""
        return self.lexicon.hear([verse.texts for verse in self.verses])

    @cached_property
    def marked(self) -> np.ndarray:
        """Which syllables are marked by hand."""
        return np.array([label != NO_RHYME for _, _, labels in self._words for label in labels])

    @cached_property
    def verse(self) -> np.ndarray:
        """The number of the verse of each syllable of the marks."""
        return np.array([number for number, _, labels in self._words for _ in labels])

    @property
    def densities(self) -> np.ndarray:
        """The density of each verse by the marks."""
        return np.bincount(self.verse, self.marked) / np.bincount(self.verse)

    def found(self, detector: RhymeDetector) -> np.ndarray:
        """Which of the syllables of the marks a detector finds to rhyme."""
        syllables = self.syllables
        rhymed = mark(syllables, detector.pairs(syllables)).rhymed
        found = np.zeros(len(self.marked), bool)
        found[self._label_of[rhymed]] = True
        return found

    @cached_property
    def _words(self) -> list[tuple[int, str, str]]:
        return [
            (number, word, labels)
            for number, verse in enumerate(self.verses)
            for line in verse.lines
            for word, labels in line
        ]

    @cached_property
    def _label_of(self) -> np.ndarray:
        """The place among the labels of each syllable of the lexicon."""
        many = np.array([len(labels) for _, _, labels in self._words])
        first = np.cumsum(many) - many
        word = self.syllables.word
        places: np.ndarray = first[word] + np.minimum(self.syllables.place, many[word] - 1)
        return places


def f1(found: np.ndarray, marked: np.ndarray) -> float:
    """The harmonic mean of precision and recall of the marked syllables."""
    return 2 * float((found & marked).sum()) / max(1.0, float(found.sum() + marked.sum()))
