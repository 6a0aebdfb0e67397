"""The files of a table hold every shard once in each split, or it is said what they hold."""

from collections.abc import Sequence

import pytest

from versebench.pipelines.roots.verify_files import check_layout
from versebench.schemas.registry import TABLES
from versebench.storage.commit import ShardFile
from versebench.storage.manifest import FORMAT, Manifest, TableEntry

Held = tuple[str | None, int]


def manifest_of(table: str, held: Sequence[Held], rows: int | None = None, others: Sequence[str] = ()) -> Manifest:
    """A manifest of three shards, with a table whose files hold ten rows each, and other tables without files."""
    files = tuple(ShardFile(table, str(number), 10, 0, "", "", *one) for number, one in enumerate(held))
    rows = 10 * len(files) if rows is None else rows
    tables = {table: TableEntry("1.0.0", "", rows, "", files)}
    tables |= {name: TableEntry("1.0.0", "", 0, "", ()) for name in others}
    return Manifest(FORMAT, "release", "0" * 16, 3, {}, {}, tables)


@pytest.mark.parametrize(
    ("table", "held"),
    [
        ("poems", [(None, 1), (None, 1), (None, 1)]),
        ("poems", [(None, 1), (None, 2)]),
        ("poems", [("train", 1), ("train", 2), ("test", 1), ("test", 2)]),
        ("poems", [("train", 3)]),
        ("readings", [("train", 3), ("test", 3)]),
        ("results", [(None, 1)]),
    ],
)
def test_every_layout_of_a_release(table: str, held: Sequence[Held]) -> None:
    assert table in TABLES or table == "readings"
    assert list(check_layout(manifest_of(table, held, others=["splits"]), table)) == []


@pytest.mark.parametrize(
    ("table", "held", "told"),
    [
        ("poems", [(None, 1), (None, 1)], "contain other shards (2 in all) than the 3 that were committed"),
        ("poems", [(None, 2), (None, 2)], "contain other shards (4 in all) than the 3 that were committed"),
        (
            "poems",
            [("train", 3), ("test", 2)],
            "contain other shards (3 in train, 2 in test) than the 3 that were committed",
        ),
        (
            "poems",
            [("train", 3), (None, 3)],
            "contain other shards (3 in train, 3 in all) than the 3 that were committed",
        ),
        ("poems", [], "contain other shards (none) than the 3 that were committed"),
        ("results", [(None, 1), (None, 1)], "contain other shards (2 in all) than the 1 that were committed"),
        ("poems", [(None, 4), (None, -1)], "a file of poems contains no shard"),
        ("rejects", [("train", 3)], "the files of rejects are divided by split, but the table cannot be"),
    ],
)
def test_what_is_wrong_is_said(table: str, held: Sequence[Held], told: str) -> None:
    (problem,) = check_layout(manifest_of(table, held, others=["splits"]), table)
    assert problem.startswith("manifest.json: ")
    assert told in problem


def test_files_of_splits_need_the_table_of_splits() -> None:
    (problem,) = check_layout(manifest_of("poems", [("train", 3), ("test", 3)]), "poems")
    assert "the files of poems are divided by split, but" in problem


def test_rows_are_counted() -> None:
    (problem,) = check_layout(manifest_of("poems", [(None, 3)], rows=11), "poems")
    assert problem == "manifest.json: states 11 rows of poems, but its files have 10"
