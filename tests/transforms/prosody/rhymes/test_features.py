"""The feature table: distances order sounds as listeners do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.prosody.rhymes.ending import comparable, endings, onset
from versebench.transforms.prosody.rhymes.features import CONSONANTS, VOWELS, phone_distance, sequence_distance

PHONES = sorted(VOWELS) + sorted(CONSONANTS)


@pytest.mark.parametrize(
    ("near", "far"),
    [
        ("IY IH", "IY AA"),
        ("EH IH", "EH UW"),
        ("AA AO", "AA IY"),
        ("UH UW", "UH AE"),
        ("OW UW", "OW AE"),
        ("ER AH", "ER IY"),
        ("M N", "M K"),
        ("S Z", "S G"),
        ("T D", "T M"),
        ("TH F", "TH NG"),
        ("P K", "P L"),
        ("L R", "L S"),
    ],
)
def test_near_sounds_are_nearer_than_far_ones(near: str, far: str) -> None:
    assert 0 < phone_distance(*near.split()) < phone_distance(*far.split())


def test_a_vowel_and_a_consonant_are_as_far_as_can_be() -> None:
    assert phone_distance("IY", "Y") == 1


def test_a_missing_r_costs_less_than_another_consonant() -> None:
    assert sequence_distance(("R", "T"), ("T",)) < sequence_distance(("S", "T"), ("T",))


@given(st.sampled_from(PHONES), st.sampled_from(PHONES))
def test_distance_is_symmetric_and_nothing_only_for_the_same(one: str, other: str) -> None:
    assert phone_distance(one, other) == phone_distance(other, one)
    assert (phone_distance(one, other) == 0) == (one == other)
    assert phone_distance(one, other) <= 1


@given(st.lists(st.sampled_from(PHONES), max_size=5), st.lists(st.sampled_from(PHONES), max_size=5))
def test_distance_of_rows_is_symmetric_and_bounded(one: list[str], other: list[str]) -> None:
    there, back = sequence_distance(tuple(one), tuple(other)), sequence_distance(tuple(other), tuple(one))
    assert there == pytest.approx(back)
    assert 0 <= there <= 1
    assert (there == 0) == (one == other)


@pytest.mark.parametrize(
    ("phones", "onset_of", "parts"),
    [
        ("K AE1 T", "K", ["AE T"]),
        ("B R AY1 T", "B R", ["AY T"]),
        ("HH IH1 S T ER0 IY0", "HH", ["IH S T ER IY", "IY"]),
        ("M IH1 D N AY2 T", "N", ["AY T"]),
        ("DH AH0", "DH", ["AH"]),
        ("IH0 N S T EH1 D", "S T", ["EH D"]),
        ("M Y UW1 Z", "M Y", ["UW Z"]),
    ],
)
def test_rhyming_parts(phones: str, onset_of: str, parts: list[str]) -> None:
    found = list(endings(phones.split()))
    assert found[0].onset == tuple(onset_of.split())
    assert [" ".join(one.phones) for one in found] == parts


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("AY1 ER0", "AY1 R"),
        ("AW1 ER0 Z", "AW1 R Z"),
        ("EH1 V N", "EH1 V AH0 N"),
        ("EY1 JH AH0 Z", "EY1 JH IH0 Z"),
        ("IH1 S Y UW0", "IH1 SH UW0"),
        ("IY1 R", "IH1 R"),
    ],
)
def test_differences_that_no_ear_hears_are_none(one: str, other: str) -> None:
    assert comparable(one.split()) == comparable(other.split())


def test_what_has_no_vowel_has_no_rhyming_part() -> None:
    assert list(endings(["SH"])) == []
    assert onset(["AH0", "K", "T", "EH1"], 3) == ("T",)
