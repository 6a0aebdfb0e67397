"""The files of sources."""

from dataclasses import dataclass

from versebench.transforms.sources.source import PlacedSource


@dataclass(frozen=True)
class SourceFile:
    """One file of a source."""

    number: int
    path: str
    source: PlacedSource
