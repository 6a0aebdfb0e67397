"""Streams of an object store that raise errors with readable messages."""

import io
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, BinaryIO, cast

_BUFFER = 1 << 20

Explain = Callable[[], AbstractContextManager[None]]


def explained_reader(stream: Any, explain: Explain) -> BinaryIO:
    """A stream that can read and seek. It fetches one megabyte at a time, since spill files are read at many places."""
    unbuffered = stream.detach() if isinstance(stream, io.BufferedReader) else stream
    return cast(BinaryIO, io.BufferedReader(_Reader(unbuffered, explain), _BUFFER))


def explained_writer(stream: Any, explain: Explain) -> BinaryIO:
    """A stream that writes sequentially, without seeking."""
    return cast(BinaryIO, io.BufferedWriter(_Writer(stream, explain), _BUFFER))


class _Stream(io.RawIOBase):
    def __init__(self, stream: Any, explain: Explain) -> None:
        self._stream, self._explain = stream, explain

    def tell(self) -> int:
        return int(self._stream.tell())

    def close(self) -> None:
        if not self.closed:
            try:
                with self._explain():
                    self._stream.close()
            finally:
                super().close()


class _Reader(_Stream):
    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return int(self._stream.seek(offset, whence))

    def readinto(self, buffer: Any) -> int:
        with self._explain():
            content = self._stream.read(len(buffer))
        buffer[: len(content)] = content
        return len(content)


class _Writer(_Stream):
    def writable(self) -> bool:
        return True

    def write(self, content: Any) -> int:
        with self._explain():
            return int(self._stream.write(bytes(content)))
