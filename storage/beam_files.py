"""Beam's file systems and options, loaded on first use: loading takes seconds, and local files do not need them."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from apache_beam.options.pipeline_options import PipelineOptions


def file_systems() -> Any:
    """Beam's class of file systems."""
    from apache_beam.io.filesystems import FileSystems

    return FileSystems


def beam_options() -> "PipelineOptions":
    """The options of Beam's file systems. Beam sets them wherever it starts a pipeline or a worker."""
    from apache_beam.options.pipeline_options import PipelineOptions

    return file_systems()._pipeline_options or PipelineOptions([])
