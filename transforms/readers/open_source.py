"""Decompression of source files."""

import gzip
import io
import os
import tempfile
from typing import BinaryIO, cast

from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.full_reads import CHUNK_BYTES, FullReads

_GZIP_MAGIC = b"\x1f\x8b"
_FREE_BYTES = 1 << 23
"""Plain bytes of a gzip file that are read whatever its size."""
_MOST_RATIO = 200
"""How many times as large as the gzipped bytes the plain ones may be. Text has a ratio of 3, an attack 1,000."""
_MOST_COPIED_RATIO = 20
"""The same for a file that is copied to disk, whose format is compressed itself."""
_PLAIN_BYTES = 16_384  # Decompressed at a time: no more than this is lost if the compressed data are corrupt.


def decompress(stream: BinaryIO, magic: bytes | None = None) -> BinaryIO:
    """Returns the plain bytes of ``stream``, which may be gzipped; its first bytes decide, not its name.

    The result is ``stream`` itself, or another stream, which the caller closes and whose reads may be short. A format
    that is read from any place states its ``magic`` bytes: plain bytes that cannot be sought are then copied to a
    temporary file first, if they start so.

    Reading, and copying, raise :class:`SourceFormatError` if a gzip file expands to many times its size, ``EOFError``
    for a truncated gzip file, and ``gzip.BadGzipFile`` or ``zlib.error`` for a corrupt one, after the bytes before the
    fault.
    """
    start = FullReads(stream).read(len(_GZIP_MAGIC))
    if start != _GZIP_MAGIC and stream.seekable():
        stream.seek(-len(start), os.SEEK_CUR)
        return stream
    whole = cast(BinaryIO, Prefixed(start, stream))
    ratio = _MOST_RATIO if magic is None else _MOST_COPIED_RATIO
    plain = cast(BinaryIO, _Gunzipped(whole, ratio)) if start == _GZIP_MAGIC else whole
    return plain if magic is None else _on_disk(plain, magic)


class Prefixed(io.RawIOBase):
    """A stream to whose start the bytes that were read from it are put back."""

    def __init__(self, start: bytes, stream: BinaryIO) -> None:
        self._start = start
        self._stream = stream

    def readable(self) -> bool:
        """True."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Returns at most ``size`` bytes, beginning with those that were put back; none at the end."""
        if not self._start:
            return self._stream.read(size)
        start, self._start = self._start, b""
        if 0 <= size < len(start):
            start, self._start = start[:size], start[size:]
        return start


class _Counted:
    """A stream that counts the bytes that were read from it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self.size = stream, 0

    def read(self, size: int = -1) -> bytes:
        piece = self._stream.read(size)
        self.size += len(piece)
        return piece


class _Gunzipped(io.RawIOBase):
    """A gzip stream that returns the bytes before a failure before it fails. It fails if it expands too far."""

    def __init__(self, stream: BinaryIO, most_ratio: int) -> None:
        self._packed = _Counted(stream)
        self._file = gzip.GzipFile(fileobj=cast(BinaryIO, self._packed), mode="rb")
        self._most_ratio, self._size = most_ratio, 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if self._size > max(_FREE_BYTES, self._most_ratio * self._packed.size):
            raise SourceFormatError(
                f"is a gzip file whose first {self._packed.size} bytes expand to more than {self._most_ratio} times as "
                "many; if that is intended, unpack it and name the unpacked file"
            )
        plain = self._file.read1(_PLAIN_BYTES if size < 0 else min(size, _PLAIN_BYTES))
        self._size += len(plain)
        return plain


def _on_disk(stream: BinaryIO, magic: bytes) -> BinaryIO:
    file = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115
    try:
        reads = FullReads(stream)
        start = reads.read(len(magic))
        if len(start) < len(magic):
            reads.read(1)  # raises the fault at which the stream ended, if there was one
        if start != magic:
            raise SourceFormatError(f"is not a file of its format ({magic.decode()!r} is not at its start); check it")
        file.write(start)
        while piece := reads.read(CHUNK_BYTES):
            file.write(piece)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file
