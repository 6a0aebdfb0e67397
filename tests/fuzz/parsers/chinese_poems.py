"""What models and people give as poems in Chinese: answers, files of poems, and files to be compared with an index."""

import json
from pathlib import Path
from typing import Any

from tests.fuzz.byte_mutations import fuzzed, sometimes_gzipped
from tests.fuzz.parser import Parser, check_message, check_utf8
from tests.fuzz.value_mutations import fuzzed_json
from versebench.models.poets.chat_client import read_answer, read_error
from versebench.models.poets.contract import Message, PoetError, Request
from versebench.models.poets.poems_file import PoemsFile
from versebench.pipelines.errors import DataError
from versebench.pipelines.reuse.poems_file import no_line, read_poems
from versebench.storage.http_retry import TransientError
from versebench.transforms.proftap.poem_text import REASONS, normalised_poem, poem_lines, poem_text_v1

_TITLE, _PROMPT = "夜車", "请写一首诗，题目是《夜车》。"
_POEM = "鐵軌穿雲去，孤燈接夜明。\n一聲長笛後，千里是歸程。"
_ANSWERS = (
    f"好的，以下是一首绝句：\n\n**《{_TITLE}》**\n{_POEM}\n\n注：此诗写夜行。",
    f"<think>先想韵。</think>\n1. 鐵軌穿雲去（tiě guǐ）\n2. 孤燈接夜明\n{_PROMPT}",
    "抱歉，我无法创作。 I'm sorry, but I can't.",
)
_PIECES = tuple(
    piece.encode()
    for piece in (
        *"，。？！；：、《》「」【】（）*#>-",
        "<think>",
        "</think>",
        "注：",
        "作者：",
        "\n\n",
        _TITLE,
        "𠮷",
        "□",
        "\ue000",
    )
)
_ROWS: list[Any] = [
    {"title": _TITLE, "text": _POEM, "attempt": 2},
    {"id": "a-1", "title": _TITLE, "author": "無名氏", "paragraphs": _POEM.split("\n"), "exact_rule": True},
    {"title": "", "text": None, "paragraphs": [1], "attempt": "1"},
]
_JSON_PIECES = (
    b'"title"',
    b'"text"',
    b'"paragraphs"',
    b'"attempt": 1',
    b"[",
    b"]",
    b"{",
    b"}",
    b",",
    b"\n",
    b"\\ud83d",
)
_ARRAY = json.dumps(_ROWS, ensure_ascii=False).encode()
_LINES = b"\n".join(json.dumps(row, ensure_ascii=False).encode() for row in _ROWS)
_TABLE = f'title,text,attempt\n{_TITLE},"{_POEM}",1\n{_TITLE},"{_POEM}",2\n'.encode()
_CHAT: list[Any] = [
    {"choices": [{"message": {"content": _POEM}, "finish_reason": "stop"}], "usage": {"completion_tokens": 24}},
    {"choices": [{"message": {"content": None}, "finish_reason": "length"}], "usage": None},
    {"error": {"message": "no such model", "type": "invalid", "code": 404, "innererror": {"code": "content_filter"}}},
]


def _parse_answer(content: bytes, folder: Path) -> None:
    """Kept text is verse, and found again in itself; whatever has no poem has a reason."""
    poem = poem_text_v1(content.decode("utf-8", "replace"), _TITLE, _PROMPT)
    if poem.text is None:
        assert poem.reason in REASONS
        return
    check_utf8(poem.text)
    assert poem.reason is None
    assert len(poem_lines(poem.text)) >= 2
    assert normalised_poem(poem.text.split("\n")) == poem.text


def _parse_chat(content: bytes, folder: Path) -> None:
    assert isinstance(read_error(content), dict)
    try:
        answer = read_answer("http://127.0.0.1:1/v1", content)
    except TransientError as error:
        check_message(str(error), "http://127.0.0.1:1/v1")
        return
    check_utf8(answer.text)
    assert answer.problem in (None, "no_content", "refused_by_server")
    assert answer.tokens is None or 0 <= answer.tokens < 1 << 31


def _parse_poems(name: str, content: bytes, folder: Path) -> None:
    (folder / name).write_bytes(content)
    try:
        poet = PoemsFile(poet="poems.v1", name="mine", path=str(folder / name)).load(0)
    except PoetError as error:
        check_message(str(error), folder / name)
        return
    request = Request("id", _TITLE, (Message("user", _PROMPT),), 1)
    (answer,) = poet.write([request])
    check_utf8(answer.text)


def _parse_table(content: bytes, folder: Path) -> None:
    _parse_poems("poems.csv", content, folder)


def _parse_objects(content: bytes, folder: Path) -> None:
    _parse_poems("poems.jsonl", content, folder)
    (folder / "compared.json").write_bytes(content)
    _parse_compared(folder / "compared.json")


def _parse_plain(content: bytes, folder: Path) -> None:
    (folder / "compared.txt").write_bytes(content)
    _parse_compared(folder / "compared.txt")


def _parse_compared(path: Path) -> None:
    try:
        poems = list(read_poems(path))
    except DataError as error:
        check_message(str(error), path)
        return
    for poem in poems:
        assert bool(poem.lines) != bool(poem.problem)
        check_utf8(poem.poem_id, poem.title, poem.author, poem.problem, *poem.lines)
    check_utf8(no_line(poems))


PARSERS = (
    Parser("poem-answer", fuzzed([answer.encode() for answer in _ANSWERS], _PIECES), _parse_answer),
    Parser(
        "chat-answer",
        fuzzed([json.dumps(row).encode() for row in _CHAT], _JSON_PIECES, fuzzed_json(_CHAT)),
        _parse_chat,
    ),
    Parser("poems-csv", fuzzed([_TABLE], (b'"', b'""', b",", b"\n", b"text", b"attempt")), _parse_table),
    Parser("poems-json", sometimes_gzipped(fuzzed([_ARRAY, _LINES], _JSON_PIECES, fuzzed_json(_ROWS))), _parse_objects),
    Parser("poems-plain", sometimes_gzipped(fuzzed([_POEM.encode()], _PIECES)), _parse_plain),
)
