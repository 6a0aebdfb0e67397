"""The sound classes of the main stressed syllable of a word."""

import pytest

from versebench.transforms.prosody.stressed_syllable import stressed_syllable


@pytest.mark.parametrize(
    ("phones", "expected"),
    [
        ("S T R IY1 T", ("S T R", "IY", "T")),
        ("B IH0 S AY1 D", ("S", "AY", "D")),
        ("R EH0 S T R EY1 N", ("S T R", "EY", "N")),
        ("HH AE1 P IY0", ("HH", "AE", "")),
        ("S IH1 NG ER0", ("S", "IH", "NG")),
        ("W IH1 N T ER0", ("W", "IH", "N")),
        ("OW1", ("", "OW", "")),
        ("DH AH0", ("DH", "AH", "")),
        ("AH2 N D AH0", ("", "AH", "N")),
        ("K OW0 AO1 P", ("", "AO", "P")),
        ("", ("", "", "")),
        ("HH M", ("", "", "")),
    ],
)
def test_the_most_consonants_that_can_open_a_syllable_do(phones: str, expected: tuple[str, str, str]) -> None:
    assert stressed_syllable(phones) == expected
