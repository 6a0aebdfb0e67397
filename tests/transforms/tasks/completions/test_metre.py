"""How long a line is to be, and how the parts of one are counted."""

from collections.abc import Sequence
from functools import cache

import pytest

from tests.transforms.prosody.counting_pronouncer import CountingPronouncer
from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.completions.metre import UNKNOWN, is_word, metre, syllables

NOSE = ["There was an Old Man with a nose,", "Who said, “If you choose to suppose"]  # 8 syllables each


@cache
def sounds() -> SoundMemory:
    return SoundMemory(VersePronouncer(lambda words: [()] * len(words)))


def bounds(lines: Sequence[str], apart: int) -> tuple[int, int]:
    found = metre(lines, sounds(), apart)
    return found.least, found.most


def test_a_line_is_as_long_as_those_that_it_rhymes_with() -> None:
    assert bounds(NOSE, 0) == (8, 8)
    assert bounds(NOSE, 1) == (7, 9)
    assert bounds(["A man with a nose", NOSE[0]], 1) == (5, 8)  # five and eight syllables: between six and seven
    assert bounds(["There was an old man who loved to see folks", "merry"], 0) == (6, 6)
    assert bounds(["Oh"], 3) == (1, 4)


def test_lines_that_cannot_be_counted_leave_it_to_the_others_or_to_a_number() -> None:
    assert bounds(["Bvxq said the vlbnq", NOSE[0]], 1) == (7, 9)
    assert bounds(["Bvxq said the vlbnq"], 1) == (UNKNOWN - 1, UNKNOWN + 1)
    assert bounds([], 0) == (UNKNOWN, UNKNOWN)


@pytest.mark.parametrize(
    ("part", "count"),
    [
        ("", 0),
        ("And the old", 3),
        ("And the old woman,", 5),
        ("O'er a", 2),
        ("He'll lov'd", 2),
        ("If with a London", 5),
        ("and the castl", None),
        ("and w", None),
        ("and the aaberg", None),
    ],
)
def test_a_part_has_a_count_where_its_words_are_words(part: str, count: int | None) -> None:
    assert metre(NOSE, sounds(), 1).count(part) == count


def test_words_of_the_lines_themselves_are_words() -> None:
    lines = ["There was an Old Person of Leeds"]
    assert metre(lines, sounds(), 1).count("that person of leeds") == 5
    assert metre(NOSE, sounds(), 1).count("that person of leeds") is None


def test_no_guess_is_asked_for() -> None:
    pronouncer = CountingPronouncer(Pronunciation(("K", "AE1"), "g2p.v1"))
    assert metre([], SoundMemory(pronouncer), 1).count("and the castl") is None
    assert pronouncer.asked == []


def test_words_that_only_rules_join_are_none() -> None:
    assert is_word("o'er")
    assert is_word("honour'd")
    assert is_word("France")
    assert not is_word("france")
    assert not is_word("manthe")
    assert not is_word("a-ho-w")


def test_a_line_is_counted_as_the_hearing_counts() -> None:
    assert syllables("There was an old man of Peru.", sounds()) == 8
    assert syllables("There was an old man of Bvxq.", sounds()) is None
