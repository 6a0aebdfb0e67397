"""What the poems of one language are annotated by, and what stands in for a model that the language lacks."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from versebench.models.tagger.contract import Tagger
from versebench.models.tagger.contract import Token as TaggedToken
from versebench.models.thesaurus.contract import Candidate, Thesaurus
from versebench.transforms.prosody.stanza import Hearing

Sound = tuple[str, str, str, int]
"""Phones, origin, stresses and syllables of a word, as the annotation holds them."""


class NoTagger:
    """In place of a tagger that a language lacks: every word is left untagged, an X in the annotation."""

    name = "none"

    def tag(self, texts: Sequence[str]) -> list[list[TaggedToken]]:
        """No token of any text."""
        return [[] for _ in texts]


class NoThesaurus:
    """In place of a thesaurus that a language lacks: it holds no word."""

    name = "none"

    def synonyms(self, word: str, upos: str) -> tuple[Candidate, ...]:  # noqa: ARG002
        """No synonyms."""
        return ()

    def holds(self, word: str) -> bool:  # noqa: ARG002
        """False for every word."""
        return False


@dataclass
class Readers:
    """What the poems of one language are annotated by; remembers what was found of each word."""

    tagger: Tagger
    hearing: Hearing
    thesaurus: Thesaurus
    _sounds: dict[str, Sound] = field(default_factory=dict)
    _held: dict[str, bool] = field(default_factory=dict)

    def sound(self, word: str) -> Sound:
        """The sound of a word."""
        if word not in self._sounds:
            heard = self.hearing.pronunciations(word)
            usual = (" ".join(heard[0].phones), heard[0].origin, heard[0].stresses) if heard else ("", "", "")
            self._sounds[word] = *usual, self.hearing.syllables(word) or 0
        return self._sounds[word]

    def holds(self, word: str | None) -> bool:
        """Whether the thesaurus holds an end word."""
        if word is None:
            return False
        if word not in self._held:
            self._held[word] = self.thesaurus.holds(word)
        return self._held[word]
