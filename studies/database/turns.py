"""Writing transactions of one SQLite file: in the order in which threads asked, and committed several at once.

Most of the time of a small transaction is the wait for the disk. So while threads wait for their turn, the transactions
before them stay open, and are committed together; none of them is over before that commit.
"""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

_MOST_TOGETHER = 32
"""Transactions of one commit."""


class NotCommittedError(SQLAlchemyError):
    """The commit of this transaction, which it shares with others, failed: nothing of it is stored."""


class _Turns:
    """A lock that lets threads in in the order in which they came."""

    def __init__(self) -> None:
        self._waiting: deque[threading.Lock] = deque()
        self._guard = threading.Lock()

    @property
    def is_awaited(self) -> bool:
        """Whether a thread waits for the one whose turn it is."""
        return len(self._waiting) > 1

    def __enter__(self) -> None:
        mine = threading.Lock()
        mine.acquire()
        with self._guard:
            self._waiting.append(mine)
            if len(self._waiting) == 1:
                mine.release()
        mine.acquire()

    def __exit__(self, *_: object) -> None:
        with self._guard:
            self._waiting.popleft()
            if self._waiting:
                self._waiting[0].release()


class _Group:
    """Transactions that are committed together. One that fails is undone alone."""

    def __init__(self, engine: Engine) -> None:
        self.size, self.is_over = 0, False
        self._failure: Exception | None = None
        self._committed = threading.Event()
        self._connection = engine.connect()
        try:
            self._connection.begin()
        except BaseException:
            self._connection.close()
            raise

    @contextmanager
    def part(self) -> Iterator[Connection]:
        """One transaction of the group. The first may undo all; the others need a savepoint to undo themselves."""
        savepoint = self._connection.begin_nested() if self.size else None
        try:
            yield self._connection
            if savepoint is not None:
                savepoint.commit()
        except BaseException as error:
            if savepoint is None or not self._is_open():
                self.end(NotCommittedError(f"a transaction of the same group failed: {error}"))
            else:
                savepoint.rollback()
            raise
        self.size += 1

    def _is_open(self) -> bool:
        """Whether SQLite still has the transaction: it gives up all of it if the disk is full or fails."""
        return bool(getattr(self._connection.connection.dbapi_connection, "in_transaction", False))

    def end(self, failure: Exception | None = None) -> None:
        """Commit, or, after a failure, undo everything."""
        self.is_over = True
        try:
            if failure is None:
                self._connection.commit()
        except Exception as error:
            failure = NotCommittedError(f"the commit failed: {error}")
            failure.__cause__ = error
        finally:
            self._failure = failure
            if failure is not None:
                self._connection.invalidate()  # a connection whose commit failed still has its transaction
            self._connection.close()
            self._committed.set()

    def wait(self) -> None:
        """Wait for the commit. Raises :class:`NotCommittedError` if it failed."""
        self._committed.wait()
        if self._failure is not None:
            raise NotCommittedError(str(self._failure)) from self._failure


class Writer:
    """The threads that write to a SQLite file."""

    def __init__(self, engine: Engine) -> None:
        self._engine, self._turns = engine, _Turns()
        self._group: _Group | None = None

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A transaction, which is committed once its block has ended without an error."""
        with self._turns:
            group = self._group = self._group or _Group(self._engine)
            try:
                with group.part() as connection:
                    yield connection
            finally:
                if not group.is_over and (group.size >= _MOST_TOGETHER or not self._turns.is_awaited):
                    group.end()
                if group.is_over:
                    self._group = None
        group.wait()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """No thread has a transaction open until the end of the block."""
        with self._turns:
            if self._group is not None:
                self._group.end()
                self._group = None
            yield
