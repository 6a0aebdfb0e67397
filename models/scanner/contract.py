"""The contract of a scanner: words of lines in; metre, beats and readings out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from versebench.models.pronunciation.contract import Pronunciation

BEAT, REST = "+", "-"
"""The signs of a pattern: a syllable with a beat, and one without."""


@dataclass(frozen=True, slots=True)
class VerseWord:
    """A word of a line: its spelling, pronunciations (the most usual first), and universal part of speech.

    ``upos`` is empty if the word was not tagged. ``pause``: a mark follows, or a dash parts it from the next word.
    """

    text: str
    pronunciations: tuple[Pronunciation, ...]
    upos: str = ""
    pause: bool = False


VerseLine = Sequence[VerseWord]
Stanza = Sequence[VerseLine]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a line: the pattern of each word, and the cost in thousandths of a nat.

    A word that has no pronunciation, or loses its only syllable to the next word, has an empty pattern.
    """

    words: tuple[str, ...]
    cost: int

    @property
    def pattern(self) -> str:
        """A sign for each syllable of the line."""
        return "".join(self.words)

    @property
    def beats(self) -> int:
        """How many syllables bear a beat."""
        return self.pattern.count(BEAT)


@dataclass(frozen=True, slots=True)
class ScannedVerse:
    """The readings of a line, the best first; without any, ``reason`` states why.

    ``gap`` is how much more the second pattern costs than the first, as far as the scanner looked for one; None if it
    found no other.
    """

    readings: tuple[Reading, ...]
    gap: int | None = None
    reason: str = ""

    @property
    def best(self) -> Reading | None:
        """The first reading."""
        return self.readings[0] if self.readings else None


@dataclass(frozen=True, slots=True)
class Scansion:
    """The metre of a poem and the readings of its lines.

    ``beats`` are those of the lines of a stanza; they repeat: (5,), (4, 3), (3, 3, 2, 2, 3). It is empty if lines have
    no regular number of beats. ``margin`` is how much more a line costs, on average, in the next best metre, in
    thousandths of a nat; None if one metre was asked for. Without a metre, ``reason`` states why.
    """

    metre: str
    beats: tuple[int, ...]
    margin: int | None
    stanzas: tuple[tuple[ScannedVerse, ...], ...]
    reason: str = ""


class Scanner(Protocol):
    """Finds the metre of a poem and the beats of its lines."""

    @property
    def name(self) -> str:
        """The versioned name. It changes with the behaviour."""
        ...

    @property
    def metres(self) -> tuple[str, ...]:
        """The metres that it knows."""
        ...

    def scan(self, stanzas: Sequence[Stanza], metre: str | None = None) -> Scansion:
        """Scan the stanzas of a poem, in a metre if one is given.

        Raises:
            ValueError: The metre is unknown.
        """
        ...
