"""Endings that words take: possessives, archaic persons, sounded -èd, and the regular inflections of known words."""

from collections.abc import Iterator

from versebench.models.pronunciation.spelling_rules.changes import Change, add, add_d, add_s, before
from versebench.models.pronunciation.spelling_rules.contract import Spelling

_EST = add("AH0", "S", "T")
_ETH = add("AH0", "TH")
_SUFFIXES: dict[str, Change] = {
    "ness": add("N", "AH0", "S"),
    "nesses": add("N", "AH0", "S", "AH0", "Z"),
    "less": add("L", "AH0", "S"),
    "ful": add("F", "AH0", "L"),
    "able": add("AH0", "B", "AH0", "L"),
    "ward": add("W", "ER0", "D"),
    "wards": add("W", "ER0", "D", "Z"),
    "like": add("L", "AY2", "K"),
    "ship": add("SH", "IH2", "P"),
    "ly": add("L", "IY0"),
    "ing": add("IH0", "NG"),
    "er": add("ER0"),
    "ers": add("ER0", "Z"),
    "ish": add("IH0", "SH"),
    "est": _EST,
    "eth": _ETH,
    "y": add("IY0"),
    "st": add("S", "T"),
}
_NAMES = {"est": "second-person", "st": "second-person", "eth": "third-person"}
_PREFIXES: dict[str, tuple[str, ...]] = {
    "un": ("AH0", "N"),
    "in": ("IH0", "N"),
    "im": ("IH0", "M"),
    "re": ("R", "IY0"),
    "be": ("B", "IH0"),
    "dis": ("D", "IH0", "S"),
    "mis": ("M", "IH0", "S"),
    "out": ("AW2", "T"),
    "over": ("OW2", "V", "ER0"),
    "under": ("AH2", "N", "D", "ER0"),
    "fore": ("F", "AO2", "R"),
    "for": ("F", "ER0"),
    "a": ("AH0",),
    "en": ("EH0", "N"),
    "inter": ("IH2", "N", "T", "ER0"),
}
_SHORTEST = 3  # letters of a stem
_SHORTEST_AFTER_PREFIX = 4
_CONSONANTS = frozenset("bcdfghjklmnpqrstvwxz")


def endings(word: str) -> Iterator[Spelling]:
    """Yield every reading of a word as a stem with an ending."""
    yield from possessive(word)
    if word.isalpha():
        yield from _plural(word)
        yield from _past(word)
        yield from _suffixed(word)
        yield from _prefixed(word)


def possessive(word: str) -> Iterator[Spelling]:
    """Yield the stem of a possessive: Vloon's, the dogs'."""
    if word.endswith("'s") and len(word) > 2:
        yield Spelling("possessive", (word[:-2],), add_s)
    elif word.endswith("s'") and len(word) > 2:
        yield Spelling("possessive", (word[:-1],))


def _plural(word: str) -> Iterator[Spelling]:
    if not word.endswith("s") or word.endswith("ss") or len(word) <= _SHORTEST:
        return
    yield Spelling("plural", (word[:-1],), add_s)
    if word.endswith("es"):
        yield Spelling("plural", (word[:-2],), add_s)
    if word.endswith("ies"):
        yield Spelling("plural", (word[:-3] + "y",), add_s)


def _past(word: str) -> Iterator[Spelling]:
    if word.endswith("ed") and len(word) > _SHORTEST + 1:
        for stem in _stems(word[:-2]):
            yield Spelling("past", (stem,), add_d)
    if word.endswith("st"):  # exprest, confest
        yield Spelling("past", (word[:-1] + "s",), add_d)
    if word.endswith(("pt", "xt", "kt", "ckt", "sht")):  # stopt, wrapt, fixt
        for stem in _stems(word[:-1]):
            yield Spelling("past", (stem,), add_d)


def _suffixed(word: str) -> Iterator[Spelling]:
    for suffix, change in _SUFFIXES.items():
        if word.endswith(suffix) and len(word) >= len(suffix) + _SHORTEST - (suffix in _NAMES):
            for stem in _stems(word.removesuffix(suffix)):
                yield Spelling(_NAMES.get(suffix, "suffix"), (stem,), change)


def _prefixed(word: str) -> Iterator[Spelling]:
    for prefix, phones in _PREFIXES.items():
        if word.startswith(prefix) and len(word) >= len(prefix) + _SHORTEST_AFTER_PREFIX:
            yield Spelling("prefix", (word.removeprefix(prefix),), before(*phones))


def _stems(stem: str) -> Iterator[str]:
    """Yield stems of an ending with a vowel: love (before a name Lov), run for runn-, merry for merri-."""
    yield stem + "e"
    yield stem
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] in _CONSONANTS:
        yield stem[:-1]
    if stem.endswith("i"):
        yield stem[:-1] + "y"


def sounded_ed(word: str) -> Iterator[Spelling]:
    """Yield readings of blessèd: the accent marks the ending as a separate syllable."""
    if word.endswith(("èd", "éd")) and len(word) > _SHORTEST:
        for stem in _stems(word[:-2]):
            yield Spelling("sounded-ed", (stem,), add("AH0", "D"))
    elif word.endswith(("èd'st", "èdst")):
        yield Spelling("sounded-ed", (word.split("èd")[0],), add("AH0", "D", "S", "T"))
