"""Beam's options for Dataflow as the runner, checked before anything runs."""

from collections.abc import Iterator, Sequence
from importlib.util import find_spec

from apache_beam.options.pipeline_options import (
    GoogleCloudOptions,
    PipelineOptions,
    S3Options,
    SetupOptions,
    StandardOptions,
    TestOptions,
    WorkerOptions,
)

from versebench.pipelines.errors import RecipeError, UserError

RUNBOOK = "see deploy/dataflow/RUNBOOK.md"


class TranslatedError(UserError):
    """The graph was translated and not run, as the user asked."""

    exit_code = 0


def is_dataflow(options: PipelineOptions) -> bool:
    """Whether the options name Dataflow as the runner."""
    return bool(options.view_as(StandardOptions).runner == "DataflowRunner")


def is_dry_run(options: PipelineOptions) -> bool:
    """Whether a graph is only to be translated for Dataflow, not run."""
    return is_dataflow(options) and bool(options.view_as(TestOptions).dry_run)


def check_dataflow_options(arguments: Sequence[str]) -> None:
    """Raise :class:`RecipeError` for the first option that Dataflow needs and lacks, or that it must not be given."""
    options = PipelineOptions(list(arguments), save_main_session=False)
    if is_dataflow(options) and (problem := next(_wrong_options(options), None)) is not None:
        raise RecipeError(f"Dataflow: {problem}; {RUNBOOK}")


def _wrong_options(options: PipelineOptions) -> Iterator[str]:
    if find_spec("google.cloud.dataflow") is None:
        yield 'it needs google-cloud-dataflow-client; install "versebench[gcp]"'
    cloud, setup, s3 = (options.view_as(kind) for kind in (GoogleCloudOptions, SetupOptions, S3Options))
    for name in ("project", "region", "temp_location"):
        if not getattr(cloud, name):
            yield f"it needs --{name}"
    if not (options.view_as(WorkerOptions).sdk_container_image or setup.setup_file):
        yield "its workers need versebench: give --sdk_container_image"
    for name in ("s3_secret_access_key", "s3_session_token"):
        if getattr(s3, name):
            yield f"--{name} would be visible in the description of the job; copy the files from S3 to gs://"
