"""The rhyming part of a word: from a stressed vowel on, in comparable sounds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from versebench.transforms.prosody.rhymes.features import VOWELS

Phones = tuple[str, ...]

REDUCED = "ə"
_REDUCIBLE = frozenset("AH IH UH EH AE".split())
FULL_VOWELS = frozenset("AA AE AO AW AY EH EY OY".split())
"""Vowels that a verse can stress before a consonant if the word does not: Karnak/back."""
_BEFORE_R = {"IY": "IH", "EY": "EH", "AE": "EH", "OW": "AO", "UW": "UH"}
_SYLLABIC = frozenset("N M L".split())
_OBSTRUENTS = frozenset("P B T D K G F V TH DH S Z SH ZH CH JH".split())
_GLIDES = frozenset((("IY0", "AH0"), ("IY0", "ER0")))
"""Vowels the first of which is often spoken as Y: Moldavia, like behaviour."""
_MELTED = {"S": "SH", "Z": "ZH", "T": "CH", "D": "JH", "SH": "SH", "ZH": "ZH", "CH": "CH", "JH": "JH"}
"""What a consonant becomes with a Y after it, as in "miss you", which rhymes with "tissue"."""
_CLUSTERS = frozenset(
    """P R,P L,B R,B L,T R,T W,D R,D W,K R,K L,K W,G R,G L,G W,F R,F L,TH R,TH W,SH R,S P,S T,S K,S M,S N,S L,S W,S F,
    S P R,S P L,S T R,S K R,S K W,S K L,HH W""".replace("\n    ", "").split(",")
)
"""Consonants that can begin a syllable together."""


@dataclass(frozen=True)
class Ending:
    """A rhyming part: its vowel, what follows, and the consonants that begin its syllable.

    ``promoted``: it begins with a vowel without stress that may carry a beat of the verse, as the last of "history".
    """

    onset: Phones
    phones: Phones
    promoted: bool = False

    @property
    def vowel(self) -> str:
        """The vowel that must agree."""
        return self.phones[0]

    @property
    def rest(self) -> Phones:
        """The phones after the vowel."""
        return self.phones[1:]

    @cached_property
    def syllables(self) -> int:
        """1 in a masculine rhyme, 2 in a feminine, 3 in a dactylic."""
        return sum(phone in VOWELS for phone in self.phones)


def endings(phones: Sequence[str]) -> Iterator[Ending]:
    """Yields the rhyming parts of a pronunciation: from its last stressed vowel on, and from its last vowel on.

    A word without stress has the second only, a word without vowels none.
    """
    vowels = [place for place, phone in enumerate(phones) if phone[-1].isdigit()]
    if not vowels:
        return
    start = next((place for place in reversed(vowels) if phones[place][-1] in "12"), vowels[-1])
    yield Ending(onset(phones, start), comparable(phones[start:]))
    if start != vowels[-1]:
        last = comparable(phones[vowels[-1] :])
        yield Ending(onset(phones, vowels[-1]), (_unstressed(phones[vowels[-1]]), *last[1:]), promoted=True)


def endings_of_second(phones: Sequence[str]) -> Iterator[Ending]:
    """Yields the rhyming parts by the second edition: those of the first, and that from the primary stress.

    -nts sounds as -ns, -ing also as -in, -ia also as -ya, and an unstressed IY within a word also as a reduced vowel.
    """
    for variant in dict.fromkeys((tuple(_usual(phones)), *_variants(_usual(phones)))):
        yield from _of_variant(variant)


def _variants(phones: Sequence[str]) -> Iterator[Phones]:
    """Yields the phones with weak sounds as many people speak them: creaking/Wrekin, behaviour/Moldavia, Corsica."""
    if tuple(phones[-2:]) == ("IH0", "NG"):
        yield (*phones[:-1], "N")
    followed = list(zip(phones, [*phones[1:], ""], strict=True))
    if any(pair in _GLIDES for pair in followed):
        yield tuple("Y" if pair in _GLIDES else pair[0] for pair in followed)
    if any(_is_weak(*pair) for pair in followed):
        yield tuple("IH0" if _is_weak(*pair) else pair[0] for pair in followed)


def _is_weak(phone: str, after: str) -> bool:
    return phone == "IY0" and after != "" and not after[-1].isdigit()


def _of_variant(kept: Sequence[str]) -> Iterator[Ending]:
    yield from endings(kept)
    vowels = [place for place, phone in enumerate(kept) if phone[-1].isdigit()]
    yield from _full_last(kept, vowels)
    primary = next((place for place in reversed(vowels) if kept[place][-1] == "1"), None)
    if primary is not None and any(kept[place][-1] == "2" for place in vowels if place > primary):
        yield Ending(onset(kept, primary), comparable(kept[primary:]))


def _full_last(phones: Sequence[str], vowels: Sequence[int]) -> Iterator[Ending]:
    """Yields the ending from an unstressed last vowel that is not reduced before a consonant: Karnak, Cashmere."""
    last = vowels[-1] if vowels else len(phones)
    if len(vowels) > 1 and phones[last][-1] == "0" and last + 1 < len(phones):
        after_r = phones[last] == "IH0" and phones[last + 1] == "R"
        if after_r or phones[last].rstrip("0") in FULL_VOWELS:
            yield Ending(onset(phones, last), comparable(phones[last:]), promoted=True)


def _usual(phones: Sequence[str]) -> Sequence[str]:
    """Phones without each T between N and S (prints, like prince); a last AA without stress is reduced (Sparta)."""
    if phones and phones[-1] == "AA0":
        phones = [*phones[:-1], "AH0"]
    triples = zip(phones, phones[1:], phones[2:], strict=False)
    silent = {place + 1 for place, triple in enumerate(triples) if triple == ("N", "T", "S")}
    return [phone for place, phone in enumerate(phones) if place not in silent] if silent else phones


def onset(phones: Sequence[str], vowel: int) -> Phones:
    """The consonants that begin the syllable of a vowel: as many as can begin a syllable together."""
    start = vowel
    while start and not phones[start - 1][-1].isdigit():
        longer = phones[start - 1 : vowel]
        glide = longer[:-1] if longer[-1] == "Y" else longer
        if len(longer) > 1 and len(glide) > 1 and " ".join(glide) not in _CLUSTERS:
            break
        start -= 1
    return tuple(phones[start:vowel])


def comparable(phones: Sequence[str]) -> Phones:
    """Phones without stress, and without differences that do not matter for rhyme.

    Unstressed vowels are reduced to ə; vowels before R are those of American speech; fire, flower and higher end in one
    syllable; heav'n gets its second syllable back.
    """
    first = phones[0].rstrip("012")
    plain = [first, *(_unstressed(phone) for phone in phones[1:])]
    if first in ("AY", "AW") and len(plain) > 1 and plain[1] == "ER":
        plain[1:2] = ["R"]
    if len(plain) > 1 and plain[1] == "R":
        plain[0] = _BEFORE_R.get(first, first)
    if "Y" in plain:
        plain = list(_melted(plain))
    if len(plain) > 2 and plain[-1] in _SYLLABIC and plain[-2] in _OBSTRUENTS:
        plain.insert(-1, REDUCED)
    return tuple(plain)


def _melted(phones: Sequence[str]) -> Iterator[str]:
    for place, phone in enumerate(phones):
        after = phones[place + 1] if place + 1 < len(phones) else ""
        if phone != "Y" or phones[place - 1] not in _MELTED:
            yield _MELTED.get(phone, phone) if after == "Y" else phone


def _unstressed(phone: str) -> str:
    plain = phone.rstrip("012")
    return REDUCED if phone[-1] == "0" and plain in _REDUCIBLE else plain
