"""Settings of rhyme: accent, older verse, guesses."""

from dataclasses import dataclass
from enum import StrEnum


class Accent(StrEnum):
    """The accent in which words rhyme."""

    AMERICAN = "american"
    BRITISH = "british"


@dataclass(frozen=True, slots=True)
class RhymeSettings:
    """What counts as the same sound."""

    accent: Accent = Accent.AMERICAN
    """Decides vowels, and R at the end of a syllable. British variants count in addition to the American ones."""
    historical: bool = False
    """Whether rhymes that were good, or usage, from Shakespeare to Housman count: love/prove, join/line, obey/tea."""
    guesses: bool = True
    """Whether a pronunciation that a model guessed counts."""


AMERICAN = RhymeSettings()
BRITISH = RhymeSettings(Accent.BRITISH)
VERSE = RhymeSettings(historical=True)
"""American, with the rhymes of older verse."""
