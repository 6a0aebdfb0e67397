"""Run a function over the shards of a stage, in parallel, and commit the output of each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import apache_beam as beam

from versebench.storage.commit import ShardOutput, Sidecar, commit_shard, is_committed
from versebench.storage.run import Run
from versebench.transforms.mapping.failure import guarded
from versebench.transforms.mapping.metrics import count_committed, count_repeated, timed


class ShardTask(Protocol):
    """The work of a stage on one shard: read the inputs, return the tables.

    A task is pickled and sent to the workers, so it contains configuration only. What is costly to load is loaded
    there, on first use.
    """

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the output of a shard: the same at every call, whatever else runs."""
        ...


@runtime_checkable
class Releasable(Protocol):
    """A task that keeps a resource between shards, such as a model."""

    def release(self) -> None:
        """Release the resource."""
        ...


@dataclass
class MapShards(beam.PTransform):  # type: ignore[misc]
    """Makes and commits the shards of a run.

    Expects a PCollection of shard numbers and returns a PCollection of the numbers of committed shards. A shard that
    is already committed is not made again. A retry writes the same bytes, so it does not matter which write wins.

    Args:
      run: the run that the shards belong to.
      task: the work on one shard.
      hints: Beam's resource hints for the work, such as ``accelerator`` and ``min_ram``.

    Raises :class:`StageFailureError` if the work on a shard fails.
    """

    run: Run
    task: ShardTask
    hints: Mapping[str, str] = field(default_factory=dict)

    def expand(self, shards: beam.PCollection[int]) -> beam.PCollection[int]:
        """Break fusion first, so that the shards are spread over the workers, then commit each."""
        commit = beam.ParDo(_CommitShard(self.run, self.task)).with_resource_hints(**self.hints)
        return (
            shards
            | "SpreadShards" >> beam.Reshuffle()  # int
            | "CommitShard" >> commit  # int
        )


class _CommitShard(beam.DoFn):  # type: ignore[misc]
    def __init__(self, run: Run, task: ShardTask) -> None:
        self._run, self._task = run, task

    def process(self, shard: int) -> Iterator[int]:
        stage = self._run.stage
        if guarded(stage, f"shard {shard}", lambda: is_committed(self._run, shard)):
            count_repeated(stage)
        else:
            count_committed(stage, *guarded(stage, f"shard {shard}", lambda: self._commit(shard)))
        yield shard

    def _commit(self, shard: int) -> tuple[Sidecar, int, int]:
        """Commit a shard. Returns its sidecar, and the milliseconds of working and of writing."""
        output, work_ms = timed(lambda: self._task(shard))
        sidecar, write_ms = timed(lambda: commit_shard(self._run, shard, output))
        return sidecar, work_ms, write_ms

    def teardown(self) -> None:
        if isinstance(self._task, Releasable):
            self._task.release()
