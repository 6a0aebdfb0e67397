"""espeak-ng's IPA for American English as ARPAbet without stress.

The mapping is this project's own: the two notations differ, and where espeak-ng writes what CMUdict has no sign for,
one of CMUdict's ways is chosen. The flap of *water* and *wader* becomes T. The vowel ``ᵻ`` (*wanted*) becomes IH,
a short ``ɪ`` before a vowel (*radio*) IY. An R that espeak-ng writes after its ɚ, and a doubled one, are one R. So a
share of its errors are differences of notation; :func:`near` takes away those that the phones alone tell, for both
sides.
"""

import re
from collections.abc import Iterator

from training.ear_data import Phones, without_stress

ARPABET = {
    sign: phones.split()
    for sign, phones in (
        line.split(maxsplit=1)
        for line in """
aɪə AY AH
aɪɚ AY ER
aɪ AY
aʊ AW
eɪ EY
oʊ OW
ɔɪ OY
iə IY AH
əl AH L
n̩ AH N
l̩ AH L
tʃ CH
dʒ JH
ɑː AA
ɑ̃ AA
ɔː AO
oː AO
iː IY
uː UW
ɜː ER
æ AE
a AE
ɑ AA
ɒ AA
ʌ AH
ə AH
ɐ AH
ɔ AO
o OW
ɛ EH
e EH
ɚ ER
ɪ IH
ᵻ IH
i IY
ʊ UH
u UW
x K
ɡ G
θ TH
ð DH
ʃ SH
ʒ ZH
h HH
ŋ NG
ɹ R
j Y
ɾ T
ʔ T
""".strip().splitlines()
    )
} | {sign: [sign.upper()] for sign in "bdfklmnprstvwz"}
VOWELS = frozenset("AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW".split())

_LONGEST = max(map(len, ARPABET))
_MARKS = re.compile(r"[ˈˌ\s_]+")
_NEAR = {"IH": "AH", "UH": "AH", "AO": "AA"}


def arpabet(ipa: str) -> Phones:
    """The phones of a word whose signs are parted by underscores or spaces; a sign that is not known is passed over."""
    made: list[str] = []
    for part in _MARKS.split(ipa):
        made += _phones(part)
    return tuple(_usual(made))


def _phones(part: str) -> Iterator[str]:
    """The longest sign first."""
    place = 0
    while place < len(part):
        for length in range(_LONGEST, 0, -1):
            if phones := ARPABET.get(part[place : place + length]):
                yield from phones
                place += length
                break
        else:
            place += 1


def _usual(phones: list[str]) -> Iterator[str]:
    for place, phone in enumerate(phones):
        before = phones[place - 1] if place else ""
        after = phones[place + 1] if place + 1 < len(phones) else ""
        if phone == "R" and before in ("ER", "R"):
            continue
        yield "IY" if phone == "IH" and after in VOWELS else phone


def near(phones: Phones) -> Phones:
    """Phones, with stress or without, with vowels as one that two notations tell apart otherwise.

    Those of *roses* and *Rosa's*, of *cot* and *caught*, and of *ear* with IY or IH before R.
    """
    plain = without_stress(phones)
    return tuple(
        "IH-R" if phone in ("IY", "IH") and after == "R" else _NEAR.get(phone, phone)
        for phone, after in zip(plain, (*plain, "")[1:], strict=True)
    )


def syllables(phones: Phones) -> int:
    """Vowels of phones without stress."""
    return sum(phone in VOWELS for phone in phones)
