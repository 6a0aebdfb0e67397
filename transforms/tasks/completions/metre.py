"""How long a line is to be, by the syllables of the lines that it rhymes with."""

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
"""Syllables of a line where none that it rhymes with can be counted: those of the long lines of most limericks."""

_SMALL_WORDS = frozenset(
    """a albeit although am amid among amongst an and anon at ay cannot eh ere for from hath if into lo nor nought o of
    oh quoth shalt smote spake than the toward towards unless until unto upon us wert whereof whereon wherewith with
    """.split()
)
"""Words of verse that end few lines and stand in no lexicon of nouns, verbs, adjectives and adverbs."""

_SHORTEST_NAME = 3  # letters
_RULES = frozenset("compound hyphen initialism numeral".split())
"""Rules that join words or read letters: too much is a word by them."""


def metre(lines: Sequence[str], sounds: SoundMemory, syllables_apart: int) -> Metre:
    """The metre of a line that is to rhyme with some: as long as they are on average, give or take ``syllables_apart``.

    The average bears with a poem whose first two lines are broken at the wrong place. Half a syllable counts both ways.
    Where no line can be counted, :data:`UNKNOWN` syllables stand for it. A part of the line has a count only where its
    words are such as verse uses (:func:`is_word`), or stand in those lines.
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
    """Whether a word that a model wrote is one: of the dictionary's, one that lines end on, a small one (and, he'll), a
    name with its capital, or what a rule of verse makes of such words (o'er, kiss'd).

    No guess is made at any other, and surnames and initials, which the pieces of words are often spelt like, are none.
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
