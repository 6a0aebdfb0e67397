"""Accumulate: gather facts about a whole release from its shards, in one graph, and write them to a note."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import apache_beam as beam
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.accumulators import claims, distributions, pair_counts
from versebench.expectations.accumulators.add_counts import AddCounts
from versebench.expectations.accumulators.compare_ids import CompareIds
from versebench.expectations.accumulators.id_sets import (
    IdSets,
    merge_facts,
    partitioned,
    partitions_of,
)
from versebench.expectations.rows import whole_column
from versebench.pipelines.runners.runner import Runner, create
from versebench.pipelines.stages.stage import Committed
from versebench.pipelines.validation.facts import NAME, Facts, note_of, read_facts
from versebench.storage import filesystem
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.mapping.failure import guarded
from versebench.transforms.near_duplicates.leakage import Sides, SplitsOfClusters, sides

IDS = {"poems": "text_id", "pairs": "pair_id", "rejects": "reject_id"}
"""Ids, by table, that must be unique in the whole release but are not divided between the shards by their range.

Other keys begin with the work, by whose range the rows are divided into shards, or with a pair: if they are unique in
each shard, they are unique in the whole. A poem's text may come from anywhere; a pair's id is a hash of more than its
work; a reject is in the shard of its work.
"""

CORRUPTIONS = "corrupted_text_id"
"""The column of pairs with ids that no poem's text should have."""

ACCUMULATORS: Mapping[str, beam.CombineFn] = {
    "distributions": AddCounts(),
    "pair_counts": AddCounts(),
    "claims": AddCounts(),
    "leaks": SplitsOfClusters(),
    **{table: CompareIds() for table in IDS},
}
"""What combines the facts of the shards, by the name of the facts."""

Element = tuple[str, tuple[str, Any]]
"""A key of name and partition, and the name with the facts of one or several shards."""


def accumulate(runner: Runner, assembled: Committed, directory: str) -> Facts:
    """The facts of an assembled run, read from ``directory``, or gathered and written there."""
    path, shards = filesystem.join(directory, NAME), assembled.run.shards

    def build(pipeline: beam.Pipeline) -> None:
        note = NoteFacts(assembled.run.directory, assembled.manifest, path)
        _ = create(pipeline, "AssembledShards", range(shards)) | "NoteFacts" >> note

    if not filesystem.exists(path):
        runner.run("validate: the whole", shards, build, lambda: shards * filesystem.exists(path))
    return read_facts(directory)


@dataclass
class NoteFacts(beam.PTransform):  # type: ignore[misc]
    """Gather the facts of an assembled run and write them to one file.

    Expects a PCollection of shard numbers and returns a PCollection of the path of the file. Rows stay with their
    worker; only counts, and ids of 32 bytes, are grouped.

    Args:
        directory: Folder of the assembled run.
        assembled: Its manifest.
        path: The file that is written.
    """

    directory: str
    assembled: Manifest
    path: str

    def expand(self, shards: beam.PCollection[int]) -> beam.PCollection[str]:
        """Measure each shard, combine the facts by name and partition, and write them."""
        tables = self.assembled.tables
        partitions = {table: partitions_of(tables[table].rows) for table in IDS if table in tables}
        # The corruptions are compared with the poems.
        partitions["poems"] = max(partitions["poems"], partitions.get("pairs", 0))
        partitions["leaks"] = partitions["poems"]
        return (
            shards
            | "SpreadShards" >> beam.Reshuffle()  # int
            | "MeasureShard" >> beam.ParDo(_MeasureShard(self.directory, self.assembled, partitions))  # Element
            | "Accumulate" >> beam.CombinePerKey(Accumulate())  # (key, (name, facts))
            | "GatherFacts" >> beam.CombineGlobally(beam.combiners.ToListCombineFn()).without_defaults()  # list
            | "NoteFacts" >> beam.ParDo(_NoteFacts(self.path))  # str
        )


class _MeasureShard(beam.DoFn):  # type: ignore[misc]
    def __init__(self, directory: str, assembled: Manifest, partitions: Mapping[str, int]) -> None:
        self._directory, self._assembled, self._partitions = directory, assembled, partitions

    def process(self, shard: int) -> Iterator[Element]:
        yield from guarded("validate", f"shard {shard}", lambda: list(self._measure(shard)))

    def _measure(self, shard: int) -> Iterator[Element]:
        columns = columns_read()
        tables = {
            name: read_table(self._directory, self._assembled, name, shard, columns[name])
            for name in columns
            if name in self._assembled.tables
        }
        return measured(tables, self._partitions)


