"""Completion by beam search."""

from typing import ClassVar, Literal

from pydantic import Field

from versebench.transforms.tasks.complete_line import CompleteLine


class CompleteLineBeam(CompleteLine):
    """The last line is replaced by a rhyming one that beam search found after the lines before it."""

    source: ClassVar[str] = "JCLS 2022, 3.5.2"
    task: Literal["complete_line_beam.v1"] = "complete_line_beam.v1"
    beams: int = Field(
        500, ge=1, description="k, the hypotheses that are kept at each step; the paper takes 500 to 700."
    )
