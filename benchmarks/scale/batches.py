"""The shard functions of clean and corrupt on batches of flat columns, as ``datasets.map`` calls them.

A batch is an Arrow table whose columns are those that the functions read, lists among them parallel and not nested.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.scale.job import Job
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.stages.lexicon import Lexicon
from versebench.schemas.annotation import ANNOTATION
from versebench.storage.manifest import read_table
from versebench.transforms.annotation.annotation import annotated_poems
from versebench.transforms.filters.clean import refused_by
from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.prosody.languages.english import ENGLISH
from versebench.transforms.prosody.lexicon.recall import recall
from versebench.transforms.prosody.stanza import SoundMemory, Stanza
from versebench.transforms.sampling.eligibility import eligibility
from versebench.transforms.sampling.make_pairs import make_pairs

ROWS = 1000
"""Rows of a batch: the default of ``datasets.map``."""


@dataclass(frozen=True)
class Flat:
    """A folder of Parquet files with the columns that one of the functions reads."""

    job: Job
    name: str

    @property
    def folder(self) -> Path:
        """Where the files are."""
        return Path(self.job.folder) / "flat" / self.name

    def files(self) -> list[str]:
        """The files in their order."""
        return sorted(map(str, self.folder.glob("*.parquet")))

    def write(self, tables: Iterator[pa.Table]) -> None:
        """Write a file for every table."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for place, table in enumerate(tables):
            pq.write_table(table, self.folder / f"{place:05d}.parquet")


def flatten(job: Job) -> dict[str, Flat]:
    """The inputs of all three functions as files, from the committed stages: the poems, annotated, and sampled."""
    chain = job.chain()
    ingested, cleaned, annotated, corrupted = chain.ingest(), chain.clean(), chain.annotate(), chain.corrupt()

    def tables(committed: Any, table: str) -> Iterator[pa.Table]:
        return (
            read_table(committed.run.directory, committed.manifest, table, shard)
            for shard in range(committed.run.shards)
        )

    flat = {name: Flat(job, name) for name in ("clean", "eligibility", "pairs")}
    flat["clean"].write(table.select(["work_id", "text"]) for table in tables(ingested, "poems"))
    flat["eligibility"].write(
        _joined(*both) for both in zip(tables(cleaned, "poems"), tables(annotated, "annotation"), strict=True)
    )
    shards = zip(tables(cleaned, "poems"), tables(annotated, "annotation"), tables(corrupted, "pairs"), strict=True)
    flat["pairs"].write(_sampled(_joined(poems, annotation), pairs) for poems, annotation, pairs in shards)
    return flat


def _joined(poems: pa.Table, annotation: pa.Table) -> pa.Table:
    columns = {name: annotation.column(name) for name in ANNOTATION.schema.names if name != "work_id"}
    return pa.table({**{name: poems.column(name) for name in ("work_id", "text_id", "language", "text")}, **columns})


def _sampled(joined: pa.Table, pairs: pa.Table) -> pa.Table:
    """The rows of the works that have pairs, with their tasks and the numbers of the edits."""
    asked: dict[str, list[tuple[str, int]]] = {}
    for work, task, edit in zip(*(pairs.column(name).to_pylist() for name in ("work_id", "task", "edit")), strict=True):
        asked.setdefault(work, []).append((task, edit))
    found = [asked.get(work) for work in joined.column("work_id").to_pylist()]
    rows = joined.filter(pa.array([one is not None for one in found]))
    kept = [one for one in found if one is not None]
    tasks = pa.array([[task for task, _ in one] for one in kept], pa.list_(pa.string()))
    edits = pa.array([[edit for _, edit in one] for one in kept], pa.list_(pa.int64()))
    return rows.append_column("wanted_tasks", tasks).append_column("wanted_edits", edits)


def clean_batch(batch: pa.Table, job: dict[str, Any]) -> pa.Table:
    """Why each poem is refused, null if it is kept."""
    recipe, sounds = _sounds_of(Job(**job))
    form, filters = FORMS[recipe.form], recipe.clean.applied
    reasons = []
    for text in batch.column("text").to_pylist():
        lines = [line for line in text.split("\n") if line]
        refused = refused_by(Stanza(lines, form, sounds), filters)
        reasons.append(refused.refusal.reason if refused else None)
    return pa.table({"work_id": batch.column("work_id"), "reason": pa.array(reasons, pa.string())})


def eligibility_batch(batch: pa.Table, job: dict[str, Any]) -> pa.Table:
    """The eligibility of every poem for every task."""
    recipe = _recipe(Job(**job))
    return eligibility(annotated_poems(batch, batch), tuple(recipe.tasks), recipe.seed)


def pairs_batch(batch: pa.Table, job: dict[str, Any]) -> pa.Table:
    """The wanted pairs."""
    recipe, works = _recipe(Job(**job)), batch.column("work_id").to_pylist()
    wanted: dict[str, dict[str, list[int]]] = {}
    columns = (batch.column(name).to_pylist() for name in ("wanted_tasks", "wanted_edits"))
    for work, tasks, edits in zip(works, *columns, strict=True):
        for task, edit in zip(tasks, edits, strict=True):
            wanted.setdefault(work, {}).setdefault(task, []).append(edit)
    text_ids = dict(zip(works, batch.column("text_id").to_pylist(), strict=True))
    return make_pairs(annotated_poems(batch, batch), text_ids, wanted, tuple(recipe.tasks), recipe.seed)


BATCHES = {"clean": clean_batch, "eligibility": eligibility_batch, "pairs": pairs_batch}


@lru_cache(maxsize=1)
def _recipe(job: Job) -> Recipe:
    return job.recipe


@lru_cache(maxsize=1)
def _sounds_of(job: Job) -> tuple[Recipe, SoundMemory]:
    chain = job.chain()
    heard = Lexicon.of(job.recipe, chain.words(), chain.lexicon())
    run, manifest = heard.committed.run, heard.committed.manifest
    lexicon = pa.concat_tables(read_table(run.directory, manifest, "lexicon", shard) for shard in range(run.shards))
    return job.recipe, recall(lexicon, heard.recall, ENGLISH.name)
