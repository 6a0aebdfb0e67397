"""A bounded window that moves over the decoded text of a stream."""

import codecs
from re import Pattern
from typing import BinaryIO

from versebench.transforms.readers.full_reads import CHUNK_BYTES, Utf8Reads

SLACK = 4096
"""Characters of the window beyond its limit, which a reader needs to see after the longest row."""


class TextWindow:
    """The text from ``position`` on, as far as it was read: never more than about ``limit`` characters.

    Bytes that are not UTF-8 become lone surrogates (``surrogateescape``). When the window grows, the text before
    ``position`` is dropped, and ``position`` becomes 0.
    """

    def __init__(self, stream: BinaryIO, limit: int) -> None:
        self._source = Utf8Reads(stream)
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._limit = limit
        self._read_all = False
        self.text = ""
        self.position = 0

    def grow(self) -> bool:
        """Read more, doubling the unread text. Returns False if the window is full or all was read."""
        unread = len(self.text) - self.position
        if self._read_all or unread >= self._limit + SLACK:
            return False
        wanted = min(max(unread, CHUNK_BYTES), max(self._limit - unread, 0) + SLACK)
        read = self._source.read(wanted)
        added = self._decoder.decode(read, final=not read)
        self._read_all = not read
        if self._read_all and not added:
            return False
        self.text = self.text[self.position :] + added
        self.position = 0
        return True

    def skip(self, pattern: Pattern[str]) -> bool:
        """Move past a match of ``pattern``, which must match an empty text too. Returns False at the end."""
        while True:
            match = pattern.match(self.text, self.position)
            self.position = match.end() if match else self.position
            if self.position < len(self.text):
                return True
            if not self.grow():
                return False

    @property
    def holds_end(self) -> bool:
        """Whether the window reaches to the end of the text."""
        return self._read_all

    @property
    def unread(self) -> int:
        """Characters from ``position`` on that are in the window."""
        return len(self.text) - self.position
