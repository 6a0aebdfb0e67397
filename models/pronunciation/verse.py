"""Pronunciations for verse: CMUdict, spelling rules on top of it, and a model for the remaining words."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.dictionary import EDITION, load_dictionary
from versebench.models.pronunciation.spelling import Unpronounceable, pronounce, read
from versebench.models.pronunciation.spelling_rules.changes import Phones, add_s, join
from versebench.models.pronunciation.spelling_rules.endings import possessive

Guess = Callable[[Sequence[str]], Sequence[Phones]]
"""From distinct words of the letters a to z to their phones; empty if it cannot pronounce a word."""

NAME = "verse-ear.v1"
GUESSED = "g2p.v1"
LETTERS_ONLY = "cmudict+letters-only"
_PIECES = re.compile(r"[-.…/&\s]+")


class VersePronouncer:
    """Looks words up in CMUdict with all variants, applies the spelling rules, and marks guesses for the rest."""

    def __init__(self, guess: Guess | None = None) -> None:
        """Use ``guess`` for unknown words. Without it, the shipped model is loaded when first needed."""
        self._guess = guess

    @property
    def name(self) -> str:
        """The versioned name, with the versions of the dictionary and of the model that guesses."""
        return f"{NAME}:{EDITION}:{GUESSED}"

    def pronounce(self, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
        """Return entries, readings by rule, and guesses. All guesses are made together, once per word."""
        distinct = dict.fromkeys(words)
        pronounced = {word: pronounce(word, _look_up) for word in distinct}
        pronounced.update(self._guessed([word for word in distinct if not pronounced[word]]))
        return [pronounced[word] for word in words]

    def why_not(self, word: str) -> Unpronounceable | None:
        """Return why a word cannot have a pronunciation; None if there is at least a guess."""
        written = read(word)
        if isinstance(written, Unpronounceable):
            return written
        return None if any(map(str.isalpha, written.text)) or pronounce(word, _look_up) else Unpronounceable.NO_LETTERS

    def _guessed(self, unknown: Sequence[str]) -> dict[str, tuple[Pronunciation, ...]]:
        stems = {word: _stems(word) for word in unknown}
        wanted = sorted({stem for word in unknown for stem in stems[word][0] if not _look_up(stem)})
        guesses = dict(zip(wanted, self._model()(wanted), strict=True)) if wanted else {}
        return {word: _assembled(*stems[word], guesses) for word in unknown}

    def _model(self) -> Guess:
        if self._guess is None:
            self._guess = _shipped_guess()
        return self._guess


def _stems(word: str) -> tuple[tuple[str, ...], bool]:
    """Return the pieces of a word to guess, and whether a possessive is added: Vloon's, Vloon-hill."""
    written = read(word)
    if isinstance(written, Unpronounceable):
        return (), False
    text, owned = written.text, False
    for spelling in possessive(text):
        text, owned = spelling.pieces[0], text.endswith("'s")
    pieces = [_letters(piece) for piece in _PIECES.split(text)]
    return tuple(piece for piece in pieces if piece), owned


def _letters(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text)
    return "".join(character for character in apart if "a" <= character <= "z")


def _assembled(pieces: tuple[str, ...], owned: bool, guesses: Mapping[str, Phones]) -> tuple[Pronunciation, ...]:
    sounds = [_look_up(piece) or (tuple(guesses.get(piece, ())),) for piece in pieces]
    if not sounds or not all(phones for piece in sounds for phones in piece):
        return ()
    joined = dict.fromkeys(join(sounds))
    origin = GUESSED if any(piece in guesses for piece in pieces) else LETTERS_ONLY
    return tuple(Pronunciation(add_s(phones) if owned else phones, origin) for phones in joined)[:4]


def _look_up(word: str) -> tuple[Phones, ...]:
    return load_dictionary().look_up(word)


@cache
def _shipped_guess() -> Guess:
    """Load the shipped model on first use, because it takes time."""
    from versebench.models.pronunciation.g2p import load_g2p

    return load_g2p().pronounce
