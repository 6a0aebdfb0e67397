"""The second map of ingest: keep the first of the poems with one text, and distribute the rows over the shards."""

import json
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import apache_beam as beam
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from versebench.storage import filesystem
from versebench.transforms.ingest.spill import Spill, read_partition, spill_writer
from versebench.transforms.ingest.taken_texts import take_down_texts
from versebench.transforms.mapping.failure import guarded
from versebench.transforms.readers.contract import ORIGINAL_LIMIT
from versebench.transforms.text.keys import hash_id, shards_of


@dataclass
class DropDuplicates(beam.PTransform):  # type: ignore[misc]
    """Drops the duplicates within each partition, and distributes its rows over the shards of a new spill.

    Expects a PCollection of partition numbers and returns a PCollection of the paths of notes, one for each partition.
    A note commits the spill of its partition; :func:`read_note` reads it.

    Args:
      folder: where the new spills and their notes are written.
      spills: the spills of :class:`ReadSources`, from each of which the partition is read.
      shards: the number of shards.
    """

    folder: str
    spills: tuple[Spill, ...]
    shards: int

    def expand(self, partitions: beam.PCollection[int]) -> beam.PCollection[str]:
        """Spread the partitions over the workers, then rewrite each."""
        return (
            partitions
            | "SpreadPartitions" >> beam.Reshuffle()  # int
            | "DropDuplicatesOfPartition" >> beam.ParDo(_DropDuplicates(self))  # str
        )


class _DropDuplicates(beam.DoFn):  # type: ignore[misc]
    def __init__(self, settings: DropDuplicates) -> None:
        self._settings = (settings.folder, settings.spills, settings.shards)

    def process(self, partition: int) -> Iterator[str]:
        yield guarded("ingest", f"partition {partition}", lambda: spread_partition(partition, *self._settings))


def spread_partition(partition: int, folder: str, spills: Sequence[Spill], shards: int) -> str:
    """Spill the rows of one partition by shard, commit the spill by a note, and return the path of the note."""
    rows = mark_duplicates(read_partition(spills, partition))
    spill = Spill(filesystem.join(folder, f"spread-{partition:05d}-{uuid.uuid4().hex}.arrow"), shards)
    with spill_writer(spill.path, shards) as writer:
        writer.write_tables(_by_shard(rows, shards))
    note = filesystem.join(folder, f"spread-{partition:05d}.json")
    filesystem.write_bytes(note, json.dumps({"path": spill.path}).encode())
    return note


def read_note(note: str, shards: int) -> Spill:
    """The spill that a note of :func:`spread_partition` commits."""
    return Spill(json.loads(filesystem.read_bytes(note))["path"], shards)


def mark_duplicates(rows: pa.Table) -> pa.Table:
    """Give all but one of the poems with one text the reason ``duplicate_text``, with the id of the kept work.

    The smallest poem by (source, author, source id), then by the other columns, is kept; file, row and order decide
    only between rows that are equal otherwise. Among units of one source, the text that they were cut from decides
    before the author, as it does between two texts with one id; so the text that is kept keeps its units. If one row
    of a text is taken down, all are. The column ``key`` becomes what rows are sharded by: the work id of a poem, the id
    of a reject.
    """
    is_poem = pc.is_null(rows.column("reason"))
    poems, rejects = take_down_texts(rows.filter(is_poem), rows.filter(pc.invert(is_poem)))
    poems = poems.take(_order(poems))
    texts = np.asarray(poems.column("text_id").to_numpy(zero_copy_only=False))
    first = np.r_[True, texts[1:] != texts[:-1]] if len(texts) else np.zeros(0, bool)
    kept = poems.filter(pa.array(first))
    kept = kept.set_column(0, "key", kept.column("work_id"))
    duplicates = poems.filter(pa.array(~first))
    keeper = poems.column("work_id").take(
        pa.array(np.maximum.accumulate(np.where(first, np.arange(len(texts)), 0))[~first])
    )
    return pa.concat_tables([kept, _refuse(duplicates, keeper), rejects])


def _order(poems: pa.Table) -> pa.Array:
    columns = ["text_id", "source", "whole", "author", "source_id"]
    keys = {name: pc.fill_null(poems.column(name), "") for name in columns}
    keys["rest"] = pa.array(_rest(poems), pa.string())
    keys["first_line"] = pc.fill_null(poems.column("first_line"), 0)
    keys["work_id"] = poems.column("work_id")
    table = pa.table({**keys, "file": poems.column("file"), "row": poems.column("row")})
    return pc.sort_indices(table, [(name, "ascending") for name in table.column_names])


def _rest(poems: pa.Table) -> list[str]:
    columns = [
        poems.column(name).to_pylist()
        for name in ("text", "title", "licence", "form", "attributes", "topics", "included_words")
    ]
    return [repr(values) for values in zip(*columns, strict=True)]


def _refuse(poems: pa.Table, keeper: pa.ChunkedArray) -> pa.Table:
    columns: dict[str, Any] = {
        "key": [_reject_key(*row) for row in _identity(poems)],
        "reason": ["duplicate_text"] * len(poems),
        "detail": [f"the same text as {work}" for work in keeper.to_pylist()],
        "kept_work_id": keeper,
        "original": pc.utf8_slice_codeunits(poems.column("text"), 0, ORIGINAL_LIMIT),
        "original_size": pc.cast(pc.utf8_length(poems.column("text")), pa.int64()),
    }
    arrays = [columns.get(field.name, poems.column(field.name)) for field in poems.schema]
    return pa.table(arrays, schema=poems.schema)


def _identity(poems: pa.Table) -> Iterator[tuple[str, str, str]]:
    return zip(*(poems.column(name).to_pylist() for name in ("source", "work_id", "text")), strict=True)


def _reject_key(source: str, work: str, text: str) -> str:
    return hash_id("reject", source, work, text)


def _by_shard(rows: pa.Table, shards: int) -> list[pa.Table]:
    places = np.asarray(shards_of(rows.column("key").to_pylist(), shards))
    order = np.argsort(places, kind="stable")
    bounds = np.searchsorted(places[order], np.arange(shards + 1))
    spread = rows.take(pa.array(order))
    return [spread.slice(bounds[shard], bounds[shard + 1] - bounds[shard]) for shard in range(shards)]
