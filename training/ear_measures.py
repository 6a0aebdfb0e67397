"""How guessed pronunciations are measured against the entries of a dictionary."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from training.ear_data import Entry, Phones, syllables, without_stress
from versebench.models.pronunciation.g2p import GraphemeToPhoneme


@dataclass(frozen=True)
class Errors:
    """Mistakes over words, each against the closest variant of the dictionary."""

    words: int
    right: int
    phones: int
    wrong: int

    @property
    def accuracy(self) -> float:
        """Share of words whose phones are all those of a variant."""
        return self.right / self.words

    @property
    def phone_error_rate(self) -> float:
        """Edit distance to the closest variants, over the phones in these."""
        return self.wrong / self.phones


def distance(left: Phones, right: Phones) -> int:
    """How many phones to put in, take out or change."""
    row = list(range(len(right) + 1))
    for i, one in enumerate(left):
        before, row[0] = row[0], i + 1
        for j, other in enumerate(right):
            before, row[j + 1] = row[j + 1], min(before + (one != other), row[j] + 1, row[j + 1] + 1)
    return row[-1]


def compare(entries: Sequence[Entry], guesses: Sequence[Phones], form: Callable[[Phones], Phones]) -> Errors:
    """Guesses against the dictionary, all phones in one form (with or without stress)."""
    right = phones = wrong = 0
    for entry, guess in zip(entries, guesses, strict=True):
        found = [(distance(form(guess), form(variant)), -len(variant)) for variant in entry.variants]
        least, length = min(found, key=lambda pair: (pair[0] / -pair[1], pair))
        right, phones, wrong = right + (least == 0), phones - length, wrong + least
    return Errors(len(entries), right, phones, wrong)


def syllables_right(entries: Sequence[Entry], guesses: Sequence[Phones]) -> float:
    """Share of words with as many vowels as a variant has."""
    return counts_right(entries, [syllables(guess) for guess in guesses])


def counts_right(entries: Sequence[Entry], counts: Sequence[int]) -> float:
    """Share of words that are given the number of syllables of a variant."""
    pairs = zip(entries, counts, strict=True)
    hits = [count in {syllables(variant) for variant in entry.variants} for entry, count in pairs]
    return sum(hits) / len(hits)


def rhymes_right(entries: Sequence[Entry], guesses: Sequence[Phones]) -> float:
    """Share of words with the rhyming part of a variant: all from the last stressed vowel on."""
    pairs = zip(entries, guesses, strict=True)
    hits = [rhyming_part(guess) in {rhyming_part(variant) for variant in entry.variants} for entry, guess in pairs]
    return sum(hits) / len(hits)


def rhyming_part(phones: Phones) -> Phones:
    """The phones from the last vowel with primary stress on, without stress."""
    places = [place for place, phone in enumerate(phones) if phone.endswith("1")]
    return without_stress(phones[places[-1] :] if places else phones)


def words_per_second(model: GraphemeToPhoneme, words: Sequence[str]) -> float:
    """The best of three runs, by processor time: machines are shared."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        model.pronounce(words)
        best = min(best, time.process_time() - start)
    return len(words) / best
