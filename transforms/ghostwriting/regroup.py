"""Regroup verses by artist, in parallel."""

from collections.abc import Iterator
from dataclasses import dataclass

import apache_beam as beam

from versebench.storage.manifest import Manifest
from versebench.transforms.ghostwriting.spread_artists import STAGE, spread_group
from versebench.transforms.mapping.failure import guarded


@dataclass
class SpreadArtists(beam.PTransform):  # type: ignore[misc]
    """Writes the verses of groups of shards by artist.

    Expects a PCollection of groups, each a number and its shards, and returns the paths of notes, which
    :func:`versebench.transforms.ghostwriting.spread_artists.read_note` reads.

    Args:
      folder: where files and notes are written.
      directory: the run of the verses.
      cut: its manifest.
    """

    folder: str
    directory: str
    cut: Manifest

    def expand(self, groups: beam.PCollection[tuple[int, tuple[int, ...]]]) -> beam.PCollection[str]:
        """Spread the groups over the workers, then write each."""
        return (
            groups
            | "SpreadGroups" >> beam.Reshuffle()  # tuple[int, tuple[int, ...]]
            | "SpreadArtistsOfGroup" >> beam.ParDo(_SpreadGroup(self.folder, self.directory, self.cut))  # str
        )


class _SpreadGroup(beam.DoFn):  # type: ignore[misc]
    def __init__(self, folder: str, directory: str, cut: Manifest) -> None:
        self._settings = (folder, directory, cut)

    def process(self, group: tuple[int, tuple[int, ...]]) -> Iterator[str]:
        number, shards = group
        yield guarded(STAGE, f"group {number}", lambda: spread_group(number, shards, *self._settings))
