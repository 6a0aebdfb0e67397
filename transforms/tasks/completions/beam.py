"""Completion by beam search: one run a poem, and every hypothesis of the last beam counts (JCLS 2022, 3.5.2)."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import Field

from versebench.transforms.tasks.completions.complete_line import CompleteLine
from versebench.transforms.tasks.completions.keep import ONE_PER_END_WORD, Keeping
from versebench.transforms.tasks.completions.prompts import GenerationContext, PromptedPoem, SearchRuns
from versebench.transforms.tasks.registry import task


@task
class CompleteLineBeam(CompleteLine):
    """The last line is replaced by a rhyming one that beam search found after the lines before it."""

    title: ClassVar[str] = "Completed last line, beam search"
    source: ClassVar[str] = "JCLS 2022, 3.5.2"
    keep: ClassVar[Keeping] = ONE_PER_END_WORD
    task: Literal["complete_line_beam.v1"] = "complete_line_beam.v1"
    beams: int = Field(
        500, ge=1, description="k, the hypotheses that are kept at each step; the paper takes 500 to 700."
    )

    @property
    def hypotheses(self) -> int:
        """Those of the last beam."""
        return self.beams

    def search(self, asked: Sequence[PromptedPoem], asking: GenerationContext) -> list[SearchRuns | str]:
        """One run a poem."""
        return [[found] for found in asking.generator.beam([one.prompt for one in asked], self.beams)]
