"""Deletion of words that do not rhyme: the control of the rhyming deletion."""

from typing import ClassVar, Literal

from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.tasks.deletion import DeletionTask


class DeleteNonrhymingWords(DeletionTask):
    """M random words that end no line are deleted."""

    source: ClassVar[str] = "JCLS 2022, 3.4.1"
    task: Literal["delete_nonrhyming_words.v1"] = "delete_nonrhyming_words.v1"

    def pool(self, poem: AnnotatedPoem) -> list[int]:
        """The words of at least two letters that are not at the end of a line."""
        return poem.deletable_others
