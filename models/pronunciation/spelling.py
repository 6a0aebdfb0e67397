"""Finds dictionary entries for the spellings of verse.

Verse elides, joins, quotes and respells words. Each rule covers one such habit: it turns a word into spellings to look
up, and says how their sounds change. Nothing here guesses: if no rule leads to the dictionary, there is no
pronunciation.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.spelling_rules.changes import Phones, join
from versebench.models.pronunciation.spelling_rules.contract import Rule, Spelling
from versebench.models.pronunciation.spelling_rules.elisions import elided
from versebench.models.pronunciation.spelling_rules.endings import endings
from versebench.models.pronunciation.spelling_rules.lexicon import LEXICON
from versebench.models.pronunciation.spelling_rules.numbers import number_words
from versebench.models.pronunciation.spelling_rules.parts import compound, hyphenated, initialism
from versebench.models.pronunciation.spelling_rules.variants import british, without_accents

LONGEST = 60  # letters; the longest word of CMUdict has 34
_LONGEST_RULED = 34  # letters; longer words get only the rules for numerals and hyphens, to limit the time
_APOSTROPHES = str.maketrans("’ʼ‘`´＇", "''''''")
_HYPHENS = str.maketrans("‐‑‒–—−", "------")
_DEEPEST = 3  # nested rules: "well-lov'd's" takes three
_MOST = 6  # pronunciations of a compound

_MARKS = re.compile(r"^[^\w'£$€]+|[^\w'.%]+$|_|\.(?=')")  # around a word, and within: touch.'d

Lookup = Callable[[str], Sequence[Phones]]
Deeper = Callable[[str, Lookup, int], tuple[Pronunciation, ...]]

RULES: tuple[tuple[str, Rule], ...] = (
    ("numeral", number_words),
    ("hyphen", hyphenated),
    ("accents", without_accents),
    ("elision", elided),
    ("ending", endings),
    ("british", british),
    ("compound", compound),
)
"""Every rule with its name, the most reliable first. A rule may give its readings a more specific name."""


class Unpronounceable(StrEnum):
    """Why a word cannot have a pronunciation, not even a guess."""

    NO_LETTERS = "no letters"
    TOO_LONG = "too long"
    OTHER_SCRIPT = "other script"


@dataclass(frozen=True, slots=True)
class Written:
    """A word as the rules read it: in lower case, with straight apostrophes and hyphens, without outer marks."""

    text: str
    as_written: str


def read(word: str) -> Written | Unpronounceable:
    """Return the word to look up, or why it cannot have a pronunciation. Never raises."""
    if word.isascii() and word.isalpha() and len(word) <= LONGEST:
        return Written(word.lower(), word)
    if len(word) > LONGEST * 4:
        return Unpronounceable.TOO_LONG
    plain = unicodedata.normalize("NFKC", word.translate(_APOSTROPHES)).translate(_APOSTROPHES).translate(_HYPHENS)
    if len(plain) > LONGEST:
        return Unpronounceable.TOO_LONG
    plain = _MARKS.sub("", plain)
    if not any(character.isalnum() for character in plain):
        return Unpronounceable.NO_LETTERS
    if any(character.isalpha() and not _is_latin(character) for character in plain):
        return Unpronounceable.OTHER_SCRIPT
    return Written(plain.lower(), plain)


def spellings(word: str) -> Iterator[Spelling]:
    """Yield every reading of a word in lower case by one rule, the most reliable first."""
    rules = RULES if len(word) <= _LONGEST_RULED else RULES[:2]
    for name, rule in rules:
        for spelling in rule(word):
            yield spelling if spelling.rule else replace(spelling, rule=name)


def pronounce(word: str, look_up: Lookup) -> tuple[Pronunciation, ...]:
    """Return the dictionary entry of a written word, or the result of the first rule that leads to entries."""
    written = read(word)
    if isinstance(written, Unpronounceable):
        return ()
    if (written.as_written.isupper() or "." in written.text) and (spelled := _initialism(written, look_up)):
        return (Pronunciation(spelled, "cmudict+initialism"),)
    return _pronounce(written.text, look_up, 0) or _pronounce(written.text.strip(".'"), look_up, 0)


def _initialism(written: Written, look_up: Lookup) -> Phones | None:
    return initialism(written.as_written, known=bool(look_up(written.text.replace(".", ""))))


def _pronounce(word: str, look_up: Lookup, depth: int) -> tuple[Pronunciation, ...]:
    if entries := _known(word, look_up, depth):
        return entries
    if depth == _DEEPEST or not word:
        return ()
    readings = list(spellings(word))
    for deeper in (_known, _pronounce):  # try all plain readings before nested ones
        for spelling in readings:
            if made := _made(spelling, look_up, depth, deeper):
                return made
    return ()


def _known(word: str, look_up: Lookup, _: int) -> tuple[Pronunciation, ...]:
    if entry := LEXICON.get(word):
        return tuple(Pronunciation(tuple(phones.split()), "verse-lexicon") for phones in entry)
    return tuple(Pronunciation(tuple(phones), "cmudict") for phones in look_up(word))


def _made(spelling: Spelling, look_up: Lookup, depth: int, deeper: Deeper) -> tuple[Pronunciation, ...]:
    if deeper is not _known and spelling.plain:
        return ()
    pieces: list[tuple[Pronunciation, ...]] = []
    for piece in spelling.pieces:
        pieces.append(deeper(piece, look_up, depth + 1))
        if not pieces[-1]:
            return ()
    origin = _origin([piece[0].origin for piece in pieces], spelling.rule)
    made = [spelling.change(phones) for phones in join([[variant.phones for variant in piece] for piece in pieces])]
    return tuple(Pronunciation(phones, origin) for phones in dict.fromkeys(made) if phones)[:_MOST]


def _origin(origins: Sequence[str], rule: str) -> str:
    """Join the sources of the parts and the rules that led there: ``cmudict+possessive``."""
    sources = dict.fromkeys(name for origin in origins for name in origin.split("+"))
    return "+".join(dict.fromkeys([*sources, rule]))


def _is_latin(character: str) -> bool:
    return character.isascii() or unicodedata.name(character, "").startswith("LATIN")
