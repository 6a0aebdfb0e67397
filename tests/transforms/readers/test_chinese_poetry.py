import json

import pytest

from tests.transforms.readers.streams import outcomes, read
from versebench.transforms.readers.contract import Row
from versebench.transforms.readers.errors import SourceFormatError

COUPLETS = ["鐵軌穿雲去，孤燈接夜明。", "一聲長笛後，千里是歸程。"]
LINES = ["鐵軌穿雲去，", "孤燈接夜明。", "一聲長笛後，", "千里是歸程。"]


def _read(text: str, max_row_bytes: int = 100_000) -> list[object]:
    return outcomes(read("chinese-poetry", text.encode(), max_row_bytes))


def _poem(**fields: object) -> str:
    return json.dumps({"id": "1", "paragraphs": COUPLETS, **fields}, ensure_ascii=False)


@pytest.mark.parametrize("layout", ["[{}]", "{}", "\ufeff  \n{}\n", "\ufeff [{}]"])
def test_couplets_become_lines_in_an_array_and_in_objects_a_line(layout: str) -> None:
    [fields] = _read(layout.format(_poem(title="夜車")))
    assert fields == {"id": "1", "paragraphs": LINES, "title": "夜車", "shape": "五絕"}


def test_the_shape_names_the_form_for_sources_that_do_not() -> None:
    couplet = "車過江心不見江，一燈飛去影成雙。"
    shapes = [
        fields["shape"]
        for lines in (["晨炊既熟，其香在庭。"] * 4, [couplet] * 2, [couplet] * 4, [couplet] * 5, [])
        for fields in _read(_poem(paragraphs=lines))
        if isinstance(fields, dict)
    ]
    assert shapes == ["四言", "七絕", "七律", "古風", "古風"]


def test_one_text_is_read_as_one_paragraph() -> None:
    assert _read(_poem(paragraphs="".join(COUPLETS))) == [{"id": "1", "paragraphs": LINES, "shape": "五絕"}]


@pytest.mark.parametrize("paragraphs", [None, 5, [1], ["春，", None], {"a": "春，"}])
def test_what_is_no_text_is_left_for_ingest_to_refuse(paragraphs: object) -> None:
    assert _read(_poem(paragraphs=paragraphs)) == [{"id": "1", "paragraphs": paragraphs}]
    assert _read('{"id": "1"}') == [{"id": "1"}]


@pytest.mark.parametrize(("start", "end", "separator"), [("[", "]", ","), ("", "", "\n")])
def test_a_bad_element_costs_no_other(start: str, end: str, separator: str) -> None:
    rows = _read(start + separator.join([_poem(), '{"id": 2, "paragraphs": [}', _poem(), "[1]", _poem()]) + end)
    poem = {"id": "1", "paragraphs": LINES, "shape": "五絕"}
    assert rows == [poem, "malformed_json", poem, "not_an_object", poem]


def test_a_poem_over_the_limit_is_one_bad_row() -> None:
    long = _poem(paragraphs=COUPLETS * 50)
    assert _read(f"[{_poem()},{long},{_poem()}]", 200)[1] == "row_too_large"
    assert _read(f"{_poem()}\n{long}\n{_poem()}", 200)[1] == "row_too_large"


def test_rows_keep_their_numbers() -> None:
    assert [row.number for row in read("chinese-poetry", f"[{_poem()}, 1, {_poem()}]".encode())] == [1, 2, 3]


def test_bytes_that_are_no_utf_8_reach_the_rule_for_them() -> None:
    [row] = read("chinese-poetry", b'{"paragraphs": ["\xe6\x98\xa5\xff\xef\xbc\x8c"]}')
    assert isinstance(row, Row)
    assert row.fields["paragraphs"] == ["春\udcff，"]


@pytest.mark.parametrize("data", [b"", b"poems", "[]".encode("utf-16"), "{}".encode("utf-16")])
def test_a_file_of_another_format_is_refused(data: bytes) -> None:
    with pytest.raises(SourceFormatError):
        read("chinese-poetry", data)
