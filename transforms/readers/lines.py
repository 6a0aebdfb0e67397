"""Physical lines of a file with a bound on their length."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from versebench.transforms.readers.contract import ORIGINAL_LIMIT
from versebench.transforms.readers.full_reads import CHUNK_BYTES, Utf8Reads

LINE_ENDS = b"\r\n"


@dataclass(frozen=True, slots=True)
class LongLine:
    """A line over the limit: its start, and its size in bytes, line end not counted."""

    start: bytes
    size: int


def bounded_lines(stream: BinaryIO, max_bytes: int) -> Iterator[bytes | LongLine]:
    """Yields the lines of ``stream`` with their line ends (LF, CR or CRLF), without a byte order mark.

    A line of more than ``max_bytes``, line end not counted, becomes a :class:`LongLine` and is never in memory as a
    whole.
    """
    line = _GrowingLine(max_bytes)
    for chunk in _chunks(stream):
        for piece in chunk.splitlines(keepends=True):
            if not line.size and len(piece) <= max_bytes and piece[-1] in LINE_ENDS:
                yield piece
                continue
            line.add(piece)
            if end := piece[len(piece.rstrip(LINE_ENDS)) :]:
                yield line.take(end)
    if line.size:
        yield line.take(b"")


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    """The stream in chunks, none of which ends between CR and LF."""
    source = Utf8Reads(stream)
    held = b""
    while (read := source.read(CHUNK_BYTES)) or held:
        chunk = held + read
        held = b"\r" if read and chunk.endswith(b"\r") else b""
        yield chunk.removesuffix(held)


class _GrowingLine:
    """A line in the making, of which no more than about the limit is kept."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._to_keep = max(max_bytes, ORIGINAL_LIMIT)
        self._kept: list[bytes] = []
        self.size = 0

    def add(self, piece: bytes) -> None:
        if self.size <= self._to_keep:
            self._kept.append(piece)
        self.size += len(piece)

    def take(self, end: bytes) -> bytes | LongLine:
        """Return the line, whose last bytes are ``end``, and begin another."""
        kept, size = b"".join(self._kept), self.size - len(end)
        self._kept, self.size = [], 0
        return kept if size <= self._max_bytes else LongLine(kept[:ORIGINAL_LIMIT].rstrip(LINE_ENDS), size)
