"""Running a graph: Beam's options, progress on the terminal, and failures in words."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import apache_beam as beam
from apache_beam.options.pipeline_options import PipelineOptions, SetupOptions

from pipelines import interrupt
from pipelines.errors import DataError
from pipelines.progress import watched
from pipelines.worker_log import WorkerLog, worker_log
from transforms.shards.failure import find_failure


@dataclass(frozen=True)
class Runner:
    """How graphs are run: nothing here can change a byte of what they make.

    ``beam_args`` are Beam's own options; where they name a runner, ``workers`` does not count.
    """

    workers: int = 1
    mode: str = "auto"
    beam_args: tuple[str, ...] = ()
    progress: bool = False

    def options(self, elements: int) -> PipelineOptions:
        """Beam's options for a graph over some elements: several processes only where there is work for them."""
        if any(argument.startswith("--runner") for argument in self.beam_args):
            return PipelineOptions(list(self.beam_args), save_main_session=False)
        workers = max(1, min(self.workers, elements))
        mode = self.mode if self.mode != "auto" else "multi_processing" if workers > 1 else "in_memory"
        # FnApiRunner is the local runner without the search for Prism, which may try to download.
        own = ["--runner=FnApiRunner", f"--direct_num_workers={workers}", f"--direct_running_mode={mode}"]
        options = PipelineOptions([*own, "--default_sdk_harness_log_level=ERROR", *self.beam_args])
        options.view_as(SetupOptions).save_main_session = False
        return options

    def run(self, title: str, elements: int, build: Callable[[beam.Pipeline], None], done: Callable[[], int]) -> None:
        """Build and run a graph; ``done`` counts its finished elements for the progress bar.

        Raises :class:`DataError` with the stage, the element and the remedy where a worker failed.
        """
        pipeline = beam.Pipeline(options=self.options(elements))
        build(pipeline)
        with worker_log() as log, self._watched(title, elements, done, log):
            try:
                pipeline.run().wait_until_finish()
            except Exception as error:
                if interrupt.asked():
                    raise interrupt.StoppedError from None
                raise _explain(title, error, log) from None
            interrupt.check()

    def _watched(
        self, title: str, elements: int, done: Callable[[], int], log: WorkerLog
    ) -> AbstractContextManager[None]:
        return watched(title, elements, done, log.terminal) if self.progress else nullcontext()


def _explain(title: str, error: Exception, log: WorkerLog) -> DataError:
    """One message: what a user can mend, else where the log of the defect is."""
    text = str(error)
    failure = find_failure(text)
    if failure is not None and failure.mendable:
        return DataError(f"{failure.stage} ({failure.element}): {failure.problem}")
    first = text.strip().partition("\n")[0] or type(error).__name__
    where = f"{failure.stage} ({failure.element}): {failure.problem}" if failure else f"{title}: {first}"
    return DataError(f"{where}; this is a defect of versebench: please report it with the log, {log.keep(text)}")


def create(pipeline: beam.Pipeline, label: str, elements: Sequence[object]) -> beam.PCollection[object]:
    """The elements of a graph."""
    return pipeline | label >> beam.Create(list(elements), reshuffle=False)
