"""Decompression of source files."""

import gzip
import io
import os
import shutil
import tempfile
from typing import BinaryIO, cast

from versebench.transforms.readers.full_reads import FullReads

_GZIP_MAGIC = b"\x1f\x8b"
_PLAIN_BYTES = 16_384  # Decompressed at a time: no more than this is lost if the compressed data are corrupt.


def decompress(stream: BinaryIO, *, seekable: bool) -> BinaryIO:
    """Returns the plain bytes of ``stream``, which may be gzipped; its first bytes decide, not its name.

    The result is ``stream`` itself, or another stream, which the caller closes and whose reads may be short. If
    ``seekable`` is required and the plain bytes are not, they are copied to a temporary file first.

    Reading, and copying, raise ``EOFError`` for a truncated gzip file, and ``gzip.BadGzipFile`` or ``zlib.error`` for a
    corrupt one, after the bytes before the fault.
    """
    start = FullReads(stream).read(len(_GZIP_MAGIC))
    if start != _GZIP_MAGIC and stream.seekable():
        stream.seek(-len(start), os.SEEK_CUR)
        return stream
    whole = cast(BinaryIO, Prefixed(start, stream))
    plain = cast(BinaryIO, _Gunzipped(whole)) if start == _GZIP_MAGIC else whole
    return _on_disk(plain) if seekable else plain


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


class _Gunzipped(io.RawIOBase):
    """A gzip stream that returns the bytes before a failure before it fails."""

    def __init__(self, stream: BinaryIO) -> None:
        self._file = gzip.GzipFile(fileobj=stream, mode="rb")

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return self._file.read1(_PLAIN_BYTES if size < 0 else min(size, _PLAIN_BYTES))


def _on_disk(stream: BinaryIO) -> BinaryIO:
    file = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115
    try:
        shutil.copyfileobj(stream, file)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file
