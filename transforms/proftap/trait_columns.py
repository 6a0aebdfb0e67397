"""Traits of many poems at once, in columns, equal to those that :func:`traits` finds in each poem.

Each code point has a word of bits: the level rhymes of its readings, whether one of them is level, and whether one is
oblique. A rule that all characters at some places keep is then a bitwise "and" of their words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from versebench.transforms.proftap.traits import BY_LENGTH, BY_LINES, FEWEST_LONG, Traits, Yan, readings
from versebench.transforms.prosody.languages.classical_chinese.regulated import is_level
from versebench.transforms.text.chinese import is_character

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Codes = NDArray[np.uint32]
Bits = NDArray[np.uint8]

POEMS_AT_ONCE = 1_024
"""Poems of a block: a poem's place in it and a code point fit 32 bits."""
_CODE_BITS = 21
_NO_KEY = np.uint32(2**32 - 1)
_NEW_LINE = np.uint32(ord("\n"))
_OLD, _LONG = "古风", "排律"
_FORMS: NDArray[np.object_] = np.array([_OLD, _LONG, *BY_LINES.values(), *BY_LENGTH.values()], object)
_YANS: NDArray[np.object_] = np.array(["others", "5-yan", "7-yan"], object)
_LEVEL, _OBLIQUE = 1, 2
_SWAPPED: Bits = np.array([0, 2, 1, 3], np.uint8)
"""A tone set with level and oblique exchanged."""
_ANY_RHYME = np.uint32(2**32 - 1)
_RANGES = ((0x3000, 0xA000), (0xF900, 0xFB00), (0x20000, 0x40000))
"""Ranges of code points outside which nothing is a Chinese character or has a reading."""


@dataclass(frozen=True)
class TraitColumns:
    """A column for each trait of :class:`Traits`."""

    form: list[str]
    yan: list[Yan]
    lines: list[int]
    characters: list[int]
    repeated_characters: list[int]
    one_level_rhyme: list[bool]
    regulated: list[bool]

    def rows(self) -> list[Traits]:
        """The traits of each poem."""
        columns = (self.form, self.yan, self.lines, self.characters, self.repeated_characters)
        return list(map(Traits, *columns, self.one_level_rhyme, self.regulated))


def trait_columns(texts: Sequence[str]) -> TraitColumns:
    """The traits of poems. A text is the lines of a poem without marks, in any script, joined by ``\\n``."""
    blocks = [_block(texts[first : first + POEMS_AT_ONCE]) for first in range(0, len(texts), POEMS_AT_ONCE)]
    names = (field.name for field in fields(TraitColumns))
    return TraitColumns(**{name: list(chain.from_iterable(getattr(of, name) for of in blocks)) for name in names})


class _Lines(NamedTuple):
    """The lines of a block of poems: where each starts and ends among its codes, and of each poem the first line."""

    codes: Codes
    starts: Numbers
    lengths: Numbers
    firsts: Numbers
    counts: Numbers

    @classmethod
    def of(cls, texts: Sequence[str]) -> _Lines:
        codes = np.frombuffer("\n".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
        ends = np.append(np.flatnonzero(codes == _NEW_LINE), len(codes))
        starts = np.concatenate(([0], ends[:-1] + 1))
        poem_starts = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)) + 1)[:-1]
        firsts = np.concatenate(([0], np.searchsorted(starts, poem_starts)))
        return cls(codes, starts, ends - starts, firsts, np.diff(firsts, append=len(starts)))


def _block(texts: Sequence[str]) -> TraitColumns:
    of = _Lines.of(texts)
    shortest = np.minimum.reduceat(of.lengths, of.firsts)
    length = np.where(shortest == np.maximum.reduceat(of.lengths, of.firsts), shortest, 0)
    place = np.arange(len(of.starts)) - np.repeat(of.firsts, of.counts)
    rhyme = _level_rhyme(of, place)
    regulated = rhyme & _regular_tones(of, place, length)
    return TraitColumns(
        _FORMS[_form(length, of.counts, regulated)].tolist(),
        _YANS[(length == 5) + 2 * (length == 7)].tolist(),
        of.counts.tolist(),
        np.add.reduceat(of.lengths, of.firsts).tolist(),
        _repeated(of).tolist(),
        rhyme.tolist(),
        regulated.tolist(),
    )


