import pytest

from versebench.transforms.prosody.rhyme_density.syllables import Syllable, split, unstressed


@pytest.mark.parametrize(
    ("phones", "codas"),
    [
        ("B EY1 K ER0", [("K",), ()]),  # one consonant closes
        ("K AW1 N T IH0 NG", [("N",), ("NG",)]),  # the first of two
        ("EH1 K S T R AH0", [("K", "S"), ()]),  # half of four
        ("M AH1 N S T ER0", [("N", "S"), ()]),  # half of three, rounded up
        ("S T R EH1 NG K TH S", [("NG", "K", "TH", "S")]),  # a final cluster closes as a whole
        ("AH0 W EY1", [(), ()]),  # what begins syllables only closes none
        ("B IH0 HH AY1 N D", [(), ("N", "D")]),
        ("SH", []),
        ("", []),
    ],
)
def test_consonants_between_vowels_are_shared_out(phones: str, codas: list[tuple[str, ...]]) -> None:
    assert [syllable.coda for syllable in split(phones.split())] == codas


def test_a_syllable_has_its_vowel_and_stress() -> None:
    assert split("HH EH1 D EY2 K".split()) == (Syllable("EH", ("D",), 1), Syllable("EY", ("K",), 2))


def test_a_light_word_has_no_stress() -> None:
    assert unstressed(split(["M", "AY1"])) == (Syllable("AY", (), 0),)
