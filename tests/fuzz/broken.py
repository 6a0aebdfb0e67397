"""Parsers that are broken on purpose, to prove that a campaign finds what it is for.

As ``python -m tests.fuzz.broken`` it is a worker that fuzzes one of them.
"""

import contextlib
import os
import sys
from pathlib import Path

from hypothesis import strategies as st

from tests.fuzz.parser import Parser
from tests.fuzz.worker import work


def _raise(content: bytes, folder: Path) -> None:
    if b"\x07" in content:
        raise KeyError("seven")


def _abort(content: bytes, folder: Path) -> None:
    if len(content) > 3:
        os.abort()


def _swallow(content: bytes, folder: Path) -> None:
    """Takes too much memory, and more than there is, and hides both."""
    _ = b"x" * (600 << 20)
    with contextlib.suppress(MemoryError):
        bytearray(1 << 40)


def _hang(content: bytes, folder: Path) -> None:
    while True:
        try:
            sum(range(1_000))
        except Exception:  # a handler that a watchdog must get past
            continue


BROKEN = {
    name: Parser(name, st.binary(), parse)
    for name, parse in (("raises", _raise), ("aborts", _abort), ("swallows", _swallow), ("hangs", _hang))
}

if __name__ == "__main__":
    work(BROKEN[sys.argv[1]], int(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4]))
