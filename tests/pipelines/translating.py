"""A runner that runs every graph and also translates it for Dataflow, and the contents of a translated graph."""

import base64
import bz2
import pickletools
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apache_beam as beam
from apache_beam.options.pipeline_options import PipelineOptions

from versebench.pipelines.runners.code_paths import shorten_code_paths
from versebench.pipelines.runners.runner import Runner

DATAFLOW = (
    "--runner=DataflowRunner",
    "--dry_run=True",
    "--no_auth",
    "--project=versebench-test",
    "--region=europe-west4",
    "--temp_location=gs://versebench-test/temp",
    "--staging_location=gs://versebench-test/staging",
    "--sdk_container_image=europe-west4-docker.pkg.dev/versebench-test/images/versebench:test",
    "--experiments=disable_logging_submission_environment",
)
"""Options of a dry run. The experiment leaves out a list of packages, which the driver would upload from a file."""

_ENCODED = re.compile(rb"[A-Za-z0-9+/]{24,}={0,2}")
_COUNTED = re.compile(r":\d+|<lambda|\d+>")


@dataclass(frozen=True)
class Translated:
    """A graph as Dataflow would be given it: its title, and the proto."""

    title: str
    proto: Any

    @property
    def steps(self) -> Mapping[str, Any]:
        """Every transform by its full label, without the root of the graph."""
        transforms = self.proto.components.transforms
        return {one.unique_name: one for key, one in transforms.items() if key not in self.proto.root_transform_ids}

    def unlabelled(self) -> list[str]:
        """Labels that Beam made up: they hold a line number or a lambda."""
        return [label for label in self.steps if _COUNTED.search(label)]

    def hints(self) -> dict[str, dict[str, str]]:
        """The resource hints of each step that has any, by its label."""
        environments = self.proto.components.environments
        found = {label: environments[step.environment_id].resource_hints for label, step in self.steps.items()}
        return {
            label: {urn.split(":")[2]: value.decode() for urn, value in hints.items()}
            for label, hints in found.items()
            if hints
        }

    def texts(self) -> str:
        """All that can be read in it: the bytes themselves, and every string of every pickle in them."""
        raw = self.proto.SerializeToString()
        return "\n".join([raw.decode("latin-1"), *(text for content in _pickles(raw) for text in _strings(content))])


def _pickles(raw: bytes) -> Iterator[bytes]:
    """What is compressed and base64 in some bytes. A length before the text may look like a part of it."""
    for found in _ENCODED.finditer(raw):
        for skipped in range(4):
            content = _decoded(found.group()[skipped:])
            if content is not None:
                yield content
                break


def _decoded(text: bytes) -> bytes | None:
    try:
        compressed = base64.b64decode(text[: len(text) // 4 * 4])
        return bz2.decompress(compressed) if compressed.startswith(b"BZh") else zlib.decompress(compressed)
    except (ValueError, OSError, zlib.error):
        return None


def _strings(content: bytes) -> Iterator[str]:
    for _, argument, _ in pickletools.genops(content):
        if isinstance(argument, bytes):
            yield from ([argument.decode("latin-1")] + [text for one in _pickles(argument) for text in _strings(one)])
        elif isinstance(argument, str):
            yield argument


def translate(title: str, build: Callable[[beam.Pipeline], None]) -> Translated:
    """The graph that is built, as Dataflow's runner translates it offline."""
    shorten_code_paths()
    pipeline = beam.Pipeline(options=PipelineOptions(list(DATAFLOW), save_main_session=False))
    build(pipeline)
    pipeline.run()
    return Translated(title, pipeline.runner.proto_pipeline)


@dataclass(frozen=True)
class Translating(Runner):
    """Runs every graph in this process, and keeps it as translated for Dataflow."""

    graphs: list[Translated] = field(default_factory=list)

    def run(self, title: str, elements: int, build: Callable[[beam.Pipeline], None], done: Callable[[], int]) -> None:
        """Translate first, since running shows that what was built is whole."""
        options = beam.io.filesystems.FileSystems._pipeline_options
        self.graphs.append(translate(title, build))
        beam.io.filesystems.FileSystems.set_options(options)
        super().run(title, elements, build, done)


def local_paths() -> list[str]:
    """Folders of this machine that no worker elsewhere has."""
    import sys
    import tempfile

    repository = Path(__file__).parents[2]
    return [f"{folder}/" for folder in (repository, Path.home(), tempfile.gettempdir(), sys.prefix)]
