"""Has this text been altered?"""

from collections.abc import Mapping, Sequence
from typing import Any

from versebench.studies.protocols.protocol import Answer, Form, Message, Protocol


class AlteredOrNot(Protocol):
    """One text of a pair, alone. Half of the texts that a judge meets are altered; a judge meets one of each pair."""

    name = "altered_or_not.v1"
    template = "_yes_no.html"
    source = "pairs"
    seconds = 20
    sides = 2
    chance = 0.5

    def items_of_pair(self, pair: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Two items of one text each."""
        return [
            {"texts": [pair[role]], "text_ids": [pair[f"{role}_text_id"]], "roles": [role], "answer": answer}
            for role, answer in (("original", "no"), ("corrupted", "yes"))
        ]

    def gold_of_pair(self, pair: Mapping[str, Any], scrambled: str) -> dict[str, Any]:
        """A scrambled corruption, which has been altered."""
        return {**self.items_of_pair(pair)[1], "texts": [scrambled]}

    def read(self, form: Form, item: Mapping[str, Any], places: Sequence[int]) -> Answer:
        """Yes or no."""
        value = self.chosen(form, ("yes", "no"))
        return Answer(value, correct=value == item["answer"])

    def correction(self, item: Mapping[str, Any]) -> Message:
        """Whether the text was altered."""
        return Message(f"{self.name}.{'altered' if item['answer'] == 'yes' else 'original'}")
