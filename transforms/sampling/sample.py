"""Between the passes of sampling: the rank up to which the poems of each task are sampled."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import apache_beam as beam

from versebench.storage import filesystem
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.mapping.failure import guarded
from versebench.transforms.sampling.eligibility import smallest_ranks
from versebench.transforms.sampling.limits import EVERY_RANK, note_path

Ranks = tuple[int, ...]


@dataclass
class NoteRankLimits(beam.PTransform):  # type: ignore[misc]
    """Writes one note per task with its rank limit, the rank of the last sampled poem.

    Expects a PCollection of the shard numbers of an eligibility run and returns a PCollection of the labels of tasks,
    each after its note was written. Only ranks are grouped, never more than the largest sample, so memory is bounded.

    Args:
      directory: the folder of the eligibility run, where the notes are written.
      found: the manifest of that run.
      sizes: the sample size of each task that does not take all pairs.
    """

    directory: str
    found: Manifest
    sizes: Mapping[str, int]

    def expand(self, shards: beam.PCollection[int]) -> beam.PCollection[str]:
        """Find the smallest ranks of each shard, combine them for each task, and note the last."""
        sizes = dict(self.sizes)
        return (
            shards
            | "SpreadShards" >> beam.Reshuffle()  # int
            | "SmallestRanksOfShard" >> beam.ParDo(_SmallestRanks(self.directory, self.found, sizes))  # (task, ranks)
            | "SmallestRanks" >> beam.CombinePerKey(KeepSmallest(max(sizes.values(), default=0)))  # (task, ranks)
            | "NoteRankLimit" >> beam.ParDo(_NoteRankLimit(self.directory, sizes))  # task
        )


class _SmallestRanks(beam.DoFn):  # type: ignore[misc]
    def __init__(self, directory: str, found: Manifest, sizes: dict[str, int]) -> None:
        self._directory, self._found, self._sizes = directory, found, sizes

    def process(self, shard: int) -> Iterator[tuple[str, Ranks]]:
        def read() -> list[tuple[str, Ranks]]:
            table = read_table(self._directory, self._found, "eligibility", shard)
            return [(task, tuple(smallest_ranks(table, task, size))) for task, size in self._sizes.items()]

        yield from guarded("corrupt", f"shard {shard}", read)


class KeepSmallest(beam.CombineFn):  # type: ignore[misc]
    """Combines ranks and keeps the smallest; an accumulator contains at most ``limit`` ranks, sorted."""

    def __init__(self, limit: int) -> None:
        self._limit = limit

    def create_accumulator(self) -> Ranks:
        """Returns an accumulator without ranks."""
        return ()

    def add_input(self, accumulator: Ranks, element: Ranks) -> Ranks:
        """Add the ranks of one shard."""
        return self.merge_accumulators([accumulator, element])

    def merge_accumulators(self, accumulators: Iterable[Ranks]) -> Ranks:
        """Merge the ranks of several accumulators."""
        return tuple(sorted(rank for ranks in accumulators for rank in ranks)[: self._limit])

    def extract_output(self, accumulator: Ranks) -> Ranks:
        """Returns the smallest ranks of all shards, sorted."""
        return accumulator


class _NoteRankLimit(beam.DoFn):  # type: ignore[misc]
    def __init__(self, directory: str, sizes: dict[str, int]) -> None:
        self._directory, self._sizes = directory, sizes

    def process(self, element: tuple[str, Ranks]) -> Iterator[str]:
        task, ranks = element
        note = {"task": task, "limit": ranks[self._sizes[task] - 1] if len(ranks) >= self._sizes[task] else EVERY_RANK}
        path = note_path(self._directory, task, self._sizes[task])
        guarded("corrupt", task, lambda: filesystem.write_bytes(path, json.dumps(note).encode()))
        yield task
