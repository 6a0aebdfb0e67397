"""Texts that scoring is measured on: units of a poem with its deletions of single words, long texts, and BLiMP."""

import gzip
import json
import re
from itertools import cycle, islice
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "samples" / "limericks.json"

Units = list[list[str]]

MIN_WORDS = 20
"""Limericks with fewer words that can be deleted are left out."""

_WORD = re.compile(r" \S+")


def poems() -> list[str]:
    """The limericks of the sample, each once."""
    return list(dict.fromkeys(poem["limerick"] for poem in json.loads(SAMPLE.read_text(encoding="utf-8"))))


def limerick_units(count: int, deletions: int) -> Units:
    """Limericks of the sample that are long enough, each with as many deletions.

    Where they do not suffice they come again, each time with deletions at other places.
    """
    return _units(poems(), max(MIN_WORDS, deletions), count, deletions)


def opening_units(count: int, deletions: int) -> Units:
    """The same of the first two lines, for models whose time grows with the square of a text's length."""
    return _units(["\n".join(poem.strip().split("\n")[:2]) for poem in poems()], deletions, count, deletions)


def _units(texts: list[str], words: int, count: int, deletions: int) -> Units:
    fitting = [text for text in texts if len(_WORD.findall(text)) >= words]
    return [with_deletions(fitting[n % len(fitting)], deletions, n // len(fitting)) for n in range(count)]


def with_deletions(text: str, deletions: int, shift: int = 0) -> list[str]:
    """A text, and the texts without one of its words, at places spread evenly, each moved on by so many words.

    The first word of a line stays.
    """
    words = [found.span() for found in _WORD.finditer(text)]
    chosen = sorted({(number * len(words) // deletions + shift) % len(words) for number in range(deletions)})
    return [text, *(text[: words[place][0]] + text[words[place][1] :] for place in chosen)]


def long_text(words: int) -> str:
    """The sample's limericks one after another, up to so many words."""
    every = cycle(word for poem in poems() for word in poem.split())
    return " ".join(islice(every, words))


def blimp_units(path: Path, pairs: int) -> dict[str, Units]:
    """The first pairs of every phenomenon of BLiMP (Warstadt et al. 2020), each the good sentence and the bad one."""
    found: dict[str, Units] = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for pair in map(json.loads, lines):
            units = found.setdefault(pair["UID"], [])
            if len(units) < pairs:
                units.append([pair["sentence_good"], pair["sentence_bad"]])
    return found


def pairs_of(units: Units) -> int:
    """Pairs of some units: each text but the first with the first."""
    return sum(len(unit) - 1 for unit in units)
