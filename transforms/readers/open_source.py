"""From the bytes of a file to the bytes of its format."""

import gzip
import io
import os
import shutil
import tempfile
from typing import BinaryIO, cast

from versebench.transforms.readers.full_reads import FullReads

_GZIP_MAGIC = b"\x1f\x8b"
_PLAIN_BYTES = 16_384  # Decompressed at a time: no more than this is lost where the compressed data turn out corrupt.


def decompress(stream: BinaryIO, *, seekable: bool) -> BinaryIO:
    """The plain bytes of ``stream``, which may be gzipped: its first bytes tell, not its name.

    The result is ``stream`` itself, or a stream of its own to close, whose reads may be short. Where ``seekable`` is
    asked for and not at hand, the plain bytes are copied to a temporary file first.

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
    """A stream with the bytes put back that were read from its start."""

    def __init__(self, start: bytes, stream: BinaryIO) -> None:
        self._start = start
        self._stream = stream

    def readable(self) -> bool:
        """True."""
        return True

    def read(self, size: int = -1) -> bytes:
        """At most ``size`` bytes, those that were put back first; none at the end."""
        if not self._start:
            return self._stream.read(size)
        start, self._start = self._start, b""
        if 0 <= size < len(start):
            start, self._start = start[:size], start[size:]
        return start


class _Gunzipped(io.RawIOBase):
    """A gzip stream that hands out what it has before it fails."""

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
