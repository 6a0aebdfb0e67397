"""Rhymes of older verse: a table of vowels that once rhymed, by sound or by usage.

Some of these rhymes were perfect when they were made (join/line, tea/obey), some stayed in use long after (love/prove,
wind/mind), some were licences that every poet took (-y with eye). They count only if ``RhymeSettings.historical`` is
set.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from versebench.transforms.prosody.rhymes.ending import REDUCED, Ending, Phones

_TABLE = """
AH UW closed love/prove
AH UH closed blood/good
AH OW closed come/home
AH AO closed gone/son
AH AA closed love/of
AH AW closed rough/bough
UH UW closed good/food
UH OW closed wood/abode
UW OW any    move/rove
UW AW closed wound/ground
UW AO closed lose/cause
OW AO any    broad/road
OW AA closed gone/alone
OW AW any    low/brow
AA AO any    god/broad
AA AE closed hand/wand
AA EY closed father/bather
AE AO closed shall/all
AE EY closed have/grave
AE EH closed catch/wretch
EH EY closed said/laid
EH IY closed death/beneath
EH IH closed heaven/given
IH IY closed been/sin
IY EY any    obey/tea
IY AY open   high/he
IH AY closed wind/mind
AY OY any    join/line
AY EY open   eye/survey
AW AO closed mouth/forth
AA AO R      war/star
AA EH R      are/care
AO EH R      war/care
EH IH R      bear/fear
AO UH R      poor/door
AO AW R      pour/hour
UH AW R      your/hour
EH ER R      there/were
IH ER R      here/refer
AA ER RC     heart/desert
AO ER RC     word/lord
"""
"""Two vowels, the context in which they rhyme, and a well-known example.

closed: before a consonant; open: at the end; R: before R; RC: before R and a consonant, or ER before one.
"""

_VOICING = {"S": "Z", "Z": "S", "TH": "DH", "DH": "TH"}
"""Final consonants that rhymed with each other: peace/ease, breath/breathe."""

_PROMOTED = {
    "a": ("AE", "EY", "AO"),
    "e": ("EH", "IY", "IH"),
    "i": ("IH", "AY"),
    "o": ("AA", "OW", "AH"),
    "u": ("AH", "UH"),
    "y": ("IH",),
}
"""The vowels that a vowel without stress could become under a beat, by its letter: tenement/sent."""


@dataclass(frozen=True, slots=True)
class Licensed:
    """A form that an ending could take in a rhyme of older verse, and a well-known example."""

    phones: tuple[str, ...]
    licence: str


def _partners() -> dict[tuple[str, str], list[tuple[str, str]]]:
    partners: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for line in _TABLE.strip().splitlines():
        one, other, context, example = line.split()
        for place in _PLACES.get(context, (context,)):
            partners.setdefault((one, place), []).append((other, example))
            partners.setdefault((other, place), []).append((one, example))
    return partners


_PLACES = {"any": ("open", "closed"), "R": ("R", "RC")}
_PARTNERS = _partners()


def licensed(ending: Ending, letter: str) -> Iterator[Licensed]:
    """Yields every form that an ending could take; ``letter`` is the last vowel letter of its word."""
    vowel, rest = ending.vowel, ending.rest
    if ending.promoted:
        yield from _promoted(vowel, rest, letter)
        return
    for other, example in _PARTNERS.get((vowel, _place(vowel, rest)), ()):
        after = ("R", *rest) if vowel == "ER" else rest[1:] if other == "ER" else rest
        yield Licensed((other, *after), example)
    if rest and (voiced := _VOICING.get(rest[-1])):
        yield Licensed((vowel, *rest[:-1], voiced), "peace/ease")


def _promoted(vowel: str, rest: Phones, letter: str) -> Iterator[Licensed]:
    if vowel == "IY" and rest in ((), ("Z",)):
        yield Licensed(("AY", *rest), "eternity/die")
    if vowel == REDUCED:
        for coloured in _PROMOTED.get(letter, ()):
            yield Licensed((coloured, *rest), "tenement/sent")


def _place(vowel: str, rest: Phones) -> str:
    if vowel == "ER":
        return "RC" if rest else "R"
    if rest[:1] == ("R",):
        return "RC" if len(rest) > 1 else "R"
    return "closed" if rest else "open"
