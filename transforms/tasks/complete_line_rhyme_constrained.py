"""Completion under the constraints of rhyme and metre."""

from typing import ClassVar, Literal

from pydantic import Field

from versebench.transforms.tasks.complete_line import CompleteLine


class CompleteLineRhymeConstrained(CompleteLine):
    """The last line is replaced by one that was searched for among those that rhyme and have the metre's length."""

    source: ClassVar[str] = "versebench"
    task: Literal["complete_line_rhyme_constrained.v1"] = "complete_line_rhyme_constrained.v1"
    beams: int = Field(64, ge=1, description="How many beginnings of a line are kept at each step.")
    syllables_apart: int = Field(
        1, ge=0, description="By how many syllables the line may be shorter or longer than those that it rhymes with."
    )
