"""An ear that remembers what it was asked."""

from collections.abc import Sequence

from versebench.models.pronunciation.contract import Pronunciation


class CountingPronouncer:
    """Says the same of every word, by default nothing."""

    name = "counting.v1"

    def __init__(self, *said: Pronunciation) -> None:
        self.asked: list[str] = []
        self._said = said

    def pronounce(self, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
        self.asked += words
        return [self._said for _ in words]
