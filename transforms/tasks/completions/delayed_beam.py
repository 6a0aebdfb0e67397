"""Completion by delayed beam search: many runs per poem, each with its own random draws (JCLS 2022, 3.5.3)."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from pydantic import Field

from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.completions.complete_line import CompleteLine
from versebench.transforms.tasks.completions.keep import EVERY_TEXT, Keeping
from versebench.transforms.tasks.completions.prompts import GenerationContext, PromptedPoem, SearchRuns
from versebench.transforms.tasks.contract import Need
from versebench.transforms.tasks.registry import task
from versebench.transforms.text.draws import Draws


@task
class CompleteLineDelayedBeam(CompleteLine):
    """The last line is replaced by a rhyming one: its first tokens are sampled, and beam search finds the rest."""

    title: ClassVar[str] = "Completed last line, delayed beam search"
    source: ClassVar[str] = "JCLS 2022, 3.5.3; Massarelli et al. 2019"
    sample: ClassVar[str | None] = "deletion.v1"
    keep: ClassVar[Keeping] = EVERY_TEXT
    chooses_poems: ClassVar[frozenset[str]] = CompleteLine.chooses_poems | {"end_words_in_thesaurus"}
    task: Literal["complete_line_delayed_beam.v1"] = "complete_line_delayed_beam.v1"
    runs: int = Field(1000, ge=1, le=100_000, description="Searches for each poem, each with other sampled tokens.")
    beams: int = Field(5, ge=1, description="k, the hypotheses that a search keeps at each step.")
    sampled_tokens: int = Field(3, ge=1, description="How many tokens are sampled before beam search goes on.")
    end_words_in_thesaurus: int = Field(
        0,
        ge=0,
        description="How many end words of a poem the thesaurus must hold; JCLS 2022 asks for 3, as for deletions, "
        "with which it shares its sample.",
    )
    top_p: float = Field(
        0.9, gt=0, le=1, description="Tokens are sampled from the fewest that have this probability together."
    )

    @property
    def asking_behaviour(self) -> dict[str, Any]:
        """Also how many end words the thesaurus must hold, unless none need be there."""
        pool = {"end_words_in_thesaurus": self.end_words_in_thesaurus} if self.end_words_in_thesaurus else {}
        return {**super().asking_behaviour, **pool}

    @property
    def all_needs(self) -> frozenset[Need]:
        """The needs of the task; a thesaurus is needed only if poems are chosen by it."""
        thesaurus: frozenset[Need] = frozenset({"thesaurus"} if self.end_words_in_thesaurus else ())
        return self.needs | thesaurus

    def refuse(self, poem: AnnotatedPoem, sounds: SoundMemory) -> str | None:
        """Also ``end_words_not_in_thesaurus``: the poem is not in the pool of the deletion tasks."""
        if sum(poem.in_thesaurus) < self.end_words_in_thesaurus:
            return "end_words_not_in_thesaurus"
        return super().refuse(poem, sounds)

    @property
    def hypotheses(self) -> int:
        """The number of hypotheses in the last beams of all runs."""
        return self.runs * self.beams

    def search(self, asked: Sequence[PromptedPoem], asking: GenerationContext) -> list[SearchRuns | str]:
        """Search with many runs. Draws depend on seed, task, poem and run only, so more runs change no other."""
        draws = [
            [Draws(asking.seed, self.task, one.poem.work_id, run).uniform for run in range(self.runs)] for one in asked
        ]
        prompts = [one.prompt for one in asked]
        return list(
            asking.generator.delayed_beam(
                prompts, draws, beams=self.beams, sampled_tokens=self.sampled_tokens, top_p=self.top_p
            )
        )
