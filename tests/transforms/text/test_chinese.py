import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.text.chinese import characters, repeated_characters, shape, verse_lines

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


def test_doubled_characters_are_no_repetition() -> None:
    assert repeated_characters(["青青江上柳，", "落落雨中松。"]) == ()
    assert repeated_characters(["春來花又發，", "花落春又歸。"]) == ("春", "花", "又")
    assert repeated_characters(["山中多白雲，", "雲下有青山。"]) == ("山", "雲"), "also beyond the end of a line"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["鐵軌穿雲去，"] * 4, "五絕"),
        (["車過江心不見江，"] * 4, "七絕"),
        (["鐵軌穿雲去，"] * 8, "五律"),
        (["車過江心不見江。"] * 8, "七律"),
        (["晨炊既熟，"] * 4, "四言"),
        (["晨炊既熟，"] * 2, "古風"),
        (["三五漁舟泊岸，"] * 4, "六言"),
        (["鐵軌穿雲去，"] * 12, "古風"),
        (["鐵軌穿雲去，"] * 3 + ["車過江心不見江，"], "古風"),
        ([], "古風"),
    ],
)
def test_the_shape_of_a_poem_suggests_its_form(lines: list[str], expected: str) -> None:
    assert shape(lines) == expected


def test_the_shapes_of_the_sample_are_its_forms() -> None:
    for poem in json.loads(SAMPLE.read_text(encoding="utf-8")):
        if poem["expect"] == "kept":
            expected = "古風" if poem["form"] == "排律" else poem["form"]
            assert shape(verse_lines(poem["paragraphs"])) == expected or poem["form"] == "古風", poem["id"]
