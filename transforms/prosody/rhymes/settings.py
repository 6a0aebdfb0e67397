"""Settings of rhyme: accent, older verse, guesses."""

from dataclasses import asdict, dataclass
from enum import StrEnum


class Accent(StrEnum):
    """The accent in which words rhyme."""

    AMERICAN = "american"
    BRITISH = "british"
    EITHER = "either"

    @property
    def has_british(self) -> bool:
        """Whether British variants count."""
        return self is not Accent.AMERICAN


class Edition(StrEnum):
    """The rules by which words rhyme. The rules of an edition never change."""

    FIRST = "rhymes.v1"
    SECOND = "rhymes.v2"


@dataclass(frozen=True, slots=True)
class RhymeSettings:
    """What counts as the same sound."""

    accent: Accent = Accent.AMERICAN
    """Decides vowels, and R at the end of a syllable. British variants count in addition to the American ones, so that
    ``EITHER`` is another name for ``BRITISH``."""
    historical: bool = False
    """Whether rhymes that were good, or usage, from Shakespeare to Housman count: love/prove, join/line, obey/tea."""
    guesses: bool = True
    """Whether a pronunciation that a model guessed counts."""
    edition: Edition = Edition.FIRST
    """``SECOND``: rhymes from the primary stress too, mosaic rhymes on any monosyllable, -nts as -ns, unstressed full
    vowels that the verse stresses, and monorhymes that are no couplets."""

    def described(self) -> dict[str, object]:
        """The settings for the id of a run; the first edition is not named, so that ids of older runs stay."""
        return {name: value for name, value in asdict(self).items() if value != Edition.FIRST}

    @property
    def is_second(self) -> bool:
        """Whether the rules are those of the second edition."""
        return self.edition is Edition.SECOND


AMERICAN = RhymeSettings()
BRITISH = RhymeSettings(Accent.BRITISH)
EITHER = RhymeSettings(Accent.EITHER, edition=Edition.SECOND)
"""Either accent, by the rules of the second edition."""
VERSE = RhymeSettings(historical=True)
"""American, with the rhymes of older verse."""
VERSE_2 = RhymeSettings(Accent.AMERICAN, historical=True, edition=Edition.SECOND)
"""The same, by the rules of the second edition."""
