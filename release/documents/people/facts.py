"""What the pages say about the people who judged what a release holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from versebench.release.templates.matrices import Column

Row = Mapping[str, Any]

PAIR_PROTOCOLS = {"choose_original.v1": "choice of the original", "altered_or_not.v1": "altered or not"}
"""Protocols whose accuracies stand beside those of models, with what judges were asked."""


@dataclass(frozen=True)
class StudyFacts:
    """A study: its name, its id, how many judges answered, and what of their answers is in the release."""

    name: str
    study: str
    judges: int
    released: int
    attention: int
    not_in_release: int


@dataclass(frozen=True)
class PeopleFacts:
    """The rows of the tables of judges without excluded judgements; ``simulated`` if programs answered.

    ``correlations`` are those of the ghostwriting paper's Table 4, over artists.
    """

    studies: tuple[StudyFacts, ...]
    simulated: bool
    results: tuple[Row, ...]
    comparisons: tuple[Row, ...]
    confusions: tuple[Row, ...]
    roc: tuple[Row, ...]
    calibration: tuple[Row, ...]
    cues: tuple[Row, ...] = ()
    correlations: tuple[Row, ...] = ()

    @property
    def judges(self) -> str:
        """What the pages call those who answered."""
        return "simulated judges" if self.simulated else "judges"

    def named(self, study: str) -> StudyFacts:
        """A study by its id."""
        return next(each for each in self.studies if each.study == study)

    def figures(self, study: str, protocol: str, task: str | None = None) -> list[Row]:
        """The figures about all judges of a study, of all tasks or one."""
        here = [row for row in self.results if (row["study"], row["protocol"]) == (study, protocol)]
        return [row for row in here if row["group"] == "all" and task in (None, row["task"])]


@dataclass(frozen=True)
class ReaderRow:
    """A row of readers in a table of results: the accuracies of one study by task."""

    name: str
    cells: Mapping[str, Row]

    def judged(self, columns: Sequence[Column]) -> bool:
        """Whether the study has a figure for one of the columns of a table."""
        return any(column.task in self.cells for column in columns)


def reader_rows(people: PeopleFacts | None) -> list[ReaderRow]:
    """A row for each study and protocol of pairs."""
    if people is None:
        return []
    kind = "Simulated readers" if people.simulated else "Readers"
    rows = []
    for study in people.studies:
        for protocol, asked in PAIR_PROTOCOLS.items():
            figures = people.figures(study.study, protocol)
            cells = {row["task"]: row for row in figures if row["measure"] == "accuracy"}
            if cells:
                judges = max(row["judges"] for row in cells.values())
                rows.append(ReaderRow(f"{kind} ({study.name}, {judges} judges, {asked})", cells))
    return rows
