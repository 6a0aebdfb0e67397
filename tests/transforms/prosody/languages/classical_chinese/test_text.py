import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.prosody.languages.classical_chinese.text import (
    characters,
    repeated_characters,
    simplified_characters,
    text_problem,
    verse_lines,
)

SAMPLE = Path("samples/chinese/poems.json")


def test_a_couplet_is_two_lines_with_their_marks() -> None:
    assert verse_lines(["野性歌三樂，皇恩出九重。", "何人知此意？明月在高松！"]) == [
        "野性歌三樂，",
        "皇恩出九重。",
        "何人知此意？",
        "明月在高松！",
    ]


@pytest.mark.parametrize(
    ("paragraphs", "lines"),
    [
        (["客曰：「歸去。」", "我不應。"], ["客曰：", "「歸去。」", "我不應。"]),
        (["春、夏、秋、冬過，", "年復年"], ["春、夏、秋、冬過，", "年復年"]),
        (["雞鳴人已到，", "。", "霜滿頭"], ["雞鳴人已到，。", "霜滿頭"]),
        (["一夜 雨,\n三更 風."], ["一夜 雨,", "三更 風."]),
        (["", "  "], []),
        ([], []),
        (["。"], ["。"]),
    ],
)
def test_lines_end_at_marks(paragraphs: list[str], lines: list[str]) -> None:
    assert verse_lines(paragraphs) == lines


@given(st.lists(st.text("春夏秋冬，。？「」 \n", max_size=20), max_size=4))
def test_no_character_of_verse_is_lost(paragraphs: list[str]) -> None:
    lines = verse_lines(paragraphs)
    assert "".join(lines).replace(" ", "") == "".join("".join(paragraphs).split())
    assert all(characters(line) for line in lines[1:])


def test_characters_stand_without_marks() -> None:
    assert characters("「長夜，」 K歌〇𠮷") == ["長", "夜", "歌", "〇", "𠮷"]
    assert characters("，。") == []


@pytest.mark.parametrize(
    ("line", "reason", "found"),
    [
        ("蟲鳴短夢長（一作涼）。", "note", "（"),
        ("唱《鷓鴣》", "note", "《"),
        ("元[哲]", "note", "["),
        ("春/秋", "note", "/"),
        ("古簡沉埋□□春，", "lacuna", "□"),
        ("有事莫爲●。", "lacuna", "●"),
        ("春風……", "lacuna", "…"),
        ("⿰風", "lacuna", "⿰"),
        ("字\ue829", "lacuna", "\ue829"),
        ("K歌聲裏月初沉。", "letters", "K"),
        ("第3更", "letters", "3"),
        ("桜の花", "letters", "の"),
        ("小楼听雨到三更，", "script", "楼"),
    ],
)
def test_an_unfit_text_is_refused_by_name(line: str, reason: str, found: str) -> None:
    problem = text_problem(["明月在高松，", line])
    assert problem is not None
    assert (problem.reason, problem.line) == (reason, 1)
    assert problem.found.startswith(found)
    assert str(problem).startswith(f"line 2: {found}")


def test_the_gravest_problem_counts() -> None:
    problem = text_problem(["楼K□", "（"])
    assert problem is not None
    assert (problem.reason, problem.line) == ("note", 1)


@pytest.mark.parametrize("line", ["「里干征后云」，", "春、秋；冬：夏！", "日出 東牆。", "〇", ""])
def test_verse_in_traditional_characters_is_fit(line: str) -> None:
    assert text_problem([line]) is None


def test_simplified_characters_are_named_once() -> None:
    assert simplified_characters("灯影书声灯") == "灯书声"
    assert simplified_characters("燈影書聲") == ""


def test_every_flaw_of_the_sample_is_found() -> None:
    for poem in json.loads(SAMPLE.read_text(encoding="utf-8")):
        problem = text_problem(verse_lines(poem["paragraphs"]))
        expected = poem["expect"] if poem["expect"] in ("note", "lacuna", "letters", "script") else None
        assert (problem and problem.reason) == expected, poem["id"]


def test_doubled_characters_are_no_repetition() -> None:
    assert repeated_characters(["青青河畔草，", "鬱鬱園中柳。"]) == ()
    assert repeated_characters(["春來花又發，", "花落春又歸。"]) == ("春", "花", "又")
    assert repeated_characters(["山中多白雲，", "雲下有青山。"]) == ("山", "雲"), "also beyond the end of a line"
