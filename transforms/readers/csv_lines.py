"""The physical lines of a CSV file, grouped into records by whoever parses them, and put back where that fails."""

from collections import deque
from collections.abc import Iterator

from versebench.transforms.readers.lines import LINE_ENDS, LongLine


class RecordLines:
    """Feeds ``csv.reader`` line by line, and remembers the lines of the record it is in.

    The parser sees an end of the file where the next line would take the record over ``max_bytes``.
    """

    def __init__(self, lines: Iterator[bytes | LongLine], max_bytes: int) -> None:
        self._lines = lines
        self._max_bytes = max_bytes
        self._returned: deque[bytes | LongLine] = deque()
        self._record: list[bytes] = []
        self._size = 0

    def __iter__(self) -> "RecordLines":
        """Itself, as ``csv.reader`` asks."""
        return self

    def __next__(self) -> str:
        """The next line of the record with its end; raises ``StopIteration`` where the record may not go on."""
        line = self._take()
        if line is None:
            raise StopIteration
        if isinstance(line, LongLine) or self._size + len(line.rstrip(LINE_ENDS)) > self._max_bytes:
            self._returned.appendleft(line)
            raise StopIteration
        self._record.append(line)
        self._size += len(line)
        return line.decode("utf-8", "surrogateescape")

    def begin(self) -> bytes | LongLine | None:
        """Begins a record at the next line that is not blank and shows that line; ``None`` at the end of the file."""
        self._record, self._size = [], 0
        line = self._take()
        while isinstance(line, bytes) and not line.strip(LINE_ENDS):
            line = self._take()
        if line is not None:
            self._returned.appendleft(line)
        return line

    def drop(self) -> None:
        """Drops the line that :meth:`begin` showed."""
        self._returned.popleft()

    def keep_first(self) -> str:
        """The first line of the record, without its end; the others are put back."""
        first, *others = self._record
        self._returned.extendleft(reversed(others))
        return _text(first)

    def record(self) -> str:
        """All lines of the record, without the last line end."""
        return _text(b"".join(self._record))

    def _take(self) -> bytes | LongLine | None:
        return self._returned.popleft() if self._returned else next(self._lines, None)


def _text(lines: bytes) -> str:
    return lines.rstrip(LINE_ENDS).decode("utf-8", "surrogateescape")
