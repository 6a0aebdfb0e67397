"""CMUdict with entries parsed on first use. Parsing all of them takes most of a second."""

import gzip
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from versebench.models.pronunciation.spelling_rules.changes import Phones

EDITION = "1.1.3"
"""The version of the dictionary that is shipped: entries change between versions."""

FOLDER = Path(__file__).resolve().parents[1] / "resources" / "cmudict"

_COMMENT = " #"


class Dictionary:
    """The entries by spelling in lower case. Parsed entries are cached."""

    def __init__(self, text: str) -> None:
        """Index the lines of a dictionary: spelling and phones, with variants under ``spelling(2)`` and so on."""
        self._lines = dict(line.split(" ", 1) for line in text.split("\n") if line)
        self._entries: dict[str, tuple[Phones, ...]] = {}

    def look_up(self, word: str) -> tuple[Phones, ...]:
        """Return all pronunciations of a word in dictionary order; empty if it has no entry."""
        entry = self._entries.get(word)
        if entry is None:
            if word not in self._lines or "(" in word:
                return ()
            entry = self._entries[word] = self._read(word)
        return entry

    def entries(self) -> Iterator[tuple[str, tuple[Phones, ...]]]:
        """Yield every word in the order of the dictionary, with all its pronunciations."""
        return ((word, self.look_up(word)) for word in self._lines if "(" not in word)

    def _read(self, word: str) -> tuple[Phones, ...]:
        lines, number = [self._lines[word]], 2
        while (variant := f"{word}({number})") in self._lines:
            lines.append(self._lines[variant])
            number += 1
        return tuple(tuple(line.partition(_COMMENT)[0].split()) for line in lines)


@cache
def load_dictionary() -> Dictionary:
    """Return CMUdict, indexed once per process."""
    return Dictionary(gzip.decompress((FOLDER / "cmudict.dict.gz").read_bytes()).decode())
