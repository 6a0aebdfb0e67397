"""How the graphs of a command are run. Beam is imported when the first graph is built, as that takes seconds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from versebench.pipelines.runners.local.processes import Workers
from versebench.pipelines.runners.log import Log, Silent
from versebench.pipelines.runners.metrics import GraphMetrics

if TYPE_CHECKING:
    import apache_beam as beam
    from apache_beam.options.pipeline_options import PipelineOptions


@dataclass(frozen=True)
class Runner:
    """How graphs are run. Nothing here changes a byte of what they make.

    Attributes:
        workers: Processes of the local runner, or ``auto``: as many as cores, memory and shards allow. Ignored if
            ``beam_args`` name a runner.
        mode: Running mode of the local runner; ``auto`` chooses by the number of workers.
        beam_args: Beam's own options.
        log: Receives the events of the run.
        measured: The metrics of each graph that ran.
        used: The folders of all runs of stages that were made or already committed.
    """

    workers: Workers = 1
    mode: str = "auto"
    beam_args: tuple[str, ...] = ()
    log: Log = field(default_factory=Silent)
    measured: list[GraphMetrics] = field(default_factory=list)
    used: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Give this process access to the object stores that Beam's options describe, before its first graph."""
        if self.beam_args:
            from apache_beam.io.filesystems import FileSystems
            from apache_beam.options.pipeline_options import PipelineOptions

            FileSystems.set_options(PipelineOptions(list(self.beam_args)))

    def options(self, elements: int) -> "PipelineOptions":
        """Beam's options for a graph over some elements, with no more processes than elements."""
        from versebench.pipelines.runners.graph import options_of

        return options_of(self, elements)

    def run(self, title: str, elements: int, build: Callable[["beam.Pipeline"], None], done: Callable[[], int]) -> None:
        """Build and run a graph; ``done`` counts its finished elements, as its progress.

        Raises :class:`StageError`, with the stage, the element and what to do, if a worker failed.
        """
        from versebench.pipelines.runners.graph import run_graph

        run_graph(self, title, elements, build, done)


def create(pipeline: "beam.Pipeline", label: str, elements: Sequence[object]) -> "beam.PCollection[object]":
    """A PCollection of the elements of a graph."""
    from versebench.transforms.mapping.elements import Elements

    return pipeline | label >> Elements(tuple(elements))
