"""The length of a new line, from the syllables of the lines that it rhymes with."""

from collections.abc import Sequence
from functools import cache
from math import ceil, floor

from versebench.models.generators.contract import Metre
from versebench.models.pronunciation.spelling import pronounce
from versebench.transforms.prosody.rhymes.ending import Phones
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.completions.rhyming_words import end_words, entries
from versebench.transforms.text.words import tokens

UNKNOWN = 8
"""Syllables of a line if no line that it rhymes with can be counted: those of the long lines of most limericks."""

_SMALL_WORDS = frozenset(
    """a albeit although am amid among amongst an and anon at ay cannot eh ere for from hath if into lo nor nought o of
    oh quoth shalt smote spake than the toward towards unless until unto upon us wert whereof whereon wherewith with
    """.split()
)
"""Words of verse that end few lines and are in no lexicon of nouns, verbs, adjectives and adverbs."""

_SHORTEST_NAME = 3  # letters
_RULES = frozenset("compound hyphen initialism numeral".split())
"""Rules that join words or spell out letters; they accept too much as words."""


def metre(lines: Sequence[str], sounds: SoundMemory, syllables_apart: int) -> Metre:
    """Returns the metre of a line that must rhyme with ``lines``: their mean length, plus or minus ``syllables_apart``.

    The mean tolerates a poem whose first two lines are broken at the wrong place. Half a syllable is rounded both ways.
    If no line can be counted, :data:`UNKNOWN` syllables are assumed. A part of the line has a count only if its words
    are words of verse (:func:`is_word`) or occur in ``lines``.
    """
    counts = [count for line in lines if (count := syllables(line, sounds))]
    average = sum(counts) / len(counts) if counts else UNKNOWN
    own = frozenset(word.lower() for line in lines for word in _words(line))

    def counted(part: str) -> int | None:
        words = _words(part)
        if not all(word.lower() in own or is_word(word) for word in words):
            return None
        return _total(words, sounds)

    return Metre(max(1, floor(average) - syllables_apart), ceil(average) + syllables_apart, counted)


def syllables(line: str, sounds: SoundMemory) -> int | None:
    """Syllables of a line; None if those of one of its words are not known."""
    return _total(_words(line), sounds)


@cache
def is_word(word: str) -> bool:
    """Whether a string that a model wrote is a word.

    Words are those of the dictionary that lines end on, small words (and, he'll), names with a capital, and what a rule
    of verse makes of such words (o'er, kiss'd). No pronunciation is guessed. Surnames and initials do not count, as the
    pieces of words are often spelt like them.
    """
    if word.lower() in entries():
        return bool(_look_up(word.lower())) or (word[0].isupper() and len(word) >= _SHORTEST_NAME)
    return any(_RULES.isdisjoint(pronunciation.origin.split("+")) for pronunciation in pronounce(word, _look_up))


def _words(line: str) -> list[str]:
    return [line[token.word_start : token.word_end] for token in tokens(line)]


def _total(words: Sequence[str], sounds: SoundMemory) -> int | None:
    counts = [sounds.syllables(word) for word in words]
    return None if None in counts else sum(count or 0 for count in counts)


def _look_up(word: str) -> Sequence[Phones]:
    usual = word in end_words() or word in _SMALL_WORDS or "'" in word
    return entries().get(word, ()) if usual else ()
