"""Counters of syllables, by their names in recipes."""

from collections.abc import Callable, Sequence

from versebench.models.pronunciation.contract import Pronouncer
from versebench.models.pronunciation.g2p import load_g2p
from versebench.models.pronunciation.syllable_lstm import load_syllables
from versebench.transforms.text.words import pieces

Counter = Callable[[Sequence[str], Pronouncer], list[int]]
"""A function from distinct words and a pronouncer to the syllables of the words, 0 for an unknown word."""


def count_vowels(words: Sequence[str], pronouncer: Pronouncer) -> list[int]:
    """Counts the vowels of the most usual pronunciation; for a word unknown as a whole (art—still), those of its parts.

    If the pronunciation is a guess, the count is the number of vowels that the model expects from the spelling, which
    is right more often than the number of vowels of its likeliest phones.
    """
    pronunciations = dict(zip(words, pronouncer.pronounce(words), strict=True))
    apart = {word: found for word in words if not pronunciations[word] and len(found := pieces(word)) > 1}
    wanted = list(dict.fromkeys(piece for found in apart.values() for piece in found))
    pronunciations.update(zip(wanted, pronouncer.pronounce(wanted), strict=True))
    guessed = [word for word, found in pronunciations.items() if found and found[0].guessed]
    expected = dict(zip(guessed, load_g2p().syllables(guessed), strict=True)) if guessed else {}

    def count(word: str) -> int:
        return expected.get(word) or (pronunciations[word][0].syllables if pronunciations[word] else 0)

    counts = {word: [count(piece) for piece in apart.get(word, [word])] for word in words}
    return [sum(counts[word]) if all(counts[word]) else 0 for word in words]


def count_by_spelling(words: Sequence[str], _: Pronouncer) -> list[int]:
    """The class that the character LSTM of the paper gives a word (RANLP 2021, A.3)."""
    return load_syllables().count(words)


COUNTERS: dict[str, tuple[str, Counter]] = {
    "pronunciation": ("vowels.v1", count_vowels),
    "character-lstm": ("syllable_lstm.v1", count_by_spelling),
}
"""Every counter, with the versioned name that identifies it in a run. To add one, write it and add a line here."""
