"""Which of two texts is the original?"""

from collections.abc import Mapping, Sequence
from typing import Any

from versebench.studies.protocols.protocol import ORDINALS, Answer, Form, Message, Protocol


class ChooseOriginal(Protocol):
    """Both texts of a pair, of which one is the poet's: the procedure of the BPoMP papers."""

    name = "choose_original.v1"
    template = "_choose.html"
    source = "pairs"
    seconds = 30
    sides = 2
    chance = 0.5
    may_be_undecided = True

    def items_of_pair(self, pair: Mapping[str, Any]) -> list[dict[str, Any]]:
        """One item of two texts, the original first."""
        return [
            {
                "texts": [pair["original"], pair["corrupted"]],
                "text_ids": [pair["original_text_id"], pair["corrupted_text_id"]],
                "roles": ["original", "corrupted"],
                "answer": "first",
            }
        ]

    def gold_of_pair(self, pair: Mapping[str, Any], scrambled: str) -> dict[str, Any]:
        """The original beside a scrambled corruption."""
        [item] = self.items_of_pair(pair)
        return {**item, "texts": [pair["original"], scrambled]}

    def position(self, item: Mapping[str, Any], side: int) -> int:
        """The original stands first or second."""
        return side + 1

    def places(self, item: Mapping[str, Any], position: int, key: int) -> list[int]:
        """The two texts."""
        return [0, 1] if position == 1 else [1, 0]

    def read(self, form: Form, item: Mapping[str, Any], places: Sequence[int]) -> Answer:
        """The chosen text."""
        value = self.chosen(form, ORDINALS[:2])
        place = places[ORDINALS.index(value)]
        return Answer(ORDINALS[place], item["text_ids"][place], correct=ORDINALS[place] == item["answer"])

    def correction(self, item: Mapping[str, Any]) -> Message:
        """Which text is the poet's."""
        return self.opening(item["texts"][0])
