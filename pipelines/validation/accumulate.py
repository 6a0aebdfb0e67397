"""Accumulate: one graph over the assembled shards, for what no shard can see; its facts are noted."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import apache_beam as beam
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.accumulators import distributions, pair_counts
from versebench.expectations.accumulators.add_counts import AddCounts, Counts
from versebench.expectations.accumulators.id_sets import (
    CompareIds,
    IdFacts,
    IdSets,
    merge_facts,
    partitioned,
    partitions_of,
)
from versebench.expectations.rows import whole_column
from versebench.pipelines.runners.runner import Runner, create
from versebench.pipelines.stages.stage import Committed
from versebench.storage import filesystem
from versebench.storage.commit import DamagedShardError
from versebench.storage.manifest import Manifest, read_table
from versebench.storage.run import canonical_json
from versebench.transforms.mapping.failure import guarded
from versebench.transforms.near_duplicates.leakage import Sides, SplitsOfClusters, sides

VERSION = "accumulate.v1"

NAME = "whole.json"
"""The note of the facts, in the folder of the verdicts."""

IDS = {"poems": "text_id", "pairs": "pair_id", "rejects": "reject_id"}
"""Ids that are unique in the whole though no shard's range keeps them apart, by their table.

Other keys begin with the work, by whose range the shards are cut, or with a pair: unique in each shard, they are in the
whole. A poem's text may come from anywhere; a pair's id is a hash of more than its work; a reject is where its work is.
"""

CORRUPTIONS = "corrupted_text_id"
"""Ids of pairs that no poem's text should have."""

ACCUMULATORS: Mapping[str, beam.CombineFn] = {
    "distributions": AddCounts(),
    "pair_counts": AddCounts(),
    "leaks": SplitsOfClusters(),
    **{table: CompareIds() for table in IDS},
}
"""How the facts of the shards are brought together, by the name of the facts."""

Element = tuple[str, tuple[str, Any]]
"""A name of facts and a partition, as a key; and the name with the facts of a shard, or of several."""


@dataclass(frozen=True)
class Facts:
    """What the whole says that no shard can; ``leaks`` names the clusters that stand on two sides of the split."""

    distributions: Counts
    pair_counts: Counts
    ids: Mapping[str, IdFacts]
    leaks: tuple[str, ...]

    @staticmethod
    def from_json(value: Mapping[str, Any]) -> "Facts":
        """The facts of the values that a note holds."""
        ids = {name: IdFacts(**{**one, "examples": tuple(one["examples"])}) for name, one in value["ids"].items()}
        return Facts(value["distributions"], value["pair_counts"], ids, tuple(value["leaks"]))


def accumulate(runner: Runner, assembled: Committed, directory: str) -> Facts:
    """The facts of an assembled run, noted in ``directory`` unless they are there."""
    path, shards = filesystem.join(directory, NAME), assembled.run.shards

    def build(pipeline: beam.Pipeline) -> None:
        note = NoteFacts(assembled.run.directory, assembled.manifest, path)
        _ = create(pipeline, "AssembledShards", range(shards)) | "NoteFacts" >> note

    if not filesystem.exists(path):
        runner.run("validate: the whole", shards, build, lambda: shards * filesystem.exists(path))
    return read_facts(directory)


def read_facts(directory: str) -> Facts:
    """The facts that were noted. Raises :class:`DamagedShardError` where the note is not what was written."""
    path = filesystem.join(directory, NAME)
    content = filesystem.read_bytes(path)
    facts = _parsed(content)
    if facts is None or note_of(facts) != content:
        raise DamagedShardError(f"{path} is not what was noted; delete {directory} and run again")
    return facts


def _parsed(content: bytes) -> Facts | None:
    try:
        return Facts.from_json(json.loads(content)["facts"])
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


