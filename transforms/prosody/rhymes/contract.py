"""The contract of rhymes, in any language."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from versebench.transforms.prosody.rhymes.verify import FARTHEST, Mismatch


class Rhymes(Protocol):
    """Finds the rhymes of lines, under one pronouncer and one set of settings."""

    def scheme(self, lines: Sequence[str]) -> str:
        """Returns a letter for every line, as :func:`versebench.transforms.prosody.rhymes.groups.letters` does."""
        ...

    def mismatches(
        self, lines: Sequence[str], scheme: str, *, farthest: float = FARTHEST, groups_differ: bool = False
    ) -> Iterator[Mismatch]:
        """Yields every place where lines break a scheme such as AABBA; x stands for a line that need not rhyme.

        Two lines of one group that do not rhyme give one ``NO_RHYME``. A line that must rhyme and whose end word has no
        pronunciation gives one ``NO_PRONUNCIATION`` or ``ONLY_GUESSED``.
        """
        ...
