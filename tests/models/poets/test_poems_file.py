"""Files of poems that were made elsewhere: every format gives the same answers, and a wrong file is one message."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from versebench.models.poets.contract import Message, PoetError, Request
from versebench.models.poets.poems_file import NO_POEM, PoemsFile

ROWS: list[dict[str, Any]] = [
    {"title": "夜車", "text": "铁轨穿云去"},
    {"title": "港灯", "paragraphs": ["海上一灯明，", "归舟不计程。"]},
    {"title": "夜车", "text": "孤灯\u2028接夜明"},
]


def poet(path: Path) -> PoemsFile:
    return PoemsFile(poet="poems.v1", name="elsewhere", path=str(path))


def answers(path: Path, *asked: tuple[str, int]) -> list[str | None]:
    requests = [Request("00", title, (Message("user", title),), attempt) for title, attempt in asked]
    return [answer.problem or answer.text for answer in poet(path).load(1).write(requests)]


def as_csv(path: Path) -> None:
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, ["title", "text"])
        writer.writeheader()
        writer.writerows(
            {"title": row["title"], "text": row.get("text") or "\n".join(row["paragraphs"])} for row in ROWS
        )


@pytest.mark.parametrize("form", ["json", "jsonl", "csv"])
def test_poems_are_found_by_title_in_any_script_and_by_attempt(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"poems.{form}"
    if form == "csv":
        as_csv(path)
    elif form == "json":
        path.write_text(json.dumps(ROWS, ensure_ascii=False, indent=1), encoding="utf-8")
    else:
        path.write_text("\n\n".join(json.dumps(row, ensure_ascii=False) for row in ROWS), encoding="utf-8")
    asked = [("夜车", 2), ("夜車", 1), ("港灯", 1), ("夜车", 3), ("无题", 1)]
    expected = ["孤灯\u2028接夜明", "铁轨穿云去", "海上一灯明，\n归舟不计程。", NO_POEM, NO_POEM]
    assert answers(path, *asked) == expected


def test_attempts_may_be_numbered(tmp_path: Path) -> None:
    path = tmp_path / "poems.csv"
    path.write_text("title,text,attempt\n夜车,second,2\n夜车,first,1\n夜车,fourth,4\n")
    assert answers(path, *(("夜车", attempt) for attempt in (1, 2, 3, 4))) == ["first", "second", NO_POEM, "fourth"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.json", b"[1", "a.json is no JSON array"),
        ("a.json", b"", "holds no poem"),
        ("a.jsonl", b'{"title": "a", "text": "b"}\n{', "row 2: is no JSON object"),
        ("a.jsonl", b'{"title": "a"}', "row 1: no poem with a title"),
        ("a.jsonl", b'{"title": " ", "text": "b"}', "row 1: no poem with a title"),
        ("a.jsonl", b'{"title": "a", "text": "\\ud800"}', "row 1: the poem has half a character"),
        ("a.jsonl", b'{"title": "\\udfff", "text": "b"}', "row 1: the poem has half a character"),
        ("a.jsonl", b'{"title": "a", "text": "b", "attempt": 0}', "row 1: the attempt '0' is no number from 1"),
        ("a.jsonl", b'{"title": "a", "text": "b", "attempt": "x"}', "row 1: the attempt 'x' is no number from 1"),
        ("a.csv", b"title,text,attempt\na,b,1\na,c,1\n", "row 2: the title has an attempt 1 already"),
        ("a.csv", b'title,text\na,"b', "row 1: is no CSV"),
        ("a.csv", b"titel,text\na,b\n", "row 1: no poem with a title"),
        ("a.json", b"\xff[", "is not UTF-8 (byte 0)"),
    ],
)
def test_a_wrong_file_is_one_message(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(PoetError) as raised:
        poet(path).load(1)
    assert message in str(raised.value)
    assert str(path) in str(raised.value)


def test_a_file_that_is_missing_is_one_message_and_another_one_is_known_by_its_hash(tmp_path: Path) -> None:
    path = tmp_path / "poems.jsonl"
    with pytest.raises(PoetError, match="cannot be read: No such file"):
        poet(path).files()
    path.write_text('{"title": "a", "text": "b"}')
    first = poet(path).files()
    path.write_text('{"title": "a", "text": "c"}')
    assert poet(path).files() != first
