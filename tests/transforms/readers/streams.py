"""Streams and short hands that the tests of the readers share."""

import io
from collections.abc import Iterable, Iterator
from typing import BinaryIO, cast

from versebench.transforms.readers.contract import BadRow, Row
from versebench.transforms.readers.registry import read_source

MEGABYTE = 1_000_000


class _Pieces(io.RawIOBase):
    """A stream that cannot seek and hands out the given pieces, whatever is asked for."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = iter(pieces)
        self._left = b""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        while not self._left:
            piece = next(self._pieces, None)
            if piece is None:
                return b""
            self._left = piece
        size = len(self._left) if size < 0 else size
        read, self._left = self._left[:size], self._left[size:]
        return read


def in_pieces(pieces: Iterable[bytes]) -> BinaryIO:
    return cast(BinaryIO, _Pieces(pieces))


def cut(data: bytes, sizes: list[int]) -> Iterator[bytes]:
    """``data`` in pieces of the given sizes in bytes, over and over."""
    start = 0
    while start < len(data):
        for size in sizes:
            yield data[start : start + size]
            start += size


def repeated(head: bytes, body: bytes, tail: bytes, size: int = 50 * MEGABYTE) -> BinaryIO:
    """A stream of ``head``, about ``size`` bytes of ``body`` over and over, and ``tail``, never held whole."""

    def pieces() -> Iterator[bytes]:
        block = body * (65_536 // len(body))
        yield head
        yield from (block for _ in range(size // len(block)))
        yield tail

    return in_pieces(pieces())


def read(format_name: str, data: bytes, max_row_bytes: int = MEGABYTE) -> list[Row | BadRow]:
    rows = list(read_source(io.BytesIO(data), format_name, max_row_bytes))
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    for row in rows:
        if isinstance(row, BadRow):
            (row.original + row.detail).encode("utf-8")
    return rows


def outcomes(rows: Iterable[Row | BadRow]) -> list[object]:
    """The fields of every row, and of a bad row its reason."""
    return [row.fields if isinstance(row, Row) else row.reason for row in rows]
