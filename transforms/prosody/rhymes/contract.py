"""What finds rhymes promises, in any language."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from versebench.transforms.prosody.rhymes.verify import FARTHEST, Mismatch


class Rhymes(Protocol):
    """Finds the rhymes of lines, under one pronouncer and one set of settings."""

    def scheme(self, lines: Sequence[str]) -> str:
        """A letter for every line, as :func:`versebench.transforms.prosody.rhymes.groups.letters` gives them."""
        ...

    def mismatches(
        self, lines: Sequence[str], scheme: str, *, farthest: float = FARTHEST, groups_differ: bool = False
    ) -> Iterator[Mismatch]:
        """Every place where lines do not rhyme as a scheme such as AABBA asks; x stands for a line without rhyme.

        A pair of lines of one group that does not rhyme is a ``NO_RHYME`` of both; a rhyming line whose end word has
        no reading is one ``NO_PRONUNCIATION`` or ``ONLY_GUESSED``.
        """
        ...
