"""Whether two words are forms of one word, by their spelling alone: loaf, loafs, loafed, loafing."""

import re

_POSSESSIVE = re.compile(r"'s?$")
_SUFFIXES = ("ings", "ing", "in'", "ers", "er", "est", "ed", "es", "'d", "ly", "s")
_SHORTEST = 3


def stem(word: str) -> str:
    """A key that the regular inflected forms of one word share; other words may share it too.

    The ending goes as long as three letters with a vowel stay; then a doubled consonant is made single, a final *e*
    goes, and a final *i* becomes *y*: *stopped* and *stop*, *making* and *make*, *cried* and *cry*.
    """
    bare = word if word.endswith("in'") else _POSSESSIVE.sub("", word)
    endings = (ending for ending in _SUFFIXES if bare.endswith(ending) and _is_base(bare[: -len(ending)]))
    base = bare[: -len(next(endings, "")) or None]
    if len(base) > _SHORTEST and base[-1] == base[-2] and base[-1] not in "aeiousl":
        base = base[:-1]
    if len(base) > _SHORTEST and base.endswith("e"):
        base = base[:-1]
    return f"{base[:-1]}y" if base.endswith("i") else base


def _is_base(base: str) -> bool:
    return len(base) >= _SHORTEST and re.search("[aeiouy]", base) is not None
