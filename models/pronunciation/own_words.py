"""A user's own words: pronunciations that come before those of every other source."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from versebench.models.pronunciation.contract import Pronouncer, Pronunciation
from versebench.models.pronunciation.spelling_rules.changes import Phones, add_s, is_vowel

ORIGIN = "lexicon"
"""The origin of an entry."""
POSSESSIVE = f"{ORIGIN}+possessive"
"""The origin of an entry with 's."""

_OWNED = "'s"


def spelling_of(word: str) -> str:
    """A word as it is looked up: case and the kind of apostrophe are ignored."""
    return word.lower().replace("’", "'")


@dataclass(frozen=True)
class OwnWords:
    """The parsed entries, sorted: each a spelling as :func:`spelling_of` gives it, and its pronunciations."""

    entries: tuple[tuple[str, tuple[Phones, ...]], ...] = ()

    @cached_property
    def content_hash(self) -> str:
        """A hash of the entries."""
        return hashlib.sha256(repr(self.entries).encode()).hexdigest()

    def described(self) -> dict[str, Any]:
        """The entries among the inputs of a run; nothing if there are none, so that ids of other runs stay."""
        return {"own_words": self.content_hash} if self.entries else {}


NO_WORDS = OwnWords()


class OwnWordsPronouncer:
    """Pronounces the user's words as the user says, and asks another pronouncer for the others."""

    def __init__(self, own: OwnWords, pronouncer: Pronouncer) -> None:
        self._own, self._pronouncer = own, pronouncer
        self._entries = dict(own.entries)

    @property
    def name(self) -> str:
        """The name of the other pronouncer, with the hash of the entries."""
        return f"{self._pronouncer.name}+{ORIGIN}:{self._own.content_hash[:20]}"

    def pronounce(self, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
        """All pronunciations of each word; those of an entry alone if there is one."""
        own = {word: self._entry(spelling_of(word)) for word in words}
        others = [word for word, said in own.items() if not said]
        own.update(zip(others, self._pronouncer.pronounce(others) if others else (), strict=True))
        return [own[word] for word in words]

    def _entry(self, spelling: str) -> tuple[Pronunciation, ...]:
        if said := self._entries.get(spelling):
            return tuple(Pronunciation(phones, ORIGIN) for phones in said)
        said = self._entries.get(spelling.removesuffix(_OWNED), ()) if spelling.endswith(_OWNED) else ()
        return tuple(Pronunciation(add_s(phones), POSSESSIVE) for phones in said)


def with_own_words(pronouncer: Pronouncer, own: OwnWords) -> Pronouncer:
    """A pronouncer that knows the user's words; the same one if there are none."""
    return OwnWordsPronouncer(own, pronouncer) if own.entries else pronouncer


def rhyming(guess: Phones, model: Phones) -> Phones:
    """The phones of a word that rhymes with another: its own start, and the other's end from the primary stress on.

    As many vowels of ``guess`` are replaced as the end of ``model`` has, and the consonants after them.
    """
    end = model[_rhyme_start(model) :]
    replaced = sum(map(is_vowel, end))
    vowels = [place for place, phone in enumerate(guess) if is_vowel(phone)]
    start = guess[: vowels[-min(replaced, len(vowels))]] if vowels else guess
    return (*(phone.replace("1", "2") for phone in start), *end)


def _rhyme_start(phones: Phones) -> int:
    """The place of the last vowel with primary stress, or of the last vowel."""
    stressed = [place for place, phone in enumerate(phones) if phone.endswith("1")]
    vowels = [place for place, phone in enumerate(phones) if is_vowel(phone)]
    return (stressed or vowels or [0])[-1]
