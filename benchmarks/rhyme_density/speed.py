"""Processor time of the density of verses whose words are in the lexicon, beside scoring pair by pair.

Pair by pair, the syllables of a verse within the same window are scored one pair at a time with the same tables, whose
scores of codas are computed once and remembered; nothing is detected.
"""

import gzip
import json
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.prosody.rhyme_density.contract import RhymeDetector
from versebench.transforms.prosody.rhyme_density.heard import SyllableLexicon, Verse
from versebench.transforms.prosody.rhyme_density.measure import AT_ONCE
from versebench.transforms.prosody.rhyme_density.measure import measure as measure_rhymes
from versebench.transforms.prosody.rhyme_density.registry import DEFAULT, DETECTORS
from versebench.transforms.prosody.rhyme_density.scores import load_table, stress_term
from versebench.transforms.prosody.rhyme_density.syllables import LIGHT_WORDS, Syllable, split, unstressed
from versebench.transforms.text.words import spelt_alike, words

VERSES, ROUNDS, WINDOW = 1_000, 5, 2


def measure(path: Path) -> dict[str, Any]:
    """The speeds on the first verses of a file of JSON objects with a ``text``."""
    with gzip.open(path, "rt", encoding="utf-8") as rows:
        verses = [json.loads(row)["text"].split("\n") for row, _ in zip(rows, range(VERSES), strict=False)]
    return speeds(verses)


def speeds(verses: Sequence[Verse], rounds: int = ROUNDS) -> dict[str, Any]:
    """The syllables per second of each detector, of everything that is measured, and of scoring pair by pair."""
    lexicon = SyllableLexicon(VersePronouncer())
    syllables = len(lexicon.hear(verses))
    ways: dict[str, Callable[[], object]] = {
        f"density, {name}": partial(densities, verses, lexicon, detector) for name, detector in DETECTORS.items()
    }
    ways["everything that is measured"] = lambda: measure_rhymes(verses, lexicon, DETECTORS[DEFAULT])
    ways["pair by pair"] = lambda: pair_by_pair(verses, lexicon)
    for work in ways.values():
        work()
    times: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(rounds):
        for name in list(ways)[:: 1 if number % 2 == 0 else -1]:
            start = time.process_time()
            ways[name]()
            times[name].append(time.process_time() - start)
    ours, pairs = times[f"density, {DEFAULT}"], times["pair by pair"]
    return {
        "verses": len(verses),
        "syllables": syllables,
        "syllables_per_second": {name: syllables / median(spent) for name, spent in times.items()},
        "times_as_fast_as_pair_by_pair": median(theirs / mine for theirs, mine in zip(pairs, ours, strict=True)),
    }


def densities(verses: Sequence[Verse], lexicon: SyllableLexicon, detector: RhymeDetector) -> np.ndarray:
    """The density of each verse, from its text."""
    blocks = (lexicon.hear(verses[start : start + AT_ONCE]) for start in range(0, len(verses), AT_ONCE))
    return np.concatenate([detector.densities(block, detector.pairs(block)) for block in blocks])


def pair_by_pair(verses: Sequence[Verse], lexicon: SyllableLexicon) -> float:
    """The sum of the scores of all pairs of syllables that are in the window of each other."""
    return sum(_scored(verse, lexicon) for verse in verses)


def _scored(verse: Verse, lexicon: SyllableLexicon) -> float:
    vowels = _vowel_scores()
    lines = [
        line for line in ([s for word in words(text) for s in _syllables(word, lexicon)] for text in verse) if line
    ]
    total = 0.0
    for number, line in enumerate(lines):
        before = [syllable for other in lines[max(0, number - WINDOW) : number] for syllable in other]
        for syllable in line:
            for other in before:
                total += vowels[syllable.vowel, other.vowel] + _coda(syllable.coda, other.coda)
                total += stress_term(syllable.stress, other.stress)
            before.append(syllable)
    return total


@cache
def _vowel_scores() -> dict[tuple[str, str], float]:
    table = load_table()
    return {(first, second): table.vowel(first, second) for first in table.vowels for second in table.vowels}


@cache
def _coda(first: tuple[str, ...], second: tuple[str, ...]) -> float:
    return load_table().coda(first, second)


def _syllables(word: str, lexicon: SyllableLexicon) -> tuple[Syllable, ...]:
    spelling = spelt_alike(word)
    reading = lexicon.pronunciation(spelling)
    return _split(reading.phones, spelling in LIGHT_WORDS) if reading else ()


@cache
def _split(phones: tuple[str, ...], light: bool) -> tuple[Syllable, ...]:
    return unstressed(split(phones)) if light else split(phones)
