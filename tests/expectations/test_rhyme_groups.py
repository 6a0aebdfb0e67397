"""Validation detects schemes that their form does not admit, and swaps between lines that should not rhyme."""

from typing import ClassVar

import pytest

from tests.expectations import tables
from versebench.expectations.checks.rhyme_groups import scheme_admissible, swapped_lines_rhyme
from versebench.expectations.rows import Rows
from versebench.transforms.tasks.registry import TASKS
from versebench.transforms.tasks.swaps import SwapLines


def rows_of(table: str, scheme: str, form: str, **pair: object) -> Rows:
    rows = tables.good_rows()
    for annotation, poem, edited in zip(rows["annotation"], rows["poems"], rows["pairs"], strict=True):
        annotation["scheme"], poem["form"] = scheme, form
        edited.update(pair)
    data = tables.arrow_tables(rows)
    return Rows(table, data[table], data, tables.SHARD, tables.SHARDS)


@pytest.mark.parametrize(
    ("task", "scheme", "lines", "good"),
    [
        ("swap_lines.v1", "xAxA", [2, 4], True),
        ("swap_lines.v1", "xAxA", [1, 3], False),
        ("swap_end_words.v1", "XAXA", [1, 3], False),
        ("swap_end_words.v1", "AABBA", [1, 5], True),
        ("swap_end_words.v1", "AABBA", [1, 3], False),
        ("swap_end_words.v1", "AABBA", [1, 6], False),
        ("swap_end_words.v1", "AABBA", [1], False),
        ("delete_words.v1:words=1", "xAxA", [1, 3], True),
    ],
)
def test_a_swap_stays_within_a_rhyme_group(task: str, scheme: str, lines: list[int], good: bool) -> None:
    rows = rows_of("pairs", scheme, "quatrain", task=task, lines=lines)
    assert swapped_lines_rhyme(rows).to_pylist() == [good, good]


class SwapBeginnings(SwapLines):
    """A task of another package that declares that it exchanges parts of rhyming lines."""


class SwapAnywhere(SwapLines):
    """A task of another package that exchanges any two lines."""

    between_rhyming_lines: ClassVar[bool] = False


@pytest.mark.parametrize(("kind", "good"), [(SwapBeginnings, False), (SwapAnywhere, True)])
def test_the_class_of_a_task_declares_the_check(
    kind: type[SwapLines], good: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "swap_lines.v1" in TASKS
    monkeypatch.setitem(TASKS._things, "swap_parts.v1", (__name__, kind))
    rows = rows_of("pairs", "AABB", "quatrain", task="swap_parts.v1:words=2", lines=[1, 3])
    assert swapped_lines_rhyme(rows).to_pylist() == [good, good]


@pytest.mark.parametrize(
    ("form", "scheme", "good"),
    [
        ("common-metre", "xAxA", True),
        ("common-metre", "AABB", False),
        ("quatrain", "AABB", True),
        ("limerick", "AABBA", True),
        ("verse", "AxA", True),
        ("blank-verse", "AABBCC", False),
        ("no-such-form", "AA", False),
    ],
)
def test_a_scheme_is_one_of_its_form(form: str, scheme: str, good: bool) -> None:
    assert scheme_admissible(rows_of("annotation", scheme, form)).to_pylist() == [good, good]
