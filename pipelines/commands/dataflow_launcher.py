"""The program of the flex template: a Dataflow job with one small worker that drives a release, stage by stage.

A release is one job for each stage, and a driver must start them one after the other for hours. Launching a template
gives one job, so this job is the driver. If its worker fails, Dataflow retries its one element, and the release
continues with the missing shards.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import apache_beam as beam
from apache_beam.options.pipeline_options import GoogleCloudOptions, PipelineOptions, WorkerOptions

from versebench.pipelines.recipe.recipe import Recipe, load_recipe
from versebench.pipelines.runners.runner import create

_LAST_WORDS = 2_000
_ON_PROCESSOR = "transformer-xl"
"""The family that runs on the processor only."""


@dataclass(frozen=True)
class Drive:
    """The task of the driver: a recipe, a root, overrides, and Beam's options for the jobs of the stages."""

    recipe: str
    root: str
    overrides: tuple[str, ...] = ()
    beam_args: tuple[str, ...] = field(default=())

    @property
    def command(self) -> list[str]:
        """The command that makes the release."""
        overrides = [argument for text in self.overrides for argument in ("--set", text)]
        return ["versebench", "release", self.recipe, "--root", self.root, *overrides, "--", *self.beam_args]


class ReleaseFailedError(Exception):
    """The driver ended with an error; the message is the end of its standard error."""


class DriveRelease(beam.DoFn):  # type: ignore[misc]
    """Run the driver in a process of its own, as it needs the main thread. Returns the root."""

    def process(self, drive: Drive) -> Iterator[str]:
        """Raises :class:`ReleaseFailedError` if the driver fails."""
        ran = subprocess.run(drive.command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        if ran.returncode:
            raise ReleaseFailedError(ran.stderr.decode("utf-8", "replace")[-_LAST_WORDS:].strip())
        yield drive.root


def main(arguments: Sequence[str] | None = None) -> None:
    """Start the driver's job, from the template's parameters and the options that Dataflow adds to them."""
    drive, options = parse(sys.argv[1:] if arguments is None else arguments)
    with beam.Pipeline(options=options) as pipeline:
        build(pipeline, drive)


def build(pipeline: beam.Pipeline, drive: Drive) -> None:
    """The graph of the driver's job."""
    _ = create(pipeline, "Release", [drive]) | "DriveRelease" >> beam.ParDo(DriveRelease())


def parse(arguments: Sequence[str]) -> tuple[Drive, PipelineOptions]:
    """The driver's task and the options of its own job, from the arguments of a launch."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    for name in ("recipe", "root"):
        parser.add_argument(f"--{name}", required=True)
    for name in ("version", "overrides", "stage_machine_type", "stage_max_workers", "stage_options", "accelerator"):
        parser.add_argument(f"--{name}", default="")
    named, passed = parser.parse_known_args(list(arguments))
    options = PipelineOptions(passed, save_main_session=False)
    options.view_as(WorkerOptions).max_num_workers = 1
    overrides = [f"version={named.version}"] if named.version else []
    overrides += [text for text in named.overrides.split(";") if text]
    if named.accelerator:
        overrides += _on_accelerator(load_recipe(named.recipe, overrides), named.accelerator)
    stages = _stage_options(options, named.stage_machine_type, named.stage_max_workers)
    return Drive(named.recipe, named.root, tuple(overrides), (*stages, *named.stage_options.split())), options


def _on_accelerator(recipe: Recipe, accelerator: str) -> Iterator[str]:
    """Overrides that put every model on the accelerator, except those that run on the processor only."""
    places = [f"models.{n}.engine" for n, model in enumerate(recipe.models) if model.family != _ON_PROCESSOR]
    places += ["generator"] if recipe.generator else []
    places += ["selectors.masked", "selectors.causal"] if recipe.selectors else []
    for place in places:
        yield from (f"{place}.device=cuda", f"{place}.accelerator={accelerator}")


def _stage_options(options: PipelineOptions, machine: str, workers: str) -> Iterator[str]:
    cloud, worker = options.view_as(GoogleCloudOptions), options.view_as(WorkerOptions)
    yield "--runner=DataflowRunner"
    for name in ("project", "region", "temp_location", "staging_location", "service_account_email"):
        if value := getattr(cloud, name):
            yield f"--{name}={value}"
    for name in ("sdk_container_image", "network", "subnetwork"):
        if value := getattr(worker, name):
            yield f"--{name}={value}"
    if machine:
        yield f"--machine_type={machine}"
    if workers:
        yield f"--max_num_workers={int(workers)}"
