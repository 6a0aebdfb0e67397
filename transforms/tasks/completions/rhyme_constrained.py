"""Completion under the constraints of rhyme and metre: one run a poem."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import Field

from versebench.transforms.tasks.completions.complete_line import CompleteLine, rhyming_lines
from versebench.transforms.tasks.completions.keep import ONE_PER_END_WORD, Keeping
from versebench.transforms.tasks.completions.prompts import GenerationContext, PromptedPoem, SearchRuns
from versebench.transforms.tasks.registry import task


@task
class CompleteLineRhymeConstrained(CompleteLine):
    """The last line is replaced by one that was searched for among those that rhyme and have the metre's length."""

    title: ClassVar[str] = "Completed last line, search for rhyme and metre"
    source: ClassVar[str] = "versebench"
    keep: ClassVar[Keeping] = ONE_PER_END_WORD
    task: Literal["complete_line_rhyme_constrained.v1"] = "complete_line_rhyme_constrained.v1"
    beams: int = Field(64, ge=1, description="How many beginnings of a line are kept at each step.")
    syllables_apart: int = Field(
        1, ge=0, description="By how many syllables the line may be shorter or longer than those that it rhymes with."
    )

    @property
    def hypotheses(self) -> int:
        """Those of the last beam."""
        return self.beams

    def search(self, asked: Sequence[PromptedPoem], asking: GenerationContext) -> list[SearchRuns | str]:
        """Nothing is searched if there is ``no_rhyming_word``."""
        from versebench.transforms.tasks.completions.metre import metre  # loads the dictionaries
        from versebench.transforms.tasks.completions.rhyming_words import rhyming_words

        lines = [[one.poem.line_text(line) for line in rhyming_lines(one.poem)] for one in asked]
        endings = [rhyming_words(mine, asking.sounds, repeated_end_word=self.repeated_end_word) for mine in lines]
        able = [place for place, words in enumerate(endings) if words]
        found = asking.generator.rhyme_constrained(
            [asked[place].prompt for place in able],
            [endings[place] for place in able],
            [metre(lines[place], asking.sounds, self.syllables_apart) for place in able],
            beams=self.beams,
        )
        searched: dict[int, SearchRuns] = {place: [hypotheses] for place, hypotheses in zip(able, found, strict=True)}
        return [searched.get(place, "no_rhyming_word") for place in range(len(asked))]
