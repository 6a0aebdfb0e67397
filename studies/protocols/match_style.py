"""Which of four verses is by the author of another verse?"""

from collections.abc import Mapping, Sequence
from typing import Any

from versebench.studies.order import shuffled
from versebench.studies.protocols.protocol import ORDINALS, Answer, Form, Message, Protocol, Told

CHOICES = 4


class MatchStyle(Protocol):
    """A verse and four others, of which one is by the same author: the procedure of the ghostwriting paper."""

    name = "match_style.v1"
    template = "_style.html"
    source = "items"
    seconds = 90
    sides = CHOICES
    chance = 1 / CHOICES

    def check_item(self, item: Mapping[str, Any]) -> None:
        """The item has the judged verse first, then four others, of which one is the target."""
        roles = list(item["roles"])
        if roles[:1] != ["evaluated"] or sorted(roles[1:]) != ["other"] * (CHOICES - 1) + ["target"]:
            raise ValueError("needs the verse that is judged first, then a target and three others")
        if item["answer"] != ORDINALS[roles.index("target") - 1]:
            raise ValueError("has an answer that does not name its target, as first, second, third or fourth")

    def gold_of_item(self, item: Mapping[str, Any], told: Told) -> dict[str, Any]:
        """The target is the judged verse itself without its last line."""
        texts, target = list(item["texts"]), item["roles"].index("target")
        lines = texts[0].rstrip("\n").split("\n")
        if len(lines) == 1:
            raise ValueError("has a verse of one line, so it cannot check attention; leave it out")
        texts[target] = "\n".join(lines[:-1])
        return {"texts": texts}

    def position(self, item: Mapping[str, Any], side: int) -> int:
        """The target stands at each of the four places equally often."""
        return side + 1

    def places(self, item: Mapping[str, Any], position: int, key: int) -> list[int]:
        """The judged verse, followed by the four others."""
        target = item["roles"].index("target")
        others = shuffled([place for place in range(1, CHOICES + 1) if place != target], item["item"], key)
        return [0, *others[: position - 1], target, *others[position - 1 :]]

    def read(self, form: Form, item: Mapping[str, Any], places: Sequence[int]) -> Answer:
        """The chosen verse."""
        value = self.chosen(form, ORDINALS)
        place = places[ORDINALS.index(value) + 1]
        answer = ORDINALS[place - 1]
        return Answer(answer, item["text_ids"][place], correct=answer == item["answer"])

    def correction(self, item: Mapping[str, Any]) -> Message:
        """Which verse is by the same author."""
        return self.opening(item["texts"][item["roles"].index("target")])
