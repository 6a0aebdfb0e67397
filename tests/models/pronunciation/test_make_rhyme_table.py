import gzip
import json
from pathlib import Path

import pytest

from training.make_rhyme_table import (
    CORRECTION,
    GUANGYUN,
    SUPPLEMENT,
    VARIANT,
    Reading,
    main,
    read_guangyun,
    simplified_only,
    table_lines,
    tone_of,
    with_supplement,
    with_variants,
)
from versebench.models.pronunciation.rhyme_table import RhymeTable

TABLE = (
    "char\ttone\trhyme_106\trhyme_206\tfanqie\n"
    "東\t上平\t東\t東\t德紅\n"
    "长\t下平\t陽\t陽\t直良\n"
    "樂\t入\t覺\t覺\t五角\n"
    "樂\t入\t藥\t鐸\t盧各\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with gzip.open(tmp_path / "rhymes_guangyun.tsv.gz", "wt", encoding="utf-8") as file:
        file.write(TABLE)
    (tmp_path / "variants.tsv").write_text("variant\tchar\thow\n东\t東\tby hand\n")
    (tmp_path / "rhymes_supplement.tsv").write_text("char\ttone\trhyme_106\n東\t去\t送\n你\t上\t紙\n")
    with gzip.open(tmp_path / "tang_poems.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write(json.dumps({"paragraphs": ["東樂，你長。"]}) + "\n")
    (tmp_path / "STCharacters.txt").write_text("# a comment\n\n楼\t樓\n东\t東\n里\t裏 里\n内\t內\n户\t戶\n")
    (tmp_path / "HKVariants.txt").write_text("戶\t户\n")
    (tmp_path / "TWVariants.txt").write_text("")
    return tmp_path


def test_the_level_tone_is_one_whatever_its_volume(folder: Path) -> None:
    readings = read_guangyun(folder / "rhymes_guangyun.tsv.gz")
    assert readings["東"] == [Reading("平", "東", GUANGYUN)]
    assert readings["长"] == [Reading("平", "陽", GUANGYUN)]
    assert [reading.rhyme for reading in readings["樂"]] == ["覺", "藥"]


def test_an_unknown_tone_is_named() -> None:
    with pytest.raises(ValueError, match="unknown tone '陰'; choose one of 平, 上, 去, 入"):
        tone_of("陰")


def test_a_variant_is_read_as_its_character_unless_it_is_corrected() -> None:
    table = {"東": [Reading("平", "東", GUANGYUN)], "样": [Reading("平", "陽", GUANGYUN)]}
    readings = with_variants(table, [("东", "東"), ("樣", "样")])
    assert readings["东"] == [Reading("平", "東", VARIANT)]
    assert readings["樣"] == [Reading("去", "漾", CORRECTION)], "樣 is oblique; 样 is another word"
    assert readings["样"] == table["样"]


def test_two_forms_of_a_character_have_the_same_readings() -> None:
    table = {
        "為": [Reading("平", "支", GUANGYUN)],
        "爲": [Reading("平", "支", GUANGYUN), Reading("去", "寘", GUANGYUN)],
    }
    assert with_variants(table, [])["為"] == [Reading("平", "支", GUANGYUN), Reading("去", "寘", CORRECTION)]


def test_the_supplement_adds_characters_and_no_readings_of_known_ones() -> None:
    readings = with_supplement({"東": [Reading("平", "東", GUANGYUN)]}, [("東", "去", "送"), ("你", "上", "紙")])
    assert readings == {"東": [Reading("平", "東", GUANGYUN)], "你": [Reading("上", "紙", SUPPLEMENT)]}


def test_lines_gather_the_characters_of_a_rhyme_in_one_order() -> None:
    readings = {
        "通": [Reading("平", "東", GUANGYUN)],
        "東": [Reading("平", "東", GUANGYUN)],
        "去": [Reading("去", "御", GUANGYUN)],
        "东": [Reading("平", "東", VARIANT)],
    }
    expected = [
        "origin\ttone\trhyme\tcharacters",
        "guangyun.v1\t平\t東\t東通",
        "guangyun.v1\t去\t御\t去",
        "guangyun.v1+variant\t平\t東\t东",
    ]
    assert list(table_lines(readings)) == expected
    assert list(table_lines(dict(reversed(readings.items())))) == expected


@pytest.mark.parametrize(
    ("char", "traditional", "why_not"),
    [
        ("里", ["裏", "里"], "it stands for itself too"),
        ("构", ["構"], "the Big5 standard of traditional script has it"),
        ("户", ["戶"], "printed in traditional texts"),
        ("迁", ["遷"], "known to the rhyme table"),
        ("荆", ["荊"], "the poems use it"),
        ("㐷", ["傌"], "the GB 2312 standard of simplified script lacks it"),
    ],
)
def test_a_character_of_traditional_texts_is_not_only_simplified(
    char: str, traditional: list[str], why_not: str
) -> None:
    opencc = {"楼": ["樓"], char: traditional}
    found = simplified_only(opencc, frozenset("户"), ["迁"], {"荆": 852, "楼": 1})
    assert found == ["楼"], why_not


def test_the_same_sources_make_the_same_files(folder: Path, tmp_path: Path) -> None:
    runs = [tmp_path / "one", tmp_path / "two"]
    for out in runs:
        main(["--data", str(folder), "--opencc", str(folder), "--out", str(out)])
    names = sorted(path.name for path in runs[0].iterdir())
    assert names == ["CARD.md", "readings.tsv", "simplified.txt"]
    for name in names:
        assert (runs[0] / name).read_bytes() == (runs[1] / name).read_bytes()
    assert (runs[0] / "simplified.txt").read_text() == "东楼\n"
    [readings] = RhymeTable(runs[0] / "readings.tsv").pronounce(["樂"])
    assert [reading.phones for reading in readings] == [("入", "藥"), ("入", "覺")]
    assert "| rhymes | 5 |" in (runs[0] / "CARD.md").read_text()
