"""Random word deletion."""

from typing import ClassVar, Literal

from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.tasks.deletion import DeletionTask


class DeleteWords(DeletionTask):
    """M random words are deleted."""

    source: ClassVar[str] = "JCLS 2022, 3.4"
    task: Literal["delete_words.v1"] = "delete_words.v1"

    def pool(self, poem: AnnotatedPoem) -> list[int]:
        """Any word of at least two letters."""
        return poem.deletable
