"""Reading a stream in pieces of a known size, whatever the sizes of its own reads."""

import codecs
from typing import BinaryIO

from versebench.transforms.readers.errors import SourceFormatError

CHUNK_BYTES = 65_536
"""The number of bytes that readers request at a time, so that memory does not depend on the size of the file."""


class FullReads:
    """A stream whose reads are short only at its end, and which fails only after all bytes before the failure."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._failure: Exception | None = None

    def read(self, size: int) -> bytes:
        """Returns ``size`` bytes, fewer before the end or a failure, none at the end.

        Raises the stream's exception once the bytes before it have been returned.
        """
        if self._failure is not None:
            raise self._failure
        pieces: list[bytes] = []
        while size and (piece := self._piece(size)):
            pieces.append(piece)
            size -= len(piece)
        if self._failure is not None and not pieces:
            raise self._failure
        return b"".join(pieces)

    def _piece(self, size: int) -> bytes:
        try:
            return self._stream.read(size)
        except Exception as error:  # Kept, not swallowed: the next read raises it.
            self._failure = error
            return b""


class Utf8Reads:
    """The bytes of a UTF-8 text in full reads, without its byte order mark."""

    def __init__(self, stream: BinaryIO) -> None:
        self._source = FullReads(stream)
        self._begun = False

    def read(self, size: int) -> bytes:
        """Like :meth:`FullReads.read`. Raises :class:`SourceFormatError` if the file begins as UTF-16."""
        if self._begun:
            return self._source.read(size)
        self._begun = True
        return _without_mark(self._source.read(max(size, len(codecs.BOM_UTF8)))) or self._source.read(size)


def _without_mark(start: bytes) -> bytes:
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise SourceFormatError("begins with the byte order mark of UTF-16; convert the file to UTF-8")
    return start.removeprefix(codecs.BOM_UTF8)
