"""A valid row of every table of titles and the poems written for them."""

from typing import Any

Row = dict[str, Any]

OF_TITLES = ("titles", "poem_attempts", "test_poems", "reuse")

BROKEN_POEMS: dict[tuple[str, str], tuple[str, Any]] = {
    **{(table, "in_range"): ("title_id", "f" * 20) for table in OF_TITLES},
    **{(table, "title_exists"): ("title_id", "7" * 20) for table in OF_TITLES[1:]},
    ("titles", "lists_present"): ("training_unknown", None),
    ("poem_attempts", "reason_holds"): ("text", None),
    ("test_poems", "traits_hold"): ("patterned", False),
    ("test_poems", "beside_human"): ("writer", "gpt2-tang"),
    ("test_poems", "unlike_human"): ("writer", "gpt2-tang"),
    ("reuse", "lines_near"): ("text_there", "一声长笛远"),
}
"""For each derived column, a column of the first row and a value for it that makes the derived column false."""


def rows_of_title(title: str, number: int) -> dict[str, Row]:
    of_title = {"title_id": title}
    kind = {"form": "绝句", "yan": "5-yan"}
    attempt = {**of_title, "writer": "gpt2-tang", "attempt": 1}
    return {
        "titles": {**of_title, **kind, **_title(number)},
        "poem_attempts": {**attempt, **_answer()},
        "test_poems": {**of_title, **kind, "writer": "human", "item_id": title, **_poem()},
        "reuse": {**attempt, "line": 1, "text": "一声长笛后", **_there()},
    }


def _title(number: int) -> Row:
    title = {"title": "夜车", "source_title": "夜車", "author": "versebench"}
    return {**title, "place": number, "asked_form": "绝句", "training_unknown": ["copies"]}


def _answer() -> Row:
    judged = {"exact_reuse": False, "near_reuse": False, "tokens": 24}
    return {"prompt": "poet.v1", "answer": "铁轨穿云去", "text": "铁轨穿云去。", "reason": None, **judged}


def _poem() -> Row:
    counts = {"lines": 4, "characters": 20, "repeated_characters": 0, "attempts": 0}
    heard = {"patterned": True, "one_level_rhyme": True, "regulated": True, "exact_reuse": False, "near_reuse": False}
    return {"title": "夜车", "text": "铁轨穿云去，孤灯接夜明。", **counts, **heard}


def _there() -> Row:
    place = {"poem_there": 1, "id_there": "vb-c-001", "title_there": "夜車", "author_there": "versebench"}
    return {**place, "line_there": 3, "text_there": "一声长笛后", "distance": 0}
