"""Completion by delayed beam search."""

from typing import ClassVar, Literal

from pydantic import Field

from versebench.transforms.tasks.complete_line import CompleteLine


class CompleteLineDelayedBeam(CompleteLine):
    """The last line is replaced by a rhyming one: its first tokens are sampled, and beam search finds the rest."""

    source: ClassVar[str] = "JCLS 2022, 3.5.3; Massarelli et al. 2019"
    sample: ClassVar[str | None] = "deletion.v1"
    task: Literal["complete_line_delayed_beam.v1"] = "complete_line_delayed_beam.v1"
    runs: int = Field(1000, ge=1, le=100_000, description="Searches for each poem, each with other sampled tokens.")
    beams: int = Field(5, ge=1, description="k, the hypotheses that a search keeps at each step.")
    sampled_tokens: int = Field(3, ge=1, description="How many tokens are sampled before beam search goes on.")
    top_p: float = Field(
        0.9, gt=0, le=1, description="Tokens are sampled from the fewest that have this probability together."
    )
