"""The step between the two passes of sampling: find, for each task, the rank up to which poems are taken."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from versebench.pipelines.runners.runner import Runner, create
from versebench.pipelines.stages.stage import Committed
from versebench.storage import filesystem
from versebench.transforms.sampling.limits import note_path, read_rank_limits

if TYPE_CHECKING:
    import apache_beam as beam


def rank_limits(
    title: str, runner: Runner, eligible: Committed, sizes: Mapping[str, int], tasks: Iterable[str]
) -> dict[str, int]:
    """The rank limit of each task, kept in a note in the folder of the eligibility.

    Args:
        title: Title of the step, for progress.
        runner: Runs the graph, if notes are missing.
        eligible: The committed eligibility.
        sizes: Sample sizes of the tasks that do not take all poems.
        tasks: The labels of all tasks.
    """
    directory, shards = eligible.run.directory, eligible.run.shards
    notes = [note_path(directory, task, size) for task, size in sizes.items()]

    def build(pipeline: "beam.Pipeline") -> None:
        from versebench.transforms.sampling.sample import NoteRankLimits

        note = NoteRankLimits(directory, eligible.manifest, sizes)
        _ = create(pipeline, "EligibilityShards", range(shards)) | "NoteRankLimits" >> note

    def done() -> int:
        return elements * sum(filesystem.exists(note) for note in notes) // len(notes)

    elements = min(shards, len(notes))  # more processes would have nothing to do
    if not all(filesystem.exists(note) for note in notes):
        runner.run(title, elements, build, done)
    return read_rank_limits(directory, sizes, tasks)
