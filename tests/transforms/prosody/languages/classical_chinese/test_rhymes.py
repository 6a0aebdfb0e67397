import json
from pathlib import Path

import pytest

from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.rhyme_table import RhymeTable
from versebench.transforms.prosody.languages.classical_chinese.regulated import Readings
from versebench.transforms.prosody.languages.classical_chinese.rhymes import (
    ChineseRhymes,
    last_characters,
    rhyme_groups,
)
from versebench.transforms.prosody.rhymes.verify import Fault, Mismatch
from versebench.transforms.text.chinese import verse_lines

SAMPLE = Path("samples/chinese/poems.json")
RHYMES = ChineseRhymes(RhymeTable())


def lines(ends: str) -> list[str]:
    """Lines that end on these characters, or on a mark alone for a hyphen."""
    return ["一二三四" + end + "，" if end != "-" else "，" for end in ends]


def readings(classes: str) -> Readings:
    return tuple(Pronunciation(("平", rhyme), "test") for rhyme in classes)


def test_a_line_ends_on_its_last_character() -> None:
    assert last_characters(["鐵軌穿雲去，", "「是歸程。」", "…", ""]) == ("去", "程", "", "")


@pytest.mark.parametrize(
    ("ends", "scheme"),
    [
        ("東通紅中", "aaaa"),
        ("月東水通", "xaxa"),
        ("紅東水通", "aaxa"),
        ("月東雪通", "xaxa"),
        ("東中人新", "aabb"),
        ("東送東送", "abab"),
        ("東K-通", "axxa"),
        ("月火水木", "xxxx"),
        ("月", "x"),
        ("", ""),
    ],
)
def test_the_scheme_is_what_is_heard(ends: str, scheme: str) -> None:
    assert RHYMES.scheme(lines(ends)) == scheme


def test_a_character_of_several_readings_joins_one_group() -> None:
    both = readings("東陽")
    assert rhyme_groups([readings("東"), both, readings("陽"), readings("陽")]) == [0, 1, 1, 1]
    assert rhyme_groups([readings("東"), both, readings("東"), readings("陽")]) == [0, 0, 0, 3]
    assert rhyme_groups([readings("東"), both, readings("陽")]) == [0, 0, 2], "of two as long, that which begins first"


def test_a_rhyme_far_below_is_another() -> None:
    apart = [readings("東"), readings("東"), *[readings("")] * 4, readings("東"), readings("東")]
    assert rhyme_groups(apart) == [0, 0, 2, 3, 4, 5, 6, 6]
    assert rhyme_groups([readings("東"), *[readings("")] * 3, readings("東")]) == [0, 1, 2, 3, 0]


def test_lines_that_do_not_rhyme_as_a_scheme_asks_are_found() -> None:
    found = list(RHYMES.mismatches(lines("月東水人"), "xAxA"))
    assert found == [Mismatch(Fault.NO_RHYME, (1, 3), ("東", "人"))]
    assert str(found[0]) == "no_rhyme: lines 2 and 4 do not rhyme: 東 / 人"
    assert list(RHYMES.mismatches(lines("月東水通"), "xAxA")) == []
    assert list(RHYMES.mismatches(lines("月東水通"), "AAxA")) == [
        Mismatch(Fault.NO_RHYME, (0, 1), ("月", "東")),
        Mismatch(Fault.NO_RHYME, (0, 3), ("月", "通")),
    ]


def test_a_rhyme_of_another_tone_is_none() -> None:
    [mismatch] = RHYMES.mismatches(lines("東動"), "AA")
    assert mismatch.fault == Fault.NO_RHYME


def test_a_character_without_reading_is_named_once() -> None:
    found = list(RHYMES.mismatches(lines("月東水汽"), "xAxA"))
    assert found == [Mismatch(Fault.NO_PRONUNCIATION, (3,), ("汽",), why="unknown")]
    assert str(found[0]) == "no_pronunciation: line 4: 汽 (unknown)"
    [no_word] = RHYMES.mismatches(lines("東-"), "AA")
    assert str(no_word) == "no_pronunciation: line 2: no word"
    assert list(RHYMES.mismatches(lines("汽東水通"), "xAxA")) == [], "a line that need not rhyme may be unknown"


def test_groups_may_be_asked_to_differ() -> None:
    poem = lines("東中通紅")
    assert list(RHYMES.mismatches(poem, "AABB")) == []
    found = list(RHYMES.mismatches(poem, "AABB", groups_differ=True))
    assert {mismatch.fault for mismatch in found} == {Fault.GROUPS_RHYME}
    assert {mismatch.lines for mismatch in found} == {(0, 2), (0, 3), (1, 2), (1, 3)}


def test_a_scheme_of_another_length_fits_nothing() -> None:
    [mismatch] = RHYMES.mismatches(lines("東通"), "xAxA")
    assert mismatch == Mismatch(Fault.WRONG_LENGTH, (0, 1), ("東", "通"))


def test_the_even_lines_of_the_regular_poems_of_the_sample_rhyme() -> None:
    for poem in json.loads(SAMPLE.read_text(encoding="utf-8")):
        if poem["expect"] == "kept" and poem["form"] not in ("古風", "四言"):
            scheme = RHYMES.scheme(verse_lines(poem["paragraphs"]))
            assert len(set(scheme[1::2])) == 1, (poem["id"], scheme)
            assert scheme[1] != "x", (poem["id"], scheme)
