"""Run a stage over shards: skip the committed ones, make the others, commit the run."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from versebench.pipelines.runners import interrupt
from versebench.pipelines.runners.runner import Runner, create
from versebench.storage import filesystem
from versebench.storage.commit import Sidecar, committed_sidecar, read_sidecar
from versebench.storage.manifest import Manifest, assemble, read_run_manifest, write_manifest
from versebench.storage.run import Run, run_id

if TYPE_CHECKING:
    import apache_beam as beam

    from versebench.transforms.mapping.map_shards import ShardTask

_READERS = 16
"""Threads that read sidecars and the files that they commit."""


@dataclass(frozen=True)
class Committed:
    """A committed run of a stage."""

    run: Run
    manifest: Manifest
    made: bool
    """Whether this call made it; False if it was committed before."""


def stage_run(root: str, stage: str, shards: int, inputs: Mapping[str, Any]) -> Run:
    """The run of a stage, whose id is a hash of the arguments.

    ``inputs`` must contain everything that can change a byte of the run: versions of code and tables, settings, and
    content hashes of the tables that it reads. The manifest records it as ``made_of``.
    """
    return Run(root, stage, run_id({"stage": stage, "shards": shards, "made_of": inputs}), shards)


def run_stage(
    run: Run,
    inputs: Mapping[str, Any],
    task: "ShardTask",
    runner: Runner,
    hints: Mapping[str, str] | None = None,
    *,
    title: str | None = None,
) -> Committed:
    """Make the missing shards of a run and commit it, unless it is committed already.

    A shard whose files are not those that its sidecar commits is made again. Raises
    :class:`versebench.storage.commit.DamagedShardError` if the folder contains the manifest of another run.

    Args:
        run: The run, as :func:`stage_run` gives it.
        inputs: What the run id follows from.
        task: Makes one shard.
        runner: Runs the graph.
        hints: Beam's resource hints for the work.
        title: What its progress is called; the name of the stage if not given.
    """
    interrupt.check()
    runner.used.append(run.directory)
    filesystem.sweep(run.directory)
    if (manifest := read_run_manifest(run, inputs)) is not None:
        runner.log.skipped(run.stage, run.directory)
        return Committed(run, manifest, made=False)
    committed = _sidecars(run, range(run.shards), committed_sidecar)
    pending = sorted(set(range(run.shards)) - {sidecar.shard for sidecar in committed})

    def build(pipeline: "beam.Pipeline") -> None:
        from versebench.transforms.mapping.map_shards import MapShards

        _ = create(pipeline, "PendingShards", pending) | "MapShards" >> MapShards(run, task, hints or {})

    if pending:
        runner.run(title or run.stage, len(pending), build, lambda: len(pending) - (run.shards - _committed(run)))
    manifest = assemble(run, inputs, [*committed, *_sidecars(run, pending, read_sidecar)])
    write_manifest(run, manifest)
    return Committed(run, manifest, made=True)


def _sidecars(run: Run, shards: Sequence[int], read: Callable[[Run, int], Sidecar | None]) -> list[Sidecar]:
    """The sidecars of some shards; shards that are not committed are left out."""
    names = set(filesystem.list_names(run.directory))
    listed = [shard for shard in shards if run.sidecar_name(shard) in names]
    # On an object store each read is a round trip.
    with ThreadPoolExecutor(_READERS) as readers:
        sidecars = readers.map(lambda shard: read(run, shard), listed)
        return [sidecar for sidecar in sidecars if sidecar is not None]


def _committed(run: Run) -> int:
    return sum(name.startswith("shard-") and name.endswith(".json") for name in filesystem.list_names(run.directory))
