"""Random word deletion."""

from typing import ClassVar, Literal

from pydantic import Field

from transforms.corruptions.contract import Corruption, NotApplicable, Task
from transforms.corruptions.deletion import deletable, delete_some
from transforms.corruptions.poem import AnnotatedPoem
from transforms.draws import Draws


class DeleteWords(Task):
    """M random words are deleted."""

    source: ClassVar[str] = "JCLS 2022, 3.4"
    sample: ClassVar[str | None] = "deletion.v1"
    reduction: ClassVar[Literal["sum", "mean"]] = "mean"
    task: Literal["delete_words.v1"] = "delete_words.v1"
    words: int = Field(description="M, the number of words that are deleted.", ge=1)

    def corrupt(self, poem: AnnotatedPoem, draws: Draws) -> Corruption | NotApplicable:
        """Any M words of at least two letters."""
        return delete_some(poem, deletable(poem), self.words, draws)
