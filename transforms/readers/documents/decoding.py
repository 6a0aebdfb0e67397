"""Conversion of source files in a stated encoding to UTF-8."""

import codecs
import io
from typing import BinaryIO, cast

from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.full_reads import CHUNK_BYTES, FullReads


def as_utf8(stream: BinaryIO, encoding: str) -> BinaryIO:
    """Returns a stream of the text as UTF-8.

    Reading raises :class:`SourceFormatError` at the first bytes that are not in ``encoding``, after the text before
    them.
    """
    return cast(BinaryIO, _Utf8(FullReads(stream), encoding))


class _Utf8(io.RawIOBase):
    def __init__(self, source: FullReads, encoding: str) -> None:
        self._source, self._encoding = source, encoding
        self._decoder = codecs.getincrementaldecoder(encoding)("strict")
        self._left = b""
        self._ended = False
        self._done = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        """Returns at most ``size`` bytes of UTF-8; none at the end."""
        while not self._left and not self._ended:
            piece = self._source.read(CHUNK_BYTES)
            self._ended = not piece
            try:
                text = self._decoder.decode(piece, final=not piece)
            except UnicodeError as error:
                raise SourceFormatError(
                    f"is not in {self._encoding}, or cut off, in the {CHUNK_BYTES} bytes after byte {self._done} "
                    f"({' '.join(str(error).split())[:80]!a}); correct the key encoding of the source"
                ) from None
            self._done += len(piece)
            self._left = text.encode()
        size = len(self._left) if size < 0 else size
        read, self._left = self._left[:size], self._left[size:]
        return read
