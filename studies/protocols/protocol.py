"""What a protocol is: which items it asks about, what the page shows, and how a form becomes an answer."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from versebench.schemas.study_columns import UNDECIDED

Form = Mapping[str, str]
"""The fields of a form that a judge sent."""

ORDINALS = ("first", "second", "third", "fourth")
"""How forms spell the place of a choice on the page, and tables its place among the choices of the item."""

Told = Callable[..., str]
"""A message of the catalogue in all languages of a study, by its key and the values of its placeholders."""

_END_MARKS = " .,:;、。，：；"
"""Marks that a line which is quoted as the beginning of a text leaves out."""


@dataclass(frozen=True)
class Message:
    """What a judge reads: its key in the catalogue of each language, and the values of its placeholders."""

    key: str
    values: Mapping[str, str | int] = field(default_factory=dict)


class AnswerError(ValueError):
    """The form holds no complete answer. The message tells the judge what is missing."""

    def __init__(self, key: str, **values: str | int) -> None:
        super().__init__(f"{key} {values}" if values else key)
        self.message = Message(key, values)


@dataclass(frozen=True)
class LineGrade:
    """The grades of one line, from line 1. ``coherence`` is None for the first line."""

    line: int
    fluency: str
    coherence: str | None
    ruled: bool


@dataclass(frozen=True)
class Answer:
    """The answer of a judge, as the tables of an export spell it."""

    answer: str
    chosen_text_id: str | None = None
    probability: float | None = None
    correct: bool | None = None
    lines: tuple[LineGrade, ...] = ()


class Protocol(ABC):
    """A protocol with a versioned name. It never changes; a change of what judges see or answer is a new version.

    The catalogue of each language has its texts under keys that begin with its name.
    """

    name: ClassVar[str]
    template: ClassVar[str]
    source: ClassVar[Literal["pairs", "items"]]
    """Whether its items are made from the pairs of a release, or read from a table of items."""
    seconds: ClassVar[int]
    """Seconds that a plan reckons for one item."""
    sides: ClassVar[int] = 1
    """Places at which the right text can stand, or answers that are balanced for each judge."""
    chance: ClassVar[float | None] = None
    """Accuracy of blind guesses; None if no answer is right."""

    may_be_undecided: ClassVar[bool] = False
    """Whether a specification may let judges leave the choice open."""

    def items_of_pair(self, pair: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The fields of the items that a pair gives."""
        raise NotImplementedError(self.name)

    def gold_of_pair(self, pair: Mapping[str, Any], scrambled: str) -> dict[str, Any] | None:
        """The fields of an item that checks attention, with a scrambled corruption; None if there is none."""
        return None

    def gold_of_item(self, item: Mapping[str, Any], told: Told) -> dict[str, Any]:
        """The fields of an item that checks attention, made from an item of a table that nothing else shows."""
        raise NotImplementedError(self.name)

    def check_item(self, item: Mapping[str, Any]) -> None:
        """Raise ``ValueError`` if the protocol cannot show an item of a table of items."""
        raise NotImplementedError(self.name)

    def position(self, item: Mapping[str, Any], side: int) -> int:
        """Where on the page the right text stands, from 1, for a balanced side; 0 if no place is right."""
        return 0

    def places(self, item: Mapping[str, Any], position: int, key: int) -> list[int]:
        """The places of the shown texts in the item, in the order of the page; ``key`` draws what is left open."""
        return [0]

    def lines(self, text: str) -> tuple[str, ...]:
        """The lines of a text, as the page shows them."""
        return tuple(text.split("\n"))

    def answer(self, form: Form, item: Mapping[str, Any], places: Sequence[int], *, undecided: bool = False) -> Answer:
        """The answer in a form, which may be ``undecided``. Raises :class:`AnswerError`, as :meth:`read` does."""
        if undecided and form.get("answer") == UNDECIDED:
            return Answer(UNDECIDED, correct=False)
        return self.read(form, item, places)

    @abstractmethod
    def read(self, form: Form, item: Mapping[str, Any], places: Sequence[int]) -> Answer:
        """The answer in a form, whose page showed the texts in some order.

        Raises :class:`AnswerError` if it is incomplete or not one of the choices.
        """

    def correction(self, item: Mapping[str, Any]) -> Message:
        """What is said after an item for practice."""
        return Message("feedback.no_answer")

    def chosen(self, form: Form, choices: Sequence[str]) -> str:
        """The value of the field ``answer``, which must be one of the choices."""
        value = form.get("answer", "")
        if value not in choices:
            raise AnswerError(f"{self.name}.missing")
        return value

    def opening(self, text: str) -> Message:
        """The correction that quotes the first line of a text."""
        return Message(f"{self.name}.correction", {"line": text.split("\n", 1)[0].rstrip(_END_MARKS)})
