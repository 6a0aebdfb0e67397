"""Running a graph: Beam's options, progress on the terminal, and failures in words."""

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import apache_beam as beam
from apache_beam.options.pipeline_options import PipelineOptions, SetupOptions
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from pipelines.errors import DataError
from transforms.shards.failure import find_failure

_POLL_SECONDS = 0.2


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
        with _quiet_beam(), self._watched(title, elements, done):
            try:
                pipeline.run().wait_until_finish()
            except Exception as error:
                failure = find_failure(str(error))
                if failure is None or not failure.mendable:
                    raise
                raise DataError(f"{failure.stage} ({failure.element}): {failure.problem}") from None

    @contextmanager
    def _watched(self, title: str, elements: int, done: Callable[[], int]) -> Iterator[None]:
        if not self.progress:
            yield
            return
        columns = (TextColumn("{task.description:<28}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        with Progress(*columns, console=Console(stderr=True)) as progress:
            bar, stop = progress.add_task(title, total=elements), threading.Event()

            def watch() -> None:
                while not stop.wait(_POLL_SECONDS):
                    progress.update(bar, completed=done())

            watcher = threading.Thread(target=watch, daemon=True)
            watcher.start()
            try:
                yield
                progress.update(bar, completed=elements)
            finally:
                stop.set()
                watcher.join()


@contextmanager
def _quiet_beam() -> Iterator[None]:
    """Beam logs each start of a worker and each exception with its traceback; a user gets one message instead."""
    before = logging.root.manager.disable
    logging.disable(logging.ERROR)
    try:
        yield
    finally:
        logging.disable(before)


def create(pipeline: beam.Pipeline, label: str, elements: Sequence[object]) -> beam.PCollection[object]:
    """The elements of a graph."""
    return pipeline | label >> beam.Create(list(elements), reshuffle=False)
