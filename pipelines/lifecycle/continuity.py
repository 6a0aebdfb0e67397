"""Continuity: what the previous release sampled, shard by shard, so that it is sampled first again."""

from collections.abc import Iterable
from dataclasses import dataclass

import pyarrow.compute as pc

from versebench.pipelines.lifecycle.previous import Previous
from versebench.pipelines.lifecycle.release_rows import ReleaseRows
from versebench.transforms.sampling.continuity import Edit
from versebench.transforms.sampling.limits import sample_sizes
from versebench.transforms.tasks.contract import Task
from versebench.transforms.tasks.model_task import ModelTask


@dataclass(frozen=True)
class PreviousPairs:
    """The edits that were pairs of the previous release, in as many shards as the corpus has now."""

    rows: ReleaseRows
    shards: int

    def __call__(self, shard: int) -> frozenset[Edit]:
        """The edits in a shard."""
        key = ("work_id", "task", "edit")
        pairs = self.rows.shard("pairs", shard, self.shards, key)
        return frozenset(zip(*(pairs.column(name).to_pylist() for name in key), strict=True))

    @property
    def content_hash(self) -> str:
        """The content hash of the pairs, which enters run ids so that the folder of the release does not."""
        return self.rows.manifest.tables["pairs"].content_hash


@dataclass(frozen=True)
class PreviousAttempts:
    """The works about which models were asked for the previous release, in as many shards as the corpus has now."""

    rows: ReleaseRows
    shards: int

    def __call__(self, shard: int) -> frozenset[tuple[str, str]]:
        """The works in a shard, each with the name of its candidates."""
        attempts = self.rows.shard("attempts", shard, self.shards, ("work_id", "task", "reason"))
        asked = attempts.filter(pc.is_null(attempts.column("reason")))
        return frozenset(zip(*(asked.column(name).to_pylist() for name in ("work_id", "task")), strict=True))

    @property
    def content_hash(self) -> str:
        """The content hash of the attempts."""
        return self.rows.manifest.tables["attempts"].content_hash


def previous_pairs(previous: Previous | None, tasks: Iterable[Task], shards: int) -> PreviousPairs | None:
    """The pairs to sample first; None without earlier pairs, or if every task takes all pairs anyway."""
    if previous is None or "pairs" not in previous.manifest.tables or not sample_sizes(tasks):
        return None
    return PreviousPairs(previous.rows, shards)


def previous_attempts(previous: Previous | None, tasks: Iterable[ModelTask], shards: int) -> PreviousAttempts | None:
    """The works to ask about first; None without earlier attempts, or if models are asked about all poems anyway."""
    some = any(task.poems != "all" for task in tasks)
    if previous is None or "attempts" not in previous.manifest.tables or not some:
        return None
    return PreviousAttempts(previous.rows, shards)
