"""Beam's file systems and options, loaded on first use: that takes seconds, and files on this machine need none."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from apache_beam.options.pipeline_options import PipelineOptions


def file_systems() -> Any:
    """Beam's file systems."""
    from apache_beam.io.filesystems import FileSystems

    return FileSystems


def beam_options() -> "PipelineOptions":
    """The options that Beam's file systems have: it sets them wherever it starts a pipeline or a worker."""
    from apache_beam.options.pipeline_options import PipelineOptions

    return file_systems()._pipeline_options or PipelineOptions([])