def columns_read() -> dict[str, list[str]]:
    """The columns that are read, by table."""
    columns: dict[str, set[str]] = {table: {ids} for table, ids in IDS.items()}
    for read in (distributions.COLUMNS, pair_counts.COLUMNS, claims.COLUMNS):
        for table, names in read.items():
            columns.setdefault(table, set()).update(names)
    columns["pairs"].add(CORRUPTIONS)
    columns["splits"].add("cluster")
    return {table: sorted(names) for table, names in columns.items()}


def measured(tables: Mapping[str, pa.Table], partitions: Mapping[str, int]) -> Iterator[Element]:
    """The facts of the tables of a shard, ids by partition."""
    yield "distributions", ("distributions", distributions.distributions(tables))
    yield "pair_counts", ("pair_counts", pair_counts.pair_counts(tables))
    yield "claims", ("claims", claims.claims(tables))
    for table, column in IDS.items():
        if table not in tables:
            continue
        for partition, ids in partitioned(whole_column(tables[table], column), partitions[table]):
            yield f"{table}/{partition:06}", (table, IdSets((ids,)))
    if "pairs" in tables:
        yield from _corruptions(tables["pairs"], partitions["poems"])
    if "splits" in tables:
        for partition, part in _partitioned_sides(sides(tables["splits"]), partitions["leaks"]):
            yield f"leaks/{partition:06}", ("leaks", part)


def _corruptions(pairs: pa.Table, partitions: int) -> Iterator[Element]:
    """The ids of the corrupted texts by task, for comparison with those of the poems."""
    for task in whole_column(pairs, "task").unique().to_pylist():
        texts = whole_column(pairs.filter(pc.equal(pairs.column("task"), task)), CORRUPTIONS)
        for partition, ids in partitioned(texts, partitions):
            yield f"poems/{partition:06}", ("poems", IdSets(others={task: (ids,)}))


def _partitioned_sides(cluster_sides: Sides, partitions: int) -> Iterator[tuple[int, Sides]]:
    """The sides of clusters, divided by the first digits of the cluster, so that those of one cluster stay together."""
    half = np.uint64(32)
    places = ((cluster_sides >> half) * np.uint64(partitions)) >> half
    for partition, part in enumerate(np.split(cluster_sides, np.searchsorted(places, range(1, partitions)))):
        if len(part):
            yield partition, part


class Accumulate(beam.CombineFn):  # type: ignore[misc]
    """Combine facts with the accumulator of :data:`ACCUMULATORS` that has their name."""

    def create_accumulator(self) -> tuple[str, Any] | None:
        """An accumulator without a name, which the first input decides."""
        return None

    def add_input(self, accumulator: tuple[str, Any] | None, element: tuple[str, Any]) -> tuple[str, Any]:
        """Add the facts of one shard."""
        name, facts = element
        own = ACCUMULATORS[name]
        return name, own.add_input(own.create_accumulator() if accumulator is None else accumulator[1], facts)

    def merge_accumulators(self, accumulators: Iterable[tuple[str, Any] | None]) -> tuple[str, Any] | None:
        """Merge the facts of several shards."""
        named = [accumulator for accumulator in accumulators if accumulator is not None]
        if not named:
            return None
        name = named[0][0]
        return name, ACCUMULATORS[name].merge_accumulators([facts for _, facts in named])

    def extract_output(self, accumulator: tuple[str, Any]) -> tuple[str, Any]:
        """The name and the facts of all shards."""
        name, facts = accumulator
        return name, ACCUMULATORS[name].extract_output(facts)


class _NoteFacts(beam.DoFn):  # type: ignore[misc]
    def __init__(self, path: str) -> None:
        self._path = path

    def process(self, element: list[Element]) -> Iterator[str]:
        guarded("validate", NAME, lambda: filesystem.write_bytes(self._path, note_of(gathered(element))))
        yield self._path


def gathered(elements: Iterable[Element]) -> Facts:
    """The facts of all partitions, whatever their order."""
    by_name: dict[str, list[Any]] = {}
    for _, (name, facts) in sorted(elements, key=lambda element: element[0]):
        by_name.setdefault(name, []).append(facts)
    ids = {f"{table}.{column}": merge_facts(by_name.get(table, ())) for table, column in IDS.items()}
    leaks = tuple(cluster for clusters in by_name.get("leaks", ()) for cluster in clusters)
    return Facts(by_name["distributions"][0], by_name["pair_counts"][0], ids, leaks, by_name["claims"][0])
