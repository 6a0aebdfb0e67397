"""The rhymes of verses as columns of the tables ``syllables`` and ``measures``."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from versebench.models.pronunciation.own_words import NO_WORDS, OwnWords, with_own_words
from versebench.models.pronunciation.registry import load_pronouncer
from versebench.transforms.prosody.rhyme_density.heard import SyllableLexicon
from versebench.transforms.prosody.rhyme_density.measure import VerseRhymes, measure
from versebench.transforms.prosody.rhyme_density.registry import DETECTORS
from versebench.transforms.prosody.rhyme_density.rhyme_factor import RhymeFactor

Row = dict[str, Any]


@dataclass(frozen=True)
class RhymeRules:
    """How verses are heard: source of pronunciations with own words, whether guesses count, detector, weighting."""

    pronunciations: str
    guesses: bool
    detector: str
    weighting: str
    own: OwnWords = NO_WORDS

    @cached_property
    def _lexicon(self) -> SyllableLexicon:
        return SyllableLexicon(with_own_words(load_pronouncer(self.pronunciations), self.own), self.guesses)

    def __getstate__(self) -> dict[str, Any]:
        """Without the words that were learnt, which every process learns by itself."""
        return {name: value for name, value in vars(self).items() if name != "_lexicon"}

    def heard(self, texts: Sequence[str]) -> Iterator[tuple[Row, VerseRhymes]]:
        """For each verse the columns of its densities and marks, and its rhymes."""
        verses = [text.split("\n") for text in texts]
        rhymes = measure(verses, self._lexicon, DETECTORS[self.detector])
        factors = measure(verses, self._lexicon, DETECTORS[RhymeFactor.name])
        for verse, factor in zip(rhymes, factors, strict=True):
            yield {**_densities(verse, factor, self.weighting), **_marks(verse)}, verse


def _densities(verse: VerseRhymes, factor: VerseRhymes, weighting: str) -> Row:
    weighted = {name: value or (None, None) for name, value in verse.weighted.items()}
    return {
        "density": verse.density,
        "density_weighted": weighted[weighting][0],
        "density_weight": weighted[weighting][1],
        "density_evenness": weighted["evenness"][0],
        "density_product": weighted["product"][0],
        "rhyme_factor": factor.density,
        "entropy_bits": verse.entropy_bits,
        "words": verse.words,
        "unheard_words": verse.unheard_words,
        "syllables": verse.syllables,
        "rhymed": verse.rhymed,
    }


def _marks(verse: VerseRhymes) -> Row:
    marks = verse.marks
    return {
        "line": [mark.line for mark in marks],
        "word": [mark.word for mark in marks],
        "place": [mark.place for mark in marks],
        "of_word": [mark.syllables_of_word for mark in marks],
        "group": [mark.group for mark in marks],
        "length": [mark.length for mark in marks],
        "origin": [mark.origin for mark in marks],
    }
