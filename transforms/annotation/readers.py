"""The models that annotate the poems of one language, and stand-ins for models that the language lacks."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from versebench.models.scanner.contract import Scanner
from versebench.models.tagger.contract import UNTAGGED, Tagger
from versebench.models.tagger.contract import Token as TaggedToken
from versebench.models.thesaurus.contract import Candidate, Thesaurus
from versebench.transforms.prosody.stanza import SoundMemory

Sound = tuple[str, str, str, int]
"""Phones, origin, stresses and number of syllables of a word, as the annotation stores them."""


class NoTagger:
    """Stands in for a tagger that a language lacks or a recipe does without: every word is an X in the annotation."""

    name = UNTAGGED

    def tag(self, texts: Sequence[str]) -> list[list[TaggedToken]]:
        """An empty list for each text."""
        return [[] for _ in texts]


class NoThesaurus:
    """Stands in for a thesaurus that a language lacks: it contains no word."""

    name = "none"

    def synonyms(self, word: str, upos: str) -> tuple[Candidate, ...]:  # noqa: ARG002
        """No synonyms."""
        return ()

    def holds(self, word: str) -> bool:  # noqa: ARG002
        """False for every word."""
        return False


@dataclass
class Readers:
    """The models that annotate the poems of one language, with a memory of the words that they were asked about."""

    tagger: Tagger
    sounds: SoundMemory
    thesaurus: Thesaurus
    scanner: Scanner | None = None
    """None if no scanner reads the language."""
    _sound_of: dict[str, Sound] = field(default_factory=dict)
    _held: dict[str, bool] = field(default_factory=dict)

    def sound(self, word: str) -> Sound:
        """The sound of a word by its most usual pronunciation; empty strings and 0 if it has none."""
        if word not in self._sound_of:
            usual = next(iter(self.sounds.pronunciations(word)), None)
            spoken = ("", "", "") if usual is None else (" ".join(usual.phones), usual.origin, usual.stresses)
            self._sound_of[word] = *spoken, self.sounds.syllables(word) or 0
        return self._sound_of[word]

    def holds(self, word: str | None) -> bool:
        """Whether the thesaurus contains an end word; False for None."""
        if word is None:
            return False
        if word not in self._held:
            self._held[word] = self.thesaurus.holds(word)
        return self._held[word]
