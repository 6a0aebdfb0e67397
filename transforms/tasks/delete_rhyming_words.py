"""Deletion of rhyming words."""

from typing import ClassVar, Literal

from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.tasks.deletion import DeletionTask


class DeleteRhymingWords(DeletionTask):
    """M random end words are deleted."""

    source: ClassVar[str] = "JCLS 2022, 3.4.1"
    task: Literal["delete_rhyming_words.v1"] = "delete_rhyming_words.v1"

    def pool(self, poem: AnnotatedPoem) -> list[int]:
        """The end words that have at least two letters."""
        return poem.deletable_last
