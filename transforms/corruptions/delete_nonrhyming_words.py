"""Deletion of words that do not rhyme: the control of the rhyming deletion."""

from typing import ClassVar, Literal

from pydantic import Field

from transforms.corruptions.contract import Corruption, NotApplicable, Task
from transforms.corruptions.deletion import deletable, delete_some
from transforms.corruptions.poem import AnnotatedPoem
from transforms.draws import Draws


class DeleteNonrhymingWords(Task):
    """M random words that end no line are deleted."""

    source: ClassVar[str] = "JCLS 2022, 3.4.1"
    sample: ClassVar[str | None] = "deletion.v1"
    reduction: ClassVar[Literal["sum", "mean"]] = "mean"
    task: Literal["delete_nonrhyming_words.v1"] = "delete_nonrhyming_words.v1"
    words: int = Field(description="M, the number of words that are deleted.", ge=1)

    def corrupt(self, poem: AnnotatedPoem, draws: Draws) -> Corruption | NotApplicable:
        """M words of at least two letters that are not at the end of a line."""
        ends = set(poem.last_tokens.values())
        return delete_some(poem, [token for token in deletable(poem) if token not in ends], self.words, draws)
