"""Build and run a graph: Beam's options, progress on the terminal, and messages for failures."""

import signal
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import apache_beam as beam
from apache_beam.options.pipeline_options import PipelineOptions, SetupOptions

from versebench.pipelines.errors import StageError
from versebench.pipelines.runners import interrupt
from versebench.pipelines.runners.code_paths import shorten_code_paths
from versebench.pipelines.runners.dataflow.options import TranslatedError, is_dry_run
from versebench.pipelines.runners.flink.options import check_flink, flink_options, is_flink
from versebench.pipelines.runners.local.processes import cores_for, processes
from versebench.pipelines.runners.local.workers import PARENT_IS_GONE, watched_workers
from versebench.pipelines.runners.metrics import graph_metrics, stage_of
from versebench.pipelines.runners.plain_python import outside_ipython
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.runners.worker_log import WorkerLog, worker_log
from versebench.transforms.mapping.failure import find_failure


def options_of(runner: Runner, elements: int) -> PipelineOptions:
    """Beam's options for a graph over some elements, with no more processes than elements."""
    if is_flink(runner.beam_args):
        return flink_options(runner.beam_args, elements)
    if any(argument.startswith("--runner") for argument in runner.beam_args):
        return PipelineOptions(list(runner.beam_args), save_main_session=False)
    workers = processes(runner.workers, elements)
    mode = runner.mode if runner.mode != "auto" else "multi_processing" if workers > 1 else "in_memory"
    # FnApiRunner is the local runner without the search for Prism, which may try to download.
    own = ["--runner=FnApiRunner", f"--direct_num_workers={workers}", f"--direct_running_mode={mode}"]
    options = PipelineOptions([*own, "--default_sdk_harness_log_level=ERROR", *runner.beam_args])
    options.view_as(SetupOptions).save_main_session = False
    return options


def run_graph(
    runner: Runner, title: str, elements: int, build: Callable[[beam.Pipeline], None], done: Callable[[], int]
) -> None:
    """Build and run a graph; ``done`` counts its finished elements, as its progress.

    Raises :class:`StageError`, with the stage, the element and what to do, if a worker failed.
    """
    interrupt.check()
    shorten_code_paths()
    start = time.monotonic()
    options = options_of(runner, elements)
    pipeline = beam.Pipeline(options=options)
    with outside_ipython():
        build(pipeline)
    with (
        outside_ipython(),
        worker_log() as log,
        runner.log.running(title, elements, done, log.terminal),
        watched_workers() as watch,
        cores_for(runner.workers, processes(runner.workers, elements)),
        interrupt.cleaned_by(watch.end_all),
    ):
        try:
            result = pipeline.run()
            _wait(result)
        except Exception as error:
            if interrupt.asked():
                raise interrupt.StoppedError from None
            if watch.lost:
                raise _lost(title, watch.lost[0], log) from None
            if is_flink(runner.beam_args) and find_failure(str(error)) is None:
                check_flink(options)  # raises a clearer error if a part of Flink is gone
            raise _explain(title, error, log) from None
        interrupt.check()
    if is_dry_run(options):
        raise TranslatedError(f"{title}: translated for Dataflow but not run, because of --dry_run; stopped here")
    metrics = graph_metrics(title, time.monotonic() - start, result)
    runner.measured.append(metrics)
    runner.log.finished(metrics)


_LOOK_SECONDS = 0.2
"""How often to check whether the user asked to stop while a graph runs."""


def _wait(result: Any) -> None:
    """Wait until a graph has run; if the user stops it, stop it on its cluster too."""
    with ThreadPoolExecutor(1) as waiter:
        finished = waiter.submit(result.wait_until_finish)
        try:
            while not wait([finished], _LOOK_SECONDS).done:
                interrupt.check()
        except interrupt.StoppedError:
            result.cancel()
            raise
        finished.result()


def _lost(title: str, code: int, log: WorkerLog) -> StageError:
    """One message for a worker process that ended before its work was done."""
    if code in (-signal.SIGKILL, PARENT_IS_GONE):
        return StageError(
            stage_of(title),
            None,
            f"{title}: a worker process was killed, probably because memory ran out; run again, as committed shards "
            "are kept; if it happens again, use fewer --workers or smaller shards (ingest.rows_per_shard)",
        )
    how = f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
    return StageError(
        stage_of(title),
        None,
        f"{title}: a worker process ended {how}; run again, as committed shards are kept; if it happens again, use "
        f"fewer --workers, and report it with the log, {log.keep('')}",
    )


def _explain(title: str, error: Exception, log: WorkerLog) -> StageError:
    """One message: what the user can fix, or, for a defect, where the log is."""
    text = str(error)
    failure = find_failure(text)
    if failure is not None and failure.recoverable:
        return StageError(failure.stage, failure.element, f"{failure.stage} ({failure.element}): {failure.problem}")
    first = text.strip().partition("\n")[0] or type(error).__name__
    problem = f"{failure.stage} ({failure.element}): {failure.problem}" if failure else f"{title}: {first}"
    stage, element = (failure.stage, failure.element) if failure else (stage_of(title), None)
    kept = log.keep(f"{text}\n{failure.trace}" if failure else "".join(traceback.format_exception(error)))
    return StageError(
        stage, element, f"{problem}; this is a defect of versebench: please report it with the log, {kept}"
    )
