"""What spelling does to sounds: pure functions of phones."""

from collections.abc import Callable, Sequence
from itertools import islice, product

Phones = tuple[str, ...]
Change = Callable[[Phones], Phones]

_SIBILANTS = frozenset("S Z SH ZH CH JH".split())
_VOICELESS = frozenset("P T K F TH S SH CH".split())
_MOST = 12  # combinations of variants of pieces


def is_vowel(phone: str) -> bool:
    """Whether a phone carries a stress digit."""
    return phone[-1].isdigit()


def as_it_is(phones: Phones) -> Phones:
    """No change."""
    return phones


def add(*more: str) -> Change:
    """Further phones at the end."""
    return lambda phones: (*phones, *more)


def before(*first: str) -> Change:
    """Phones put before a word."""
    return lambda phones: (*first, *phones)


def add_s(phones: Phones) -> Phones:
    """A plural or possessive: cats, dogs, horses."""
    last = phones[-1]
    if last in _SIBILANTS:
        return (*phones, "AH0", "Z")
    return (*phones, "S" if last in _VOICELESS else "Z")


def add_d(phones: Phones) -> Phones:
    """A past tense: walked, loved, wanted."""
    last = phones[-1]
    if last in ("T", "D"):
        return (*phones, "AH0", "D")
    return (*phones, "T" if last in _VOICELESS else "D")


def contract_d(phones: Phones) -> Phones:
    """A past tense that an apostrophe holds together: belov'd has two syllables; wanted keeps its own."""
    if len(phones) > 2 and phones[-1] == "D" and phones[-2] in ("AH0", "IH0") and phones[-3] not in ("T", "D"):
        return add_d(phones[:-2])
    return phones


def dull_ng(phones: Phones) -> Phones:
    """Walkin' for walking."""
    return (*phones[:-1], "N") if phones[-1] == "NG" else phones


def lose_first_syllable(phones: Phones) -> Phones:
    """'Gainst for against: what stands before the stressed syllable goes with its vowel."""
    vowels = [place for place, phone in enumerate(phones) if is_vowel(phone)]
    return phones[vowels[0] + 1 :] if len(vowels) > 1 else phones


def lose_vowel(number: int, syllables: int) -> Change:
    """Ev'ry for every: the vowel of this number goes, where the full word has more syllables than are written.

    A vowel that holds an R leaves the R.
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
    """The sounds of pieces in a row, under their variants.

    Of several pieces the first that is stressed keeps its primary stress, the stresses of those after become secondary:
    they can still carry a rhyme.
    """
    return [_joined(choice) for choice in islice(product(*pieces), _MOST)]


def _joined(pieces: Sequence[Phones]) -> Phones:
    joined = list(pieces[0])
    for piece in pieces[1:]:
        stressed = any(phone[-1] == "1" for phone in joined)
        joined += [phone.replace("1", "2") if stressed else phone for phone in piece]
    return tuple(joined)
