"""Lines of verse with the syllables that bear a beat, by poem and stanza: what a scanner is learned from."""

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LITLAB, EPG, HAND = "litlab2016_dev.jsonl.gz", "epg64_dev.jsonl.gz", "hand_cc0.jsonl"
SETS = (LITLAB, EPG, HAND)
FOLDER = Path("scansion")

_METRES = {"anapestic": "anapaestic"}
_PARTED = re.compile(r"(?<=\w) (?=['’](?:d|s|S|t|st|ll|ve|re|m)\b)")
_MARK_APART = re.compile(r"\s+(?=[,.;:!?])")
_NUMBER = re.compile(r"^\d+\s+|\s+\d+$")


@dataclass(frozen=True)
class ScannedLine:
    """A line, and the patterns that people gave it; one sign a syllable, + with a beat."""

    text: str
    patterns: tuple[str, ...]


@dataclass(frozen=True)
class ScannedPoem:
    """The stanzas of a poem of one set; ``metre`` and ``form`` are empty if the set states none."""

    origin: str
    name: str
    metre: str
    form: str
    stanzas: tuple[tuple[ScannedLine, ...], ...]

    @property
    def texts(self) -> list[list[str]]:
        """The lines without their patterns."""
        return [[line.text for line in stanza] for stanza in self.stanzas]


def read_poems(data: Path) -> list[ScannedPoem]:
    """The poems of all three sets under a folder with the folder ``scansion``; free verse is left out.

    Raises:
        FileNotFoundError: A set is not there.
    """
    return [poem for name in SETS for poem in _poems(name, data / FOLDER / name)]


def _poems(origin: str, path: Path) -> Iterator[ScannedPoem]:
    poems: dict[str, dict[int, list[ScannedLine]]] = {}
    about: dict[str, tuple[str, str]] = {}
    for row in _rows(path):
        name = row.get("poem") or f"{row['author']}: {row['title']}"
        metre = row.get("metre", "").split(" ")[0]
        about.setdefault(name, (_METRES.get(metre, metre), row.get("form", "")))
        line = ScannedLine(as_verse(row["text"]), tuple(row["pattern"]))
        poems.setdefault(name, {}).setdefault(row.get("stanza", 0), []).append(line)
    for name, stanzas in poems.items():
        yield ScannedPoem(origin, name, *about[name], tuple(map(tuple, stanzas.values())))


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if not row.get("free_verse"):
                yield row


def as_verse(text: str) -> str:
    """A line without the spaces of a tokenizer and the numbers of an edition."""
    return _NUMBER.sub("", _MARK_APART.sub("", _PARTED.sub("", text)))
