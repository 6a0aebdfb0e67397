"""The texts of pairs in their canonical order."""

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.scoring.texts import Text, units
from versebench.transforms.tasks.registry import TASKS

NAMES = ("work_id", "task", "edit", "original", "corrupted", "original_text_id", "corrupted_text_id")
LABELS = [*(f"{name}:words=1" for name in TASKS), *TASKS, "of_another_corpus", "another"]


def pairs(*rows: tuple[str, str, int, str]) -> pa.Table:
    """Pairs of (work, task, edit, corrupted text); the original is the work in capitals."""
    full = [
        (work, task, edit, work.upper(), text, f"id of {work.upper()}", f"id of {text}")
        for work, task, edit, text in rows
    ]
    return pa.table(dict(zip(NAMES, map(list, zip(*full, strict=True)), strict=True)))


def texts(table: pa.Table) -> list[str]:
    return [f"{text.work_id}: {text.text}" for unit in units(table) for text in unit]


def test_the_original_comes_first_and_the_tasks_in_the_order_of_the_registry() -> None:
    table = pairs(
        ("a", "delete_words.v1:words=1", 1, "d1b"),
        ("a", "delete_words.v1:words=1", 0, "d1a"),
        ("a", "swap_lines.v1", 0, "lines"),
        ("a", "delete_nonrhyming_words.v1:words=1", 0, "non"),
        ("a", "swap_end_words.v1", 0, "ends"),
        ("b", "swap_lines.v1", 0, "lines"),
    )
    expected = ["a: A", "a: ends", "a: lines", "a: d1a", "a: d1b", "a: non", "b: B", "b: lines"]
    assert texts(table) == expected
    assert sorted(texts(table.take([5, 4, 3, 2, 1, 0]))) == sorted(expected)
    assert texts(table.take([4, 3, 2, 1, 0, 5])) == expected


def test_a_poem_with_its_texts_is_a_unit() -> None:
    table = pairs(("a", "swap_lines.v1", 0, "x"), ("b", "swap_lines.v1", 0, "y"), ("a", "swap_end_words.v1", 0, "z"))
    assert [[text.text for text in unit] for unit in units(table)] == [["A", "z", "x"], ["B", "y"]]
    assert units(table)[1] == [Text("b", "id of B", "B"), Text("b", "id of y", "y")]
    assert units(table.slice(0, 0)) == []


def test_a_text_of_several_pairs_comes_once() -> None:
    table = pairs(
        ("a", "delete_words.v1:words=1", 0, "same"),
        ("a", "delete_rhyming_words.v1:words=1", 0, "same"),
        ("b", "delete_words.v1:words=1", 0, "same"),
    )
    assert texts(table) == ["a: A", "a: same", "b: B", "b: same"]


def test_tasks_that_no_registry_knows_come_last_by_their_names() -> None:
    table = pairs(("a", "zeugma", 0, "z"), ("a", "agreement", 0, "g"), ("a", list(TASKS)[-1], 0, "last"))
    assert texts(table) == ["a: A", "a: last", "a: g", "a: z"]


@given(st.lists(st.tuples(st.sampled_from(LABELS), st.integers(0, 2)), unique=True, min_size=1), st.randoms())
def test_the_order_of_the_rows_does_not_matter(edits: list[tuple[str, int]], random: object) -> None:
    table = pairs(*(("a", task, edit, f"{task} {edit}") for task, edit in edits))
    order = list(range(len(table)))
    random.shuffle(order)  # type: ignore[attr-defined]
    assert units(table.take(order)) == units(table)
