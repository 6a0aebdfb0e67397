"""British variants of the rhyming parts of words, derived from American pronunciations."""

from collections.abc import Iterator

from versebench.transforms.prosody.rhymes.ending import Ending
from versebench.transforms.prosody.rhymes.features import is_vowel

_BATH = frozenset((("F",), ("TH",), ("S",), ("N", "S"), ("N", "T"), ("N", "CH"), ("M", "P"), ("N", "D")))
_LINGERING = {"AA": "AA", "AO": "AO", "ER": "ER", "EH": "EHə", "IH": "IHə", "UH": "AO", "AY": "AYə", "AW": "AWə"}
"""What a vowel becomes when the R after it falls silent."""


def british(ending: Ending) -> Iterator[Ending]:
    """Yields the variants of an ending in British speech: silent R, the vowels of BATH and LOT, -er as -a."""
    for phones in _vowels(ending.phones):
        silent = _without_r(phones)
        if silent != ending.phones:
            yield Ending(ending.onset, silent, ending.promoted)


def _vowels(phones: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield phones
    vowel, rest = phones[0], phones[1:]
    if vowel == "AE" and (rest[:1] in _BATH or rest[:2] in _BATH):
        yield ("AA", *rest)
    if vowel == "AO" and rest[:1] and rest[0] in ("F", "TH", "S", "NG", "G"):
        yield ("LOT", *rest)
    if vowel == "AA" and rest[:1] != ("R",):
        yield ("LOT", *rest)


def _without_r(phones: tuple[str, ...]) -> tuple[str, ...]:
    """Phones without each R that no vowel follows; unstressed -er becomes ə."""
    made: list[str] = []
    for place, phone in enumerate(phones):
        after = phones[place + 1] if place + 1 < len(phones) else ""
        if phone == "R" and made and not is_vowel(after):
            made[-1] = _LINGERING.get(made[-1], made[-1])
        elif phone == "ER" and place and not is_vowel(after):
            made.append("ə")
        else:
            made.append(phone)
    if made[:2] == ["IY", "ə"]:  # idea, like dear
        made[:2] = ["IHə"]
    return tuple(made)