def _form(length: Numbers, counts: Numbers, regulated: Flags) -> Numbers:
    """The place of each poem's form among ``_FORMS``."""
    names = _FORMS.tolist()
    form: Numbers = np.where(
        regulated & (counts >= FEWEST_LONG) & (counts % 2 == 0), names.index(_LONG), names.index(_OLD)
    )
    for lines, name in BY_LINES.items():
        form[((length == 5) | (length == 7)) & (counts == lines)] = names.index(name)
    for characters, name in BY_LENGTH.items():
        form[(length == characters) & (counts >= min(BY_LINES))] = names.index(name)
    return form


def _level_rhyme(of: _Lines, place: Numbers) -> Flags:
    """Whether the last characters of all even lines share a level rhyme."""
    ends = np.maximum(of.starts + of.lengths - 1, 0)
    rhymes = np.where(of.lengths > 0, _tables().rhymes[of.codes[ends]] if len(of.codes) else 0, 0)
    rhymes[place % 2 == 0] = _ANY_RHYME
    shared: Flags = np.bitwise_and.reduceat(rhymes, of.firsts) != 0
    return shared & (of.counts > 1)


def _regular_tones(of: _Lines, place: Numbers, length: Numbers) -> Flags:
    """Whether the tones of poems in lines of five or of seven have no fault, whichever tone they begin with.

    A set of tones is brought to that of the poem's first even place; the sets of all places share a tone if none is a
    fault.
    """
    tones = np.zeros(len(of.starts), np.uint8)
    for characters in (5, 7):
        lines = np.flatnonzero(np.repeat(length == characters, of.counts))
        at = of.starts[lines]
        shared = _tones(of, at + 1) & _SWAPPED[_tones(of, at + 3)]
        tones[lines] = shared & _tones(of, at + 5) if characters == 7 else shared
    opposed = (place + 1) & 2 != 0
    tones[opposed] = _SWAPPED[tones[opposed]]
    kept: Flags = np.bitwise_and.reduceat(tones, of.firsts) != 0
    return kept


def _tones(of: _Lines, at: Numbers) -> Bits:
    return _tables().tones[of.codes[at]]


def _repeated(of: _Lines) -> Numbers:
    """How many characters occur more than once in each poem; a doubled one counts once."""
    poems = len(of.firsts)
    counts = np.add.reduceat(of.lengths, of.firsts) + of.counts
    counts[-1] -= 1  # no mark stands behind the last line
    keys = np.repeat(np.arange(poems, dtype=np.uint32) << _CODE_BITS, counts) | of.codes
    is_character = _tables().is_character[of.codes]
    left_out = ~is_character
    if left_out.sum() > len(of.starts) - 1:
        kept = is_character | (of.codes == _NEW_LINE)
        keys, left_out = keys[kept], left_out[kept]
    left_out[1:] |= keys[1:] == keys[:-1]
    keys[left_out] = _NO_KEY
    keys.sort()
    keys = keys[: len(keys) - np.count_nonzero(left_out)]
    same = keys[1:] == keys[:-1]
    same[1:] &= ~(same[:-1])
    return np.bincount(keys[1:][same] >> _CODE_BITS, minlength=poems)


class _Tables(NamedTuple):
    """What is known of each code point."""

    rhymes: Codes
    tones: Bits
    is_character: Flags


@cache
def _tables() -> _Tables:
    tables = _Tables(np.zeros(0x110000, np.uint32), np.zeros(0x110000, np.uint8), np.zeros(0x110000, np.bool_))
    names: dict[str, int] = {}
    for first, last in _RANGES:
        for code in range(first, last):
            char = chr(code)
            tables.is_character[code] = is_character(char)
            for reading in readings(char):
                tables.tones[code] |= _LEVEL if is_level(reading) else _OBLIQUE
                if is_level(reading):
                    tables.rhymes[code] |= 1 << names.setdefault(reading.phones[1], len(names))
    return tables
