from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from tests.transforms.prosody.rhyme_density.patterns import pattern
from versebench.transforms.prosody.rhyme_density.verse_rhymes import VerseRhymes

SONG = [
    "I was counting the money and mounting the stair",
    "With a fountain of reasons and nobody there",
    "All the seasons are treason they change and they stare",
    "And the strange thing about it is nobody cares",
]


def test_rhymes_of_one_and_more_syllables_within_and_between_lines() -> None:
    assert pattern(["The baker is maker of bread", "He kneads what he needs in the bed"]) == [
        ". ab . ab . c",
        ". d . . d . . c",
    ]


def test_a_rhyme_may_be_of_several_words() -> None:
    assert pattern(["I rock it", "my pocket"]) == [". a b", ". ab"]


def test_a_word_never_rhymes_with_itself_or_a_form_of_itself() -> None:
    again = ["Again and again and again", "Again and again and again"]
    assert pattern(again) == [".. . .. . ..", ".. . .. . .."]
    assert pattern(["she sings", "we are singing", "they sing"]) == [". .", ". . ..", ". ."]
    assert pattern(["at my chamber door", "at my chamber door", "nothing more"]) == [". . .. a", ". . .. a", ".. a"]


def test_light_words_rhyme_only_at_line_ends_or_after_a_stress() -> None:
    assert pattern(["my eyes by the sky I deny"])[0].split()[0] == "."
    assert pattern(["you and the dew"]) == [". . . ."]
    assert pattern(["this is for you", "out in the dew"]) == [". . . a", ". . . a"]


def test_the_window_is_of_two_lines_before() -> None:
    filler = "an open window"
    assert pattern(["the cat", filler, "the hat"])[0] == ". a"
    assert pattern(["the cat", filler, filler, "the hat"])[0] == ". ."
    assert pattern(["the cat", "", "...", "", "the hat"])[0] == ". a", "lines without a word do not count"


@pytest.mark.parametrize("threshold", ["least_stressed", "line_ends", "several", "single"])
def test_a_higher_threshold_never_adds_a_rhyme(threshold: str) -> None:
    counts = []
    for value in range(-3, 12):
        settings: dict[str, Any] = {threshold: float(value)}
        detector = replace(VerseRhymes(), **settings)
        counts.append({at for at, mark in enumerate("".join(pattern(SONG, detector))) if mark not in ". "})
    assert all(later <= earlier for earlier, later in pairwise(counts))
    assert counts[0] > counts[-1]


@pytest.mark.parametrize(
    "lines",
    [[], [""], ["..."], ["🙂🙂"], ["cat"], ["sh!"], ["cat", "cat"], ["一二三"]],
    ids=["nothing", "blank", "marks", "emoji", "a word", "no vowel", "one word", "another script"],
)
def test_verses_without_rhyme(lines: list[str]) -> None:
    assert not set("".join(pattern(lines))) - {".", " "}


def test_a_line_of_thousands_of_words_is_bounded() -> None:
    line = " ".join(["cat", *(["open"] * 20_000), "hat"])
    assert set(pattern([line])[0]) == {".", " "}
