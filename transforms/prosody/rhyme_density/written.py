"""The letters of a word that stand for each of its syllables, to show them; nothing is measured on them."""

import re
from itertools import pairwise

_VOWELS = re.compile(r"[aeiouyäëïöüáéíóúàèìòùâêîôûœæ]+", re.IGNORECASE)
_ONE_CONSONANT = re.compile(r"(?:ch|ph|sh|th|wh|qu)$", re.IGNORECASE)
_CLOSING = re.compile(r"ck|ng|x", re.IGNORECASE)
"""Letters that stay with the vowel before them: buck-et, sing-ing, box-es."""


def parts(word: str, syllables: int) -> list[str]:
    """A written word in as many parts as it has syllables; parts are empty if it has fewer letters.

    Each part has a group of vowel letters, the last groups going to the last syllable that is left; a silent *e* at the
    end is no group. Of the consonants between two groups the last one begins a part. A word with fewer groups than
    syllables is cut into parts of about equal length.
    """
    groups = [(group.start(), group.end()) for group in _VOWELS.finditer(word)]
    if len(groups) > syllables and re.search(r"[^\W\d_]e(?:s|d|'s)?$", word, re.IGNORECASE):
        groups = groups[:-1]
    groups = groups[:syllables]
    if len(groups) < syllables:
        return [word[len(word) * at // syllables : len(word) * (at + 1) // syllables] for at in range(syllables)]
    cuts = [0, *(_cut(word, before[1], after[0]) for before, after in pairwise(groups)), len(word)]
    return [word[start:end] for start, end in pairwise(cuts)]


def _cut(word: str, start: int, end: int) -> int:
    """Where to cut the consonants between two groups of vowels."""
    if _CLOSING.fullmatch(word, start, end):
        return end
    return end - (2 if _ONE_CONSONANT.search(word, start, end) else 1)
