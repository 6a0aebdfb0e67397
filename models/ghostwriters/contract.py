"""The contract of a ghostwriter: a generator that gets the verses of one artist and writes verses in that style.

A generated verse depends on the verses, the artist's name, the seed, the settings, and its own point and number alone.
It never depends on which other verses are written in the same call.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import Field

from versebench.schemas.settings import Settings

Lines = tuple[tuple[str, ...], ...]
"""A verse: its lines, each a tuple of tokens."""

Split = Callable[[str], Sequence[str]]
"""From a line to its tokens."""

Ended = Literal["verse", "length"]
"""What ended a generated verse: the end of a verse, which the generator wrote, or the greatest number of tokens."""


class GhostwriterError(Exception):
    """A generator cannot write for an artist; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class GeneratedVerse:
    """A verse that a generator wrote.

    ``point_value`` is what the generator was set to: the order of n-grams, or the iteration of its training.
    ``number`` counts the verses of that point from 0. Of ends of lines that follow each other only the first counts,
    so that no line is empty; a verse that ends at once has no line.
    """

    generator: str
    artist: str
    point_value: int
    number: int
    lines: Lines
    ended: Ended


class GhostwriterSettings(Settings):
    """A generator in a recipe. A new generator is a subclass with the decorator ``ghostwriter``."""

    most_tokens: int | None = Field(
        None,
        ge=1,
        description="Most tokens of a generated verse, without the ends of lines; the longest verse of the artist if "
        "not set.",
    )

    title: ClassVar[str]
    """Display name of the generator."""

    generator: str
    """Versioned name of the generator in the registry."""

    @property
    @abstractmethod
    def points(self) -> tuple[tuple[int, int], ...]:
        """The points at which verses are written, in order, each with its number of verses."""

    @abstractmethod
    def write(self, artist: str, verses: Sequence[Lines], seed: int, folder: Path) -> Iterator[GeneratedVerse]:
        """Write the verses of all points, in order. Raises :class:`GhostwriterError`.

        ``folder`` is the artist's own folder on a local disk, in which a generator that trains keeps checkpoints. If
        it holds checkpoints of the same work, the generator continues from them, and returns the same verses.
        """

    def write_from_texts(
        self, artist: str, texts: Sequence[str], split: Split, seed: int, folder: Path
    ) -> Iterator[GeneratedVerse]:
        """Write from verses as the artist wrote them; ``split`` gives the tokens of a line.

        Only generators that read more than tokens have a method of their own.
        """
        return self.write(artist, [in_lines(text, split) for text in texts], seed, folder)

    def files(self) -> Mapping[str, str]:
        """What the verses depend on beside the settings: the hash of each file or folder that the settings name."""
        return {}

    def longest(self, verses: Sequence[Lines]) -> int:
        """The most tokens of a generated verse, given the artist's verses."""
        return self.most_tokens or max((sum(map(len, verse)) for verse in verses), default=0)


def in_lines(text: str, split: Split) -> Lines:
    """The tokens of a verse; lines without a token are left out."""
    return tuple(line for line in (tuple(split(each)) for each in text.split("\n")) if line)
