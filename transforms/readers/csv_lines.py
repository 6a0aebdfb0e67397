"""The physical lines of a CSV file, grouped into records by a parser, and put back if parsing fails."""

from collections import deque
from collections.abc import Iterator

from versebench.transforms.readers.lines import LINE_ENDS, LongLine


class RecordLines:
    """Feeds ``csv.reader`` line by line, and remembers the lines of the current record.

    If the next line would make the record larger than ``max_bytes``, the parser sees the end of the file.
    """

    def __init__(self, lines: Iterator[bytes | LongLine], max_bytes: int) -> None:
        self._lines = lines
        self._max_bytes = max_bytes
        self._returned: deque[bytes | LongLine] = deque()
        self._record: list[bytes] = []
        self._size = 0

    def __iter__(self) -> "RecordLines":
        """Returns itself, as ``csv.reader`` requires."""
        return self

    def __next__(self) -> str:
        """The next line of the record with its line end; raises ``StopIteration`` if the record must end here."""
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
        """Begin a record at the next line that is not blank, and return that line; None at the end of the file."""
        self._record, self._size = [], 0
        line = self._take()
        while isinstance(line, bytes) and not line.strip(LINE_ENDS):
            line = self._take()
        if line is not None:
            self._returned.appendleft(line)
        return line

    def drop(self) -> None:
        """Drop the line that :meth:`begin` returned."""
        self._returned.popleft()

    def keep_first(self) -> str:
        """Return the first line of the record, without its line end, and put the others back."""
        first, *rest = self._record
        self._returned.extendleft(reversed(rest))
        return _text(first)

    def record(self) -> str:
        """All lines of the record, without the last line end."""
        return _text(b"".join(self._record))

    def _take(self) -> bytes | LongLine | None:
        return self._returned.popleft() if self._returned else next(self._lines, None)


def _text(lines: bytes) -> str:
    return lines.rstrip(LINE_ENDS).decode("utf-8", "surrogateescape")
