"""Random word deletion."""

from typing import ClassVar, Literal

from transforms.tasks.deletion import DeletionTask
from transforms.annotation.annotated_poem import AnnotatedPoem


class DeleteWords(DeletionTask):
    """M random words are deleted."""

    source: ClassVar[str] = "JCLS 2022, 3.4"
    task: Literal["delete_words.v1"] = "delete_words.v1"

    def pool(self, poem: AnnotatedPoem) -> list[int]:
        """Any word of at least two letters."""
        return poem.deletable
