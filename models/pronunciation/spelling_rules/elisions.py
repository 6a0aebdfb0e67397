"""Lost sounds: 'gainst, walkin', ev'ry, heav'n, lov'd, belovèd."""

import re
from collections.abc import Iterator

from versebench.models.pronunciation.spelling_rules.changes import (
    add,
    add_d,
    as_it_is,
    before,
    contract_d,
    dull_ng,
    lose_first_syllable,
    lose_vowel,
)
from versebench.models.pronunciation.spelling_rules.contract import Spelling

HEADS = {
    "bout": "about",
    "bove": "above",
    "cause": "because",
    "fore": "before",
    "gainst": "against",
    "gan": "began",
    "gin": "begin",
    "long": "along",
    "mid": "amid",
    "midst": "amidst",
    "mong": "among",
    "mongst": "amongst",
    "neath": "beneath",
    "pon": "upon",
    "round": "around",
    "scape": "escape",
    "scaped": "escaped",
    "stead": "instead",
    "tween": "between",
    "un": "one",
    "ware": "beware",
}
"""Words without their first syllable. Words like 'tis have entries of their own."""

_CLITICS = {
    "'ll": add("AH0", "L"),
    "'d": add_d,
    "'ve": add("AH0", "V"),
    "'re": add("ER0"),
    "'m": add("M"),
    "'lt": add("L", "T"),
    "'rt": add("R", "T"),
    "'st": add("S", "T"),
    "'t": add("T"),
}
_TAILS = {"tho": "though", "thro": "through", "altho": "although", "ol": "old", "roun": "round", "oft": "often"}
_SILENT = re.compile(r"(?<=[^aeiouy])e$|(?<=[^tdaeiouy])ed$")
_VOWELS = re.compile(r"[aeiouy]+")


def elided(word: str) -> Iterator[Spelling]:
    """Yield every reading of a word with an apostrophe for a lost sound."""
    if "'" not in word:
        return
    yield from _head(word)
    yield from _tail(word)
    yield from _joined(word)
    yield from _past(word)
    yield from _inner(word)
    yield from _clitic(word)


def _head(word: str) -> Iterator[Spelling]:
    if word.startswith("'"):
        stem, mark, rest = word[1:].partition("'")
        if stem in HEADS and stem != "un":
            yield Spelling("head-elision", (HEADS[stem] + mark + rest,), lose_first_syllable)
        if stem == "un":
            yield Spelling("head-elision", ("un",))
        if word[1:] and "'" not in word[1:]:
            yield Spelling("quotation", (word[1:],))


def _tail(word: str) -> Iterator[Spelling]:
    if word.endswith("in'"):
        yield Spelling("dropped-g", (word[:-1] + "g",), dull_ng)
    if word.endswith("'") and word[:-1] in _TAILS:
        yield Spelling("tail-elision", (_TAILS[word[:-1]],))


def _past(word: str) -> Iterator[Spelling]:
    if word.endswith("'d") and len(word) > 3:
        stem = word[:-2]
        for full in (stem + "ed", stem + "d", stem[:-1] + "ied" if stem.endswith(("i", "y")) else ""):
            if full:
                yield Spelling("elided-ed", (full,), contract_d)
        yield Spelling("elided-ed", (stem,), add_d)
        yield Spelling("elided-ed", (stem + "e",), add_d)
    if word.endswith("'st") and len(word) > 4:
        for full in (word[:-3], word[:-3] + "e"):
            yield Spelling("second-person", (full,), add("S", "T"))


def _joined(word: str) -> Iterator[Spelling]:
    """Yield readings with a particle joined to the word: t'assault, th'assault, o'ercast."""
    for particle, phones in (("t'", ("T",)), ("th'", ("DH",)), ("o'er", ("AO2", "R"))):
        if word.startswith(particle) and len(word) > len(particle) + 2:
            yield Spelling("joined-particle", (word.removeprefix(particle),), before(*phones))


def _inner(word: str) -> Iterator[Spelling]:
    """Try each vowel that the apostrophe may stand for; its syllable is lost."""
    before, mark, after = word.partition("'")
    if not (mark and before and after) or after in ("s", "d", "t", "ll", "ve", "re", "m") or before.endswith("n't"):
        return
    number, written = len(_VOWELS.findall(before)), _written_syllables(before, after)
    for vowel in ("e", "o", "i", "a", "u", "ve", "v"):
        syllables = number if vowel not in ("ve", "v") else max(1, number)
        yield Spelling("inner-elision", (before + vowel + after,), lose_vowel(syllables, written))
    yield Spelling("inner-elision", (before + after,), as_it_is)


def _written_syllables(before: str, after: str) -> int:
    after = _SILENT.sub("", after)
    return len(_VOWELS.findall(before)) + len(_VOWELS.findall(after))


def _clitic(word: str) -> Iterator[Spelling]:
    for clitic, change in _CLITICS.items():
        if word.endswith(clitic) and len(word) > len(clitic):
            yield Spelling("contraction", (word.removesuffix(clitic),), change)
