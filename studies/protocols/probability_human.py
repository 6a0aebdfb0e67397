"""How probable is it that a human wrote this poem?"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from versebench.studies.order import number_of
from versebench.studies.protocols.protocol import Answer, AnswerError, Form, Protocol, Told


class ProbabilityHuman(Protocol):
    """A title and a poem; whole per cents without a preset value: the procedure of ProFTAP."""

    name = "probability_human.v1"
    template = "_probability.html"
    source = "items"
    seconds = 40

    def check_item(self, item: Mapping[str, Any]) -> None:
        """The item has one text and a writer."""
        if len(item["texts"]) != 1 or item["writer"] is None:
            raise ValueError("needs one text and its writer")

    def gold_of_item(self, item: Mapping[str, Any], told: Told) -> dict[str, Any]:
        """In place of the poem, the per cents that are to be given."""
        number = 5 * (number_of("gold", item["item"]) % 19 + 1)
        return {"texts": [told(f"{self.name}.check", number=number)], "answer": str(number)}

    def read(self, form: Form, item: Mapping[str, Any], places: Sequence[int]) -> Answer:
        """Whole per cents, 0 to 100; right or wrong where the page says which to give."""
        value = form.get("probability", "").strip()
        if not re.fullmatch("[0-9]{1,3}", value) or int(value) > 100:
            raise AnswerError(f"{self.name}.missing")
        correct = None if item["answer"] is None else str(int(value)) == item["answer"]
        return Answer(str(int(value)), probability=int(value) / 100, correct=correct)
