"""Readings of Chinese characters, from the table that ``training/make_rhyme_table.py`` derives from the Guangyun.

A reading is a :class:`Pronunciation` of two phones: the tone (平 上 去 入) and the rhyme of the 106 of 平水韻.
"""

import hashlib
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from versebench.models.pronunciation.contract import Pronunciation

TABLE = Path(__file__).resolve().parents[1] / "resources" / "rhyme-table" / "readings.tsv"
SIMPLIFIED = TABLE.with_name("simplified.txt")
LEVEL: Final = "平"
TONES: Final = (LEVEL, "上", "去", "入")


class RhymeTable:
    """Looks characters up in the shipped table, which is read on first use."""

    def __init__(self, table: Path = TABLE) -> None:
        self._path = table

    @property
    def name(self) -> str:
        """The table with its version."""
        return "guangyun.v1"

    def pronounce(self, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
        """Return all readings of each character in table order; empty if the table lacks it."""
        return [self.readings.get(word, ()) for word in words]

    @cached_property
    def readings(self) -> dict[str, tuple[Pronunciation, ...]]:
        """The readings of every character."""
        readings: dict[str, tuple[Pronunciation, ...]] = {}
        with self._path.open(encoding="utf-8") as lines:
            next(lines)
            for line in lines:
                origin, tone, rhyme, characters = line.rstrip("\n").split("\t")
                reading = (Pronunciation((tone, rhyme), origin),)
                for character in characters:
                    readings[character] = readings.get(character, ()) + reading
        return readings


@cache
def tables_hash() -> str:
    """Hash of the two shipped tables, 16 hex digits."""
    return hashlib.blake2b(TABLE.read_bytes() + SIMPLIFIED.read_bytes(), digest_size=8).hexdigest()


def read_simplified() -> frozenset[str]:
    """Return the characters that only texts in simplified script use."""
    return frozenset(SIMPLIFIED.read_text(encoding="utf-8")) - {"\n"}
