import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from tests.conftest import REAL_DATA
from training.make_rhyme_table import count_characters, is_han
from versebench.models.pronunciation.rhyme_table import TABLE, TONES, RhymeTable, read_simplified

SAMPLE = Path("samples/chinese/poems.json")


@pytest.fixture(scope="module")
def table() -> RhymeTable:
    return RhymeTable()


def phones(table: RhymeTable, character: str) -> set[tuple[str, ...]]:
    return {reading.phones for reading in table.pronounce([character])[0]}


def test_the_table_has_the_106_rhymes(table: RhymeTable) -> None:
    classes = {reading.phones for readings in table.readings.values() for reading in readings}
    assert len(classes) == 106
    assert Counter(tone for tone, _ in classes) == {"平": 30, "上": 29, "去": 30, "入": 17}
    assert {tone for tone, _ in classes} == set(TONES)


def test_readings_are_those_of_the_guangyun(table: RhymeTable) -> None:
    assert phones(table, "東") == {("平", "東")}
    assert phones(table, "月") == {("入", "月")}
    assert ("平", "陽") in phones(table, "長")
    assert ("上", "養") in phones(table, "長")
    assert table.pronounce(["東"])[0][0].origin == "guangyun.v1"


def test_what_is_not_in_the_guangyun_says_where_its_readings_come_from(table: RhymeTable) -> None:
    assert {reading.origin for reading in table.pronounce(["峰"])[0]} == {"guangyun.v1+variant"}
    assert {reading.origin for reading in table.pronounce(["你"])[0]} == {"guangyun.v1+supplement"}
    assert table.pronounce(["K", "，", "", "一二"]) == [(), (), (), ()]


def test_corrections_are_in_the_table(table: RhymeTable) -> None:
    assert phones(table, "樣") == {("去", "漾")}
    assert phones(table, "為") == phones(table, "爲") == {("平", "支"), ("去", "寘")}


def test_the_table_covers_the_sample(table: RhymeTable) -> None:
    poems = json.loads(SAMPLE.read_text(encoding="utf-8"))
    kept = [poem for poem in poems if poem["expect"] == "kept"]
    assert len(kept) == 112
    text = "".join(line for poem in kept for line in poem["paragraphs"])
    unknown = {char for char in text if is_han(char) and not table.pronounce([char])[0]}
    assert unknown == set("吆嫦汽艙"), "characters of later times, which no source of the table has"


def test_no_reading_stands_twice() -> None:
    for line in TABLE.read_text(encoding="utf-8").splitlines()[1:]:
        characters = line.split("\t")[3]
        assert len(set(characters)) == len(characters), line


def test_old_characters_are_not_taken_for_simplified_ones() -> None:
    simplified = read_simplified()
    assert set("楼灯书声独问归车处发满风报") <= simplified
    assert simplified.isdisjoint("里干征后云范几丑斗谷余于个万无内术决荆恒耻群峰\n")


@pytest.mark.real_data
def test_the_table_covers_the_tang_poems(table: RhymeTable) -> None:
    uses = count_characters(REAL_DATA / "chinese" / "tang_poems.jsonl.gz")
    covered = sum(count for char, count in uses.items() if table.pronounce([char])[0])
    assert covered / uses.total() >= 0.997


@pytest.mark.real_data
def test_poems_in_traditional_characters_hold_no_simplified_ones() -> None:
    simplified = read_simplified()
    with gzip.open(REAL_DATA / "chinese" / "tang_poems.jsonl.gz", "rt", encoding="utf-8") as rows:
        texts = ["".join(json.loads(row)["paragraphs"]) for row in rows]
    assert sum(not simplified.isdisjoint(text) for text in texts) <= 30, "0.05 % of the poems"
    assert len(texts) == 57_607
