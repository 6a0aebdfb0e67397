"""Repeated lines as the report shows them: side by side, poems of the test before refused ones, writers in turn."""

from typing import Any

from versebench.release.documents.proftap.reuse import repeated_poems, side_by_side

TITLES = [{"title_id": name, "title": f"题{name}"} for name in "ab"]


def row(writer: str, title: str, attempt: int, line: int, poem_there: int = 1) -> dict[str, Any]:
    return {
        "writer": writer,
        "title_id": title,
        "attempt": attempt,
        "line": line,
        "text": "一声长笛后",
        "poem_there": poem_there,
        "title_there": f"诗{poem_there}",
        "author_there": "佚名",
        "text_there": "一声长笛远",
    }


def test_the_characters_that_differ_are_marked() -> None:
    assert [differs for _, _, differs in side_by_side("一声长笛后", "一声长笛远")] == [False, False, False, False, True]


def test_a_poem_stands_beside_the_one_that_has_most_of_its_lines() -> None:
    rows = [row("one", "a", 1, 1, 7), row("one", "a", 1, 1), row("one", "a", 1, 2)]
    (shown,) = repeated_poems(rows, [], TITLES, 5)
    assert (shown.title_there, [line.line for line in shown.lines]) == ("诗1", [1, 2])
    assert not shown.tested


def test_writers_come_in_turn_and_poems_of_the_test_first() -> None:
    rows = [row("one", "a", 1, 1), row("one", "a", 2, 1), row("one", "b", 1, 1), row("two", "a", 1, 1)]
    poems = [{"writer": "one", "title_id": "a", "attempts": 2}]
    shown = repeated_poems(rows, poems, TITLES, 3)
    assert [(poem.writer, poem.tested) for poem in shown] == [("one", True), ("two", False), ("one", False)]