@dataclass
class NoteFacts(beam.PTransform):  # type: ignore[misc]
    """From shard numbers of an assembled run to one note of the facts of all.

    Rows stay with their worker: counts, and ids of 20 bytes, are all that is grouped.
    """

    directory: str
    assembled: Manifest
    path: str

    def expand(self, shards: beam.PCollection[int]) -> beam.PCollection[str]:
        """What comes out is the path of the note."""
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
    """The columns of each table that facts come from."""
    columns: dict[str, set[str]] = {table: {ids} for table, ids in IDS.items()}
    for read in (distributions.COLUMNS, pair_counts.COLUMNS):
        for table, names in read.items():
            columns.setdefault(table, set()).update(names)
    columns["pairs"].add(CORRUPTIONS)
    columns["splits"].add("cluster")
    return {table: sorted(names) for table, names in columns.items()}


def measured(tables: Mapping[str, pa.Table], partitions: Mapping[str, int]) -> Iterator[Element]:
    """The facts of the tables of a shard, ids by partition."""
    yield "distributions", ("distributions", distributions.distributions(tables))
    yield "pair_counts", ("pair_counts", pair_counts.pair_counts(tables))
    for table, column in IDS.items():
        if table not in tables:
            continue
        for partition, ids in partitioned(whole_column(tables[table], column), partitions[table]):
            yield f"{table}/{partition:06}", (table, IdSets((ids,)))
    if "pairs" in tables:
        yield from _corruptions(tables["pairs"], partitions["poems"])
    if "splits" in tables:
        for partition, found in _spread(sides(tables["splits"]), partitions["leaks"]):
            yield f"leaks/{partition:06}", ("leaks", found)


def _corruptions(pairs: pa.Table, partitions: int) -> Iterator[Element]:
    """The ids of the corrupted texts by task, to be compared with those of the poems."""
    for task in whole_column(pairs, "task").unique().to_pylist():
        texts = whole_column(pairs.filter(pc.equal(pairs.column("task"), task)), CORRUPTIONS)
        for partition, ids in partitioned(texts, partitions):
            yield f"poems/{partition:06}", ("poems", IdSets(others={task: (ids,)}))


def _spread(found: Sides, partitions: int) -> Iterator[tuple[int, Sides]]:
    """The sides of clusters by partition of the first digits of the clusters, so that all of one are together."""
    half = np.uint64(32)
    places = ((found >> half) * np.uint64(partitions)) >> half
    for partition, part in enumerate(np.split(found, np.searchsorted(places, range(1, partitions)))):
        if len(part):
            yield partition, part


class Accumulate(beam.CombineFn):  # type: ignore[misc]
    """The accumulators of :data:`ACCUMULATORS` in one: facts go to that of their name."""

    def create_accumulator(self) -> tuple[str, Any] | None:
        """Of no name yet."""
        return None

    def add_input(self, accumulator: tuple[str, Any] | None, element: tuple[str, Any]) -> tuple[str, Any]:
        """The facts of one shard."""
        name, facts = element
        own = ACCUMULATORS[name]
        return name, own.add_input(own.create_accumulator() if accumulator is None else accumulator[1], facts)

    def merge_accumulators(self, accumulators: Iterable[tuple[str, Any] | None]) -> tuple[str, Any] | None:
        """The facts of several shards."""
        named = [one for one in accumulators if one is not None]
        if not named:
            return None
        name = named[0][0]
        return name, ACCUMULATORS[name].merge_accumulators([facts for _, facts in named])

    def extract_output(self, accumulator: tuple[str, Any]) -> tuple[str, Any]:
        """The facts of all shards."""
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
    leaks = tuple(cluster for found in by_name.get("leaks", ()) for cluster in found)
    return Facts(by_name["distributions"][0], by_name["pair_counts"][0], ids, leaks)


def note_of(facts: Facts) -> bytes:
    """The note as it is written."""
    value = asdict(facts)
    digest = hashlib.sha256(canonical_json(value).encode()).hexdigest()
    return (canonical_json({"facts": value, "sha256": digest}) + "\n").encode()
