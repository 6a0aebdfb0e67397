"""An estimate for a corpus of another size on Dataflow, from the measurements, and the first limit that it reaches.

Every stage is a map over shards, so processor time grows with the poems. Two things grow differently and are estimated
separately: the lists of words, all of which every range of the lexicon reads, and the graph of a job, which contains
the manifests that its stage reads. The user gives the prices; without them only hours are reported. Waiting for an
object store is not included.
"""

import hashlib
import math
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from apache_beam.internal import pickler

from benchmarks.scale.job import Job
from versebench.pipelines.stages.lexicon import WORDS_PER_SHARD
from versebench.storage.commit import ShardFile, Sidecar
from versebench.storage.manifest import Manifest, assemble, read_manifest, read_table
from versebench.storage.run import Run
from versebench.transforms.sampling.assemble_shard import AssembleShard, StageTables

GRAPH_BYTES = 10_000_000
"""Largest graph of a job that Dataflow accepts, by its list of quotas."""

_HOUR = 3600
_TABLES = {
    "ingest": ("poems", "rejects", "provenance"),
    "clean": ("poems", "rejects"),
    "annotate": ("annotation",),
    "corrupt": ("pairs", "outcomes"),
}


@dataclass(frozen=True)
class Assumed:
    """Assumptions that are not measured. Prices are in any currency, for an hour of a vCPU and of a GiB of memory."""

    poems: int
    vcpus: int
    gib_per_vcpu: float
    start_minutes: float
    words_per_shard: int | None
    vcpu_hour_price: float | None
    gib_hour_price: float | None


def project(job: Job, stages: Mapping[str, Any], assumed: Assumed) -> dict[str, Any]:
    """Shards, workers, hours and cost by the stages' figures over a smaller corpus, and where each limit is reached."""
    rows_per_shard = job.recipe.ingest.rows_per_shard
    shards = math.ceil(assumed.poems / rows_per_shard)
    times = assumed.poems / job.poems
    vcpu_hours = {stage: one["cpu_seconds"] * times / _HOUR for stage, one in stages.items()}
    lists = word_lists(job, assumed.words_per_shard)
    vcpu_hours["lexicon: reading word lists"] = lists.read_hours(shards)
    busy = min(assumed.vcpus, shards)
    started = sum(len(one["graphs"]) for one in stages.values()) * assumed.start_minutes / 60
    hours = {stage: hours / busy for stage, hours in vcpu_hours.items()} | {"starting jobs": started}
    billed = sum(hours.values()) * busy
    limits = _limits(rows_per_shard, sum(vcpu_hours[stage] for stage in stages) * _HOUR / assumed.poems, lists)
    return {
        "assumed": asdict(assumed),
        "measured_on_poems": job.poems,
        "shards": shards,
        "vcpus": busy,
        "vcpu_hours_of_work": vcpu_hours,
        "hours": hours,
        "hours_in_all": sum(hours.values()),
        "billed_vcpu_hours": billed,
        "billed_gib_hours": billed * assumed.gib_per_vcpu,
        "cost": _cost(billed, assumed),
        "words_per_shard": lists.words,
        "limits": limits,
        "first_to_break": min(limits, key=lambda name: limits[name]),
    }


def _cost(vcpu_hours: float, assumed: Assumed) -> float | None:
    if assumed.vcpu_hour_price is None or assumed.gib_hour_price is None:
        return None
    return vcpu_hours * (assumed.vcpu_hour_price + assumed.gib_per_vcpu * assumed.gib_hour_price)


@dataclass(frozen=True)
class WordLists:
    """The lists that the lexicon is made of: words that a shard lists, and the seconds of reading one list."""

    words: float
    seconds: float

    def read_hours(self, shards: int) -> float:
        """Hours of reading: every range of the lexicon reads the list of every shard."""
        ranges = math.ceil(self.words * shards / WORDS_PER_SHARD)
        return ranges * shards * self.seconds / _HOUR


def word_lists(job: Job, words_per_shard: int | None) -> WordLists:
    """As the committed lists of a job are; where the words of a shard are given, reading takes as much longer."""
    (directory,) = (path for path in (Path(job.root) / "words").iterdir() if path.is_dir())
    manifest = read_manifest(str(directory))
    assert manifest is not None
    start = time.perf_counter()
    for shard in range(manifest.shards):
        read_table(str(directory), manifest, "words", shard)
    seconds = (time.perf_counter() - start) / manifest.shards
    words = manifest.tables["words"].rows / manifest.shards
    if words_per_shard is None:
        return WordLists(words, seconds)
    return WordLists(words_per_shard, seconds * max(1, words_per_shard / words))


def _limits(rows_per_shard: int, seconds_per_poem: float, lists: WordLists) -> dict[str, float]:
    """At how many poems each thing breaks."""
    graph = GRAPH_BYTES / graph_bytes_per_shard() * rows_per_shard
    # Shards at which reading lists, which grows with their square, takes as long as all the work.
    shards = seconds_per_poem * rows_per_shard * WORDS_PER_SHARD / (lists.words * lists.seconds)
    return {
        "the graph of assemble, which holds the manifests of its inputs, is larger than Dataflow takes": graph,
        "reading word lists for the lexicon takes as long as everything else": shards * rows_per_shard,
    }


def graph_bytes_per_shard() -> float:
    """By how much each shard makes the task of assemble larger as it travels to the workers, without models."""
    few, many = 100, 300
    return (_assemble_bytes(many) - _assemble_bytes(few)) / (many - few)


def _assemble_bytes(shards: int) -> int:
    stages = tuple(StageTables("gs://bucket/root", _manifest(stage, shards), _TABLES[stage]) for stage in _TABLES)
    return len(pickler.dumps(AssembleShard(stages)))


def _manifest(stage: str, shards: int) -> Manifest:
    run = Run("gs://bucket/root", stage, "0" * 16, shards)
    return assemble(run, {}, [_sidecar(run, shard) for shard in range(shards)])


def _sidecar(run: Run, shard: int) -> Sidecar:
    def file(table: str) -> ShardFile:
        digest = hashlib.sha256(f"{run.stage}/{table}/{shard}".encode()).hexdigest()
        size = int(digest[:5], 16)
        return ShardFile(table, run.table_name(table, shard), size % 10_000, size, digest, digest[:32])

    return Sidecar(shard, tuple(file(table) for table in _TABLES[run.stage]), {})
