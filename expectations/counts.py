"""Counts of a whole run that no shard can see."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StageCount:
    """Rows that a stage read, wrote and refused."""

    stage: str
    rows_in: int
    rows_out: int
    rejected: int

    @property
    def accounted(self) -> int:
        """Rows of which it is known what became of them."""
        return self.rows_out + self.rejected


@dataclass(frozen=True, slots=True)
class TaskCount:
    """What became of the poems of a task; ``edits`` are the edits that it may make of each poem."""

    task: str
    edits: int
    poems: int
    pairs: int
    not_sampled: int
    not_applicable: int

    @property
    def expected(self) -> int:
        """Outcomes that there must be."""
        return self.poems * self.edits

    @property
    def accounted(self) -> int:
        """Outcomes that there are."""
        return self.pairs + self.not_sampled + self.not_applicable


STAGE_COLUMNS = ("stage", "rows_in", "rows_out", "rejected", "accounted")
TASK_COLUMNS = ("task", "edits", "poems", "pairs", "not_sampled", "not_applicable", "expected", "accounted")

COLUMNS = {"conservation": STAGE_COLUMNS, "task_conservation": TASK_COLUMNS}
"""Columns of the frame of each suite of counts; the first is its key."""
