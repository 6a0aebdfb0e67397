"""Other spellings of dictionary words: accents, British and old spellings."""

import unicodedata
from collections.abc import Iterator

from versebench.models.pronunciation.spelling_rules.contract import Spelling
from versebench.models.pronunciation.spelling_rules.endings import sounded_ed

_LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "th", "þ": "th"})
_BRITISH = (
    ("our", "or"),
    ("isation", "ization"),
    ("ise", "ize"),
    ("ising", "izing"),
    ("yse", "yze"),
    ("ize", "ise"),
    ("tre", "ter"),
    ("bre", "ber"),
    ("ll", "l"),
    ("ick", "ic"),
    ("ence", "ense"),
    ("xion", "ction"),
    ("oe", "e"),
    ("ae", "e"),
    ("aunt", "ant"),
    ("ough", "ow"),
    ("y", "i"),
)
"""Pairs of British or old, and American or modern letters. One pair applies at a time, anywhere in a word."""


def without_accents(word: str) -> Iterator[Spelling]:
    """Yield a word without its accents: café, façade. A sounded -èd comes first."""
    yield from sounded_ed(word)
    apart = unicodedata.normalize("NFKD", word.translate(_LIGATURES))
    plain = "".join(character for character in apart if not unicodedata.combining(character))
    if plain != word:
        yield Spelling("accents", (plain,))


def british(word: str) -> Iterator[Spelling]:
    """Yield American spellings: favour, civilise, sceptre, traveller, musick."""
    for here, there in _BRITISH:
        if here in word[1:]:
            yield Spelling("british", (word[0] + word[1:].replace(here, there),))
