"""Transactions of one SQLite file that are committed together: each is stored whole or fails."""

import sqlite3
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import event

from versebench.studies.database.engine import Database
from versebench.studies.database.turns import NotCommittedError


class Numbers:
    """A table of numbers, and threads that add to it while the first of them holds the others up."""

    def __init__(self, path: Path, limit: str = "") -> None:
        self.path = path
        self.database = Database(f"sqlite:///{path}")
        self.commits = 0
        with self.database.transaction() as connection:
            connection.exec_driver_sql(f"CREATE TABLE numbers (number INTEGER PRIMARY KEY {limit})")
        event.listen(self.database.engine, "commit", self._count)

    def _count(self, _: object) -> None:
        self.commits += 1

    def add(self, number: int) -> None:
        with self.database.transaction() as connection:
            connection.exec_driver_sql("INSERT INTO numbers VALUES (?)", (number,))

    def add_behind(self, numbers: list[int], also: str | None = None) -> list[Future[None]]:
        """Add 0 slowly, and the numbers while 0 is not committed; ``also`` is done after 0."""
        with ThreadPoolExecutor(len(numbers) + 1) as pool:
            begun, go_on = threading.Event(), threading.Event()

            def first() -> None:
                with self.database.transaction() as connection:
                    connection.exec_driver_sql("INSERT INTO numbers VALUES (0)")
                    begun.set()
                    go_on.wait(10)
                    if also:
                        connection.exec_driver_sql(also)

            made = [pool.submit(first)]
            begun.wait(10)
            waiting = self.database._writer._turns._waiting
            for place, number in enumerate(numbers):
                made.append(pool.submit(self.add, number))
                while len(waiting) < place + 2:
                    pass
            go_on.set()
        return made

    def stored(self) -> list[int]:
        with sqlite3.connect(self.path) as connection:
            return [number for [number] in connection.execute("SELECT number FROM numbers ORDER BY number")]


def test_transactions_that_wait_are_committed_with_those_before_them(tmp_path: Path) -> None:
    numbers = Numbers(tmp_path / "n.db")
    for added in numbers.add_behind([1, 2, 3, 4]):
        added.result()
    assert numbers.stored() == [0, 1, 2, 3, 4]
    assert numbers.commits == 1
    numbers.add(5)
    assert numbers.commits == 2


def test_one_that_fails_is_undone_alone(tmp_path: Path) -> None:
    numbers = Numbers(tmp_path / "n.db")
    *added, twice, last = numbers.add_behind([1, 2, 2, 3])
    for each in (*added, last):
        each.result()
    with pytest.raises(Exception, match="UNIQUE"):
        twice.result()
    assert numbers.stored() == [0, 1, 2, 3]


def test_the_first_that_fails_takes_nobody_along(tmp_path: Path) -> None:
    numbers = Numbers(tmp_path / "n.db")
    first, *others = numbers.add_behind([1, 2], also="INSERT INTO numbers VALUES (0)")
    with pytest.raises(Exception, match="UNIQUE"):
        first.result()
    for each in others:
        each.result()
    assert numbers.stored() == [1, 2]


def test_if_the_commit_fails_nobody_is_acknowledged(tmp_path: Path) -> None:
    numbers = Numbers(tmp_path / "n.db")
    with numbers.database.transaction() as connection:
        connection.exec_driver_sql(
            "CREATE TABLE parts (number INTEGER REFERENCES numbers (number) DEFERRABLE INITIALLY DEFERRED)"
        )
    for each in numbers.add_behind([1, 2], also="INSERT INTO parts VALUES (9)"):
        with pytest.raises(NotCommittedError, match="FOREIGN KEY"):
            each.result()
    assert numbers.stored() == []
    numbers.add(1)
    assert numbers.stored() == [1]


def test_if_sqlite_gives_up_the_transaction_all_of_the_group_fail(tmp_path: Path) -> None:
    numbers = Numbers(tmp_path / "n.db", "ON CONFLICT ROLLBACK")  # as it does when the disk is full
    *lost, later = numbers.add_behind([1, 1, 2])
    for each in lost:
        with pytest.raises(Exception, match=r"UNIQUE|same group"):
            each.result()
    later.result()
    assert numbers.stored() == [2]


def test_nothing_is_cleaned_up_while_a_transaction_is_open(tmp_path: Path) -> None:
    numbers = Numbers(tmp_path / "n.db")
    for added in numbers.add_behind([1]):
        added.result()
    numbers.database.scrub()
    assert numbers.stored() == [0, 1]
