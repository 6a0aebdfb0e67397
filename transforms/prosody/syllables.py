"""How the syllables of words are counted, by the name that a recipe gives it."""

from collections.abc import Callable, Sequence

from versebench.models.pronunciation.contract import Ear
from versebench.models.pronunciation.g2p import load_g2p
from versebench.models.pronunciation.syllable_lstm import load_syllables
from versebench.transforms.text.words import pieces

Counter = Callable[[Sequence[str], Ear], list[int]]
"""From distinct words to their syllables, 0 for a word that is not known; the ear is there to be asked."""


def count_vowels(words: Sequence[str], ear: Ear) -> list[int]:
    """The vowels of the most usual pronunciation; of a word unknown as a whole (art—still), those of its pieces.

    Of a word that is guessed at, the vowels that the model expects of its spelling, which are right more often than
    those of its likeliest phones.
    """
    heard = dict(zip(words, ear.hear(words), strict=True))
    apart = {word: found for word in words if not heard[word] and len(found := pieces(word)) > 1}
    wanted = list(dict.fromkeys(piece for found in apart.values() for piece in found))
    heard.update(zip(wanted, ear.hear(wanted), strict=True))
    guessed = [word for word, found in heard.items() if found and found[0].guessed]
    expected = dict(zip(guessed, load_g2p().syllables(guessed), strict=True)) if guessed else {}

    def count(word: str) -> int:
        return expected.get(word) or (heard[word][0].syllables if heard[word] else 0)

    counts = {word: [count(piece) for piece in apart.get(word, [word])] for word in words}
    return [sum(counts[word]) if all(counts[word]) else 0 for word in words]


def count_by_spelling(words: Sequence[str], _: Ear) -> list[int]:
    """The class that the character LSTM of the paper gives a word (RANLP 2021, A.3)."""
    return load_syllables().count(words)


COUNTERS: dict[str, tuple[str, Counter]] = {
    "pronunciation": ("vowels.v1", count_vowels),
    "character-lstm": ("syllable_lstm.v1", count_by_spelling),
}
"""Every counter with the versioned name that goes into a run. To add one: write it, add its line."""
