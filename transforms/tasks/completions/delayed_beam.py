"""Completion by delayed beam search: many runs a poem, each with random draws of its own (JCLS 2022, 3.5.3)."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import Field

from versebench.transforms.tasks.completions.complete_line import CompleteLine
from versebench.transforms.tasks.completions.keep import EVERY_TEXT, Keeping
from versebench.transforms.tasks.completions.prompts import GenerationContext, PromptedPoem, SearchRuns
from versebench.transforms.tasks.registry import task
from versebench.transforms.text.draws import Draws


@task
class CompleteLineDelayedBeam(CompleteLine):
    """The last line is replaced by a rhyming one: its first tokens are sampled, and beam search finds the rest."""

    title: ClassVar[str] = "Completed last line, delayed beam search"
    source: ClassVar[str] = "JCLS 2022, 3.5.3; Massarelli et al. 2019"
    sample: ClassVar[str | None] = "deletion.v1"
    keep: ClassVar[Keeping] = EVERY_TEXT
    task: Literal["complete_line_delayed_beam.v1"] = "complete_line_delayed_beam.v1"
    runs: int = Field(1000, ge=1, le=100_000, description="Searches for each poem, each with other sampled tokens.")
    beams: int = Field(5, ge=1, description="k, the hypotheses that a search keeps at each step.")
    sampled_tokens: int = Field(3, ge=1, description="How many tokens are sampled before beam search goes on.")
    top_p: float = Field(
        0.9, gt=0, le=1, description="Tokens are sampled from the fewest that have this probability together."
    )

    @property
    def hypotheses(self) -> int:
        """Those of the last beam of every run."""
        return self.runs * self.beams

    def search(self, asked: Sequence[PromptedPoem], asking: GenerationContext) -> list[SearchRuns | str]:
        """A stream of draws is of seed, task, poem and run alone: more runs leave the first ones as they are."""
        draws = [
            [Draws(asking.seed, self.task, one.poem.work_id, run).uniform for run in range(self.runs)] for one in asked
        ]
        prompts = [one.prompt for one in asked]
        return list(
            asking.generator.delayed_beam(
                prompts, draws, beams=self.beams, sampled_tokens=self.sampled_tokens, top_p=self.top_p
            )
        )
