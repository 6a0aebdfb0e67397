import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import REAL_DATA
from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.rhyme_table import RhymeTable
from versebench.transforms.prosody.languages.classical_chinese.regulated import (
    Readings,
    Regularity,
    level_rhyme,
    regularity,
    rhyme,
    rhyme_classes,
    tone_faults,
    tones,
)
from versebench.transforms.text.chinese import characters, verse_lines

SAMPLE = Path("samples/chinese/poems.json")
TABLE = RhymeTable()

BROKEN = {"vb-c-033", "vb-c-034", "vb-c-066", "vb-c-067", "vb-c-083", "vb-c-084", "vb-c-094"}
"""Poems of the sample that break the pattern of tones on purpose."""


def readings(*pairs: str) -> Readings:
    return tuple(Pronunciation((pair[0], pair[1]), "test") for pair in pairs)


LEVEL, OBLIQUE, EITHER, NONE = readings("平東"), readings("去送"), readings("平東", "去送"), readings()


def lines(*patterns: str) -> list[list[Readings]]:
    """Lines of - (level), | (oblique), ? (either) and 0 (no reading)."""
    return [[{"-": LEVEL, "|": OBLIQUE, "?": EITHER, "0": NONE}[mark] for mark in pattern] for pattern in patterns]


def test_tones_are_those_of_all_readings() -> None:
    assert tones(readings("平東")) == {"level"}
    assert tones(readings("上董", "去送", "入屋")) == {"oblique"}
    assert tones(readings("平陽", "上養")) == {"level", "oblique"}
    assert tones(()) == frozenset()


def test_two_characters_rhyme_under_any_reading() -> None:
    long, day, sun = readings("平陽", "上養"), readings("平陽"), readings("入質")
    assert rhyme(long, day)
    assert rhyme(long, readings("上養"))
    assert not rhyme(day, sun)
    assert not rhyme(day, readings("上養")), "a rhyme is of one tone"
    assert not rhyme((), ())
    assert rhyme_classes(long) == {("平", "陽"), ("上", "養")}


def test_the_even_lines_share_one_level_rhyme() -> None:
    east, winter, either = readings("平東"), readings("平冬"), readings("平冬", "平東")
    assert level_rhyme([winter, east, winter, east]) == "東"
    assert level_rhyme([winter, either, winter, east]) == "東"
    assert level_rhyme([east, either, east, either]) == "冬", "the first reading, where several rhymes are shared"
    assert level_rhyme([east, east, east, winter]) is None
    assert level_rhyme([east, readings("去送"), east, readings("去送")]) is None
    assert level_rhyme([east, east, east, ()]) is None
    assert level_rhyme([east]) is None
    assert level_rhyme([]) is None


def test_the_pattern_alternates_opposes_and_adheres() -> None:
    regular = lines("||--|", "--||-", "---||", "|||--")
    assert tone_faults(regular) == ()
    assert tone_faults(lines("--||-", "||--|", "|||--", "---||")) == (), "it may begin with either tone"
    assert tone_faults(lines("?-?|?--", "?|?-?|-", "?|?-?||", "?-?|?--")) == ()


def test_faults_are_named_by_line_and_place() -> None:
    assert tone_faults(lines("||--|", "--|--", "---||", "|||--")) == ((1, 3),)
    assert tone_faults(lines("||--|", "|||--", "---||", "|||--")) == ((1, 1), (1, 3)), "a couplet that is not opposed"
    assert tone_faults(lines("||--|", "--||-", "|||-|", "--||-")) == ((0, 1), (0, 3), (1, 1), (1, 3))
    assert tone_faults(lines("||--|", "-0||-", "---||", "|||--")) == ((1, 1),), "a character without a reading"


def test_places_that_the_rules_leave_free_are_free() -> None:
    assert tone_faults(lines("?|?-?", "?-?|?", "?-?|?", "?|?-?")) == ()
    assert tone_faults(lines("0|0-0", "0-0|0", "0-0|0", "0|0-0")) == ()


@pytest.mark.parametrize("patterns", [("||--", "--||"), ("||--|", "--||-|-"), ("||--|-",), ()])
def test_lines_of_other_lengths_have_no_pattern(patterns: tuple[str, ...]) -> None:
    assert tone_faults(lines(*patterns)) is None
    assert not regularity(lines(*patterns)).regulated


def test_a_poem_is_regulated_with_rhyme_and_tones() -> None:
    assert Regularity("東", ()).regulated
    assert not Regularity(None, ()).regulated
    assert not Regularity("東", ((0, 1),)).regulated


def read(poem: dict[str, Any]) -> Regularity:
    return regularity([TABLE.pronounce(characters(line)) for line in verse_lines(poem["paragraphs"])])


def test_the_sample_keeps_the_rules_and_breaks_them_on_purpose() -> None:
    poems = json.loads(SAMPLE.read_text(encoding="utf-8"))
    regular = [
        poem for poem in poems if poem["expect"] == "kept" and poem["form"] in ("五絕", "七絕", "五律", "七律", "排律")
    ]
    found = {poem["id"]: read(poem) for poem in regular}
    assert all(found[poem["id"]].level_rhyme for poem in regular)
    assert {name for name, regularity in found.items() if not regularity.regulated} == BROKEN
    flawed = next(poem for poem in poems if poem["expect"] == "rhyme")
    assert read(flawed) == Regularity(None, ())


@pytest.mark.real_data
def test_tang_poems_keep_the_rules_as_often_as_was_measured() -> None:
    poems: Counter[str] = Counter()
    rhymed: Counter[str] = Counter()
    regulated: Counter[str] = Counter()
    with gzip.open(REAL_DATA / "chinese" / "tang_sample.jsonl.gz", "rt", encoding="utf-8") as rows:
        for poem in map(json.loads, rows):
            found = read(poem)
            poems[poem["form"]] += 1
            rhymed[poem["form"]] += found.level_rhyme is not None
            regulated[poem["form"]] += found.regulated
    measured = {"五絕": (0.77, 0.47), "七絕": (0.94, 0.75), "五律": (0.88, 0.55), "七律": (0.91, 0.68)}
    shares = {form: (rhymed[form] / poems[form], regulated[form] / poems[form]) for form in measured}
    print(shares)  # noqa: T201
    for form, (one_rhyme, also_regulated) in measured.items():
        assert shares[form][0] == pytest.approx(one_rhyme, abs=0.03), form
        assert shares[form][1] == pytest.approx(also_regulated, abs=0.06), form
