"""How probable is it that a human wrote this poem?"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from versebench.studies.protocols.protocol import Answer, AnswerError, Form, Protocol


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

    def read(self, form: Form, item: Mapping[str, Any], places: Sequence[int]) -> Answer:
        """Whole per cents, 0 to 100."""
        value = form.get("probability", "").strip()
        if not re.fullmatch("[0-9]{1,3}", value) or int(value) > 100:
            raise AnswerError(f"{self.name}.missing")
        return Answer(str(int(value)), probability=int(value) / 100)
