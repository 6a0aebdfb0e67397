import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.models.scanner.contractions import Contraction, contractions

SYNAERESIS, SYNCOPE, HEAVEN = Contraction

VOWELS = [f"{vowel}{stress}" for vowel in "AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW".split() for stress in "012"]
CONSONANTS = "B D F G K L M N P R S SH T TH V W Y Z".split()
PHONES = st.lists(st.sampled_from(VOWELS + CONSONANTS), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("phones", "found"),
    [
        ("G L AO1 R IY0 AH0 S", [SYNAERESIS]),  # glorious
        ("V ER1 CH UW0 AH0 S", [SYNAERESIS]),  # virtuous
        ("V IH1 ZH AH0 W AH0 L", [SYNAERESIS]),  # visual, as CMUdict writes it
        ("F AY1 ER0", [SYNAERESIS]),
        ("B IY1 IH0 NG", [SYNAERESIS]),
        ("N AO1 Z IY0 EY2 T", [SYNAERESIS]),  # nauseate
        ("EH1 V ER0 IY0", [SYNCOPE]),  # every
        ("F L AE1 T ER0 IH0 NG", [SYNCOPE]),
        ("L IH1 S AH0 N IH0 NG", [SYNCOPE]),
        ("F AE1 B Y AH0 L AH0 S", [SYNCOPE]),
        ("HH EH1 V AH0 N", [HEAVEN]),
        ("HH EH1 V AH0 N L IY0", [HEAVEN]),  # heavenly
        ("S P IH1 R IH0 T S", [HEAVEN]),
        ("K R IY0 EY1 T", []),  # create: the second vowel bears the stress
        ("AH0 L AY1 V", []),  # alive
        ("F AE1 M AH0 L IY0", [SYNCOPE]),
        ("EH1 N AH0 M IY0", []),  # enemy: M is none of the liquids
        ("R AY1 V AH0 L", []),  # rival
        ("K AE1 T", []),
        ("T", []),
    ],
)
def test_what_verse_may_drop(phones: str, found: list[Contraction]) -> None:
    assert list(contractions(phones.split())) == found


def test_a_syllable_that_took_one_in_cannot_fall_itself() -> None:
    assert list(contractions("M IY1 AH0 ER0".split())) == [SYNAERESIS]


def test_a_word_may_drop_two() -> None:
    assert list(contractions("S EH1 V AH0 N F L AW1 ER0".split())) == [HEAVEN, SYNAERESIS]


@given(PHONES)
def test_one_syllable_always_stays(phones: list[str]) -> None:
    vowels = sum(phone[-1].isdigit() for phone in phones)
    assert len(list(contractions(phones))) <= max(0, vowels - 1)


@given(PHONES)
def test_words_without_unstressed_vowels_lose_nothing(phones: list[str]) -> None:
    loud = [phone[:-1] + "1" if phone[-1].isdigit() else phone for phone in phones]
    assert not list(contractions(loud))
