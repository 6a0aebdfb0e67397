"""How the syllables of words are counted, by the name that a recipe gives it."""

from collections.abc import Callable, Sequence

from models.ear.contract import Ear, Pronunciation
from models.ear.syllable_lstm import load_syllables
from transforms.words import pieces

Counter = Callable[[Sequence[str], Ear], list[int]]
"""From distinct words to their syllables, 0 for a word that is not known; the ear is there to be asked."""


def count_vowels(words: Sequence[str], ear: Ear) -> list[int]:
    """The vowels of the most usual pronunciation; of a word unknown as a whole (art—still), those of its pieces."""
    heard = dict(zip(words, ear.hear(words), strict=True))
    apart = {word: found for word in words if not heard[word] and len(found := pieces(word)) > 1}
    wanted = list(dict.fromkeys(piece for found in apart.values() for piece in found))
    known = dict(zip(wanted, ear.hear(wanted), strict=True))
    return [_vowels([known[piece] for piece in apart[word]] if word in apart else [heard[word]]) for word in words]


def _vowels(parts: Sequence[Sequence[Pronunciation]]) -> int:
    return sum(part[0].syllables for part in parts) if all(parts) else 0


def count_by_spelling(words: Sequence[str], _: Ear) -> list[int]:
    """The class that the character LSTM of the paper gives a word (RANLP 2021, A.3)."""
    return load_syllables().count(words)


COUNTERS: dict[str, tuple[str, Counter]] = {
    "pronunciation": ("vowels.v1", count_vowels),
    "character-lstm": ("syllable_lstm.v1", count_by_spelling),
}
"""Every counter with the versioned name that goes into a run. To add one: write it, add its line."""
