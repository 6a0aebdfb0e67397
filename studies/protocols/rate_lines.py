"""How fluent is each line, and how coherent with the line before it?"""

from collections.abc import Mapping, Sequence
from typing import Any

from versebench.studies.order import number_of
from versebench.studies.protocols.protocol import Answer, AnswerError, Form, LineGrade, Protocol, Told

GRADES = ("strong", "weak", "not")


class RateLines(Protocol):
    """A verse whose lines are graded strong, weak or not; a repeated line is not coherent, by rule.

    This is the procedure of the ghostwriting paper. A line without words is shown and not graded.
    """

    name = "rate_lines.v1"
    template = "_lines.html"
    source = "items"
    seconds = 120

    def check_item(self, item: Mapping[str, Any]) -> None:
        """The item has one text with at least one line."""
        if len(item["texts"]) != 1 or not item["texts"][0].strip():
            raise ValueError("needs one text with at least one line")

    def gold_of_item(self, item: Mapping[str, Any], told: Told) -> dict[str, Any]:
        """In place of the verse, the grade that all lines are to be given."""
        grade = GRADES[number_of("gold", item["item"]) % len(GRADES)]
        return {"texts": [told(f"{self.name}.check_{grade}")], "answer": grade}

    def lines(self, text: str) -> tuple[str, ...]:
        """The lines that are graded."""
        return tuple(line for line in text.split("\n") if line.strip())

    def read(self, form: Form, item: Mapping[str, Any], places: Sequence[int]) -> Answer:
        """A grade of fluency for each line, and from line 2 one of coherence."""
        lines = self.lines(item["texts"][0])
        grades = [_grade(form, number, lines) for number in range(1, len(lines) + 1)]
        right = None
        if item["answer"] is not None:
            right = {grade.fluency for grade in grades} | {grade.coherence for grade in grades[1:]} == {item["answer"]}
        return Answer("rated", correct=right, lines=tuple(grades))


def is_repeated(lines: tuple[str, ...], number: int) -> bool:
    """Whether a line, from 1, repeats the one before it; case and spaces aside."""
    return number > 1 and lines[number - 1].casefold().split() == lines[number - 2].casefold().split()


def _grade(form: Form, number: int, lines: tuple[str, ...]) -> LineGrade:
    ruled = is_repeated(lines, number)
    fluency = _value(form, "fluency", number)
    if number == 1:
        return LineGrade(number, fluency, None, ruled)
    coherence = "not" if ruled else _value(form, "coherence", number)
    return LineGrade(number, fluency, coherence, ruled)


def _value(form: Form, what: str, number: int) -> str:
    value = form.get(f"{what}-{number}", "")
    if value not in GRADES:
        raise AnswerError(f"{RateLines.name}.missing_{what}", line=number)
    return value
