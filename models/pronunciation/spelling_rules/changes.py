"""Changes of sounds that a spelling implies: pure functions of phones."""

from collections.abc import Callable, Sequence
from itertools import islice, product

Phones = tuple[str, ...]
Change = Callable[[Phones], Phones]

_SIBILANTS = frozenset("S Z SH ZH CH JH".split())
_VOICELESS = frozenset("P T K F TH S SH CH".split())
_MOST = 12  # combinations of variants of pieces


def is_vowel(phone: str) -> bool:
    """Return whether a phone has a stress digit."""
    return phone[-1].isdigit()


def as_it_is(phones: Phones) -> Phones:
    """Return the phones unchanged."""
    return phones


def add(*more: str) -> Change:
    """Return a change that appends phones."""
    return lambda phones: (*phones, *more)


def before(*first: str) -> Change:
    """Return a change that prepends phones."""
    return lambda phones: (*first, *phones)


def add_s(phones: Phones) -> Phones:
    """Add a plural or possessive ending: cats, dogs, horses."""
    last = phones[-1]
    if last in _SIBILANTS:
        return (*phones, "AH0", "Z")
    return (*phones, "S" if last in _VOICELESS else "Z")


def add_d(phones: Phones) -> Phones:
    """Add a past tense ending: walked, loved, wanted."""
    last = phones[-1]
    if last in ("T", "D"):
        return (*phones, "AH0", "D")
    return (*phones, "T" if last in _VOICELESS else "D")


def contract_d(phones: Phones) -> Phones:
    """Drop the vowel of an elided past tense: belov'd has two syllables. After T or D it stays: wanted."""
    if len(phones) > 2 and phones[-1] == "D" and phones[-2] in ("AH0", "IH0") and phones[-3] not in ("T", "D"):
        return add_d(phones[:-2])
    return phones


def dull_ng(phones: Phones) -> Phones:
    """Replace a final NG by N: walkin' for walking."""
    return (*phones[:-1], "N") if phones[-1] == "NG" else phones


def lose_first_syllable(phones: Phones) -> Phones:
    """Drop everything up to the first vowel: 'gainst for against. A word of one syllable keeps it."""
    vowels = [place for place, phone in enumerate(phones) if is_vowel(phone)]
    return phones[vowels[0] + 1 :] if len(vowels) > 1 else phones


def lose_vowel(number: int, syllables: int) -> Change:
    """Return a change that drops the unstressed vowel of this number: ev'ry for every.

    It applies only if the full word has more syllables than are written. ER leaves its R.
    """

    def change(phones: Phones) -> Phones:
        vowels = [place for place, phone in enumerate(phones) if is_vowel(phone)]
        if len(vowels) <= syllables or not 0 < number < len(vowels):
            return phones
        place = vowels[number]
        if phones[place][-1] != "0":
            return phones
        return (*phones[:place], *(("R",) if phones[place] == "ER0" else ()), *phones[place + 1 :])

    return change


def join(pieces: Sequence[Sequence[Phones]]) -> list[Phones]:
    """Join the sounds of pieces in all combinations of variants.

    The first stressed piece keeps its primary stress. Primary stresses of later pieces become secondary, so that they
    can still carry a rhyme.
    """
    return [_joined(choice) for choice in islice(product(*pieces), _MOST)]


def _joined(pieces: Sequence[Phones]) -> Phones:
    joined = list(pieces[0])
    for piece in pieces[1:]:
        stressed = any(phone[-1] == "1" for phone in joined)
        joined += [phone.replace("1", "2") if stressed else phone for phone in piece]
    return tuple(joined)
