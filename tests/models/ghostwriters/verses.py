"""Verses of a made-up artist: words by a hash, so that some contexts are common and others stand once."""

import hashlib

from versebench.models.ghostwriters.contract import Lines


def _number(name: str, below: int) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") % below


def _word(place: str) -> str:
    return f"w{_number(place, 3 ** _number(place + ' of', 5))}"


def made_up(count: int, most_lines: int = 6) -> list[Lines]:
    """Verses of one to some lines, each of two to seven tokens; every tenth verse repeats an earlier one."""
    verses: list[Lines] = []
    for verse in range(count):
        if verse % 10 == 9:
            verses.append(verses[verse - 5])
            continue
        lines = 1 + _number(f"lines {verse}", most_lines)
        lengths = [2 + _number(f"{verse} {line}", 6) for line in range(lines)]
        verses.append(
            tuple(
                tuple(_word(f"{verse} {line} {word}") for word in range(length)) for line, length in enumerate(lengths)
            )
        )
    return verses
