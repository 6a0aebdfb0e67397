"""What a fuzzed parser is: where its inputs come from, and what may come of one."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hypothesis.strategies import SearchStrategy

LONGEST_MESSAGE = 100_000
"""Characters of a message: it may repeat its input now and then, and no more."""


@dataclass(frozen=True)
class Parser:
    """A parser under test.

    ``parse`` takes an input and an empty folder to write in. It returns for a good input and for one that is refused as
    documented; whatever it raises is a finding. ``examples`` is how many inputs ``make test`` tries.
    """

    name: str
    inputs: SearchStrategy[bytes]
    parse: Callable[[bytes, Path], None]
    examples: int = 100


def check_message(message: str, *named: object) -> None:
    """Fails where a message does not name what it should, or is none that a terminal can show."""
    missing = [str(name) for name in named if str(name) not in message]
    assert not missing, f"a message that does not name {missing}: {message[:500]!a}"
    assert len(message) <= LONGEST_MESSAGE, f"a message of {len(message)} characters: {message[:500]!a}"


def check_utf8(*texts: str) -> None:
    """Fails where a text cannot be written as UTF-8, as every table and report has to be."""
    for text in texts:
        text.encode()
