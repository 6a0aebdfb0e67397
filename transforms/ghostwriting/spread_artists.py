"""Regroup verses by artist: files from which the verses of one artist can be read without those of the others.

Every verse is read and written once, however many artists there are.
"""

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from versebench.schemas.ghostwriting import VERSES
from versebench.storage import filesystem
from versebench.storage.manifest import Manifest, read_table

STAGE = "artists"


@dataclass(frozen=True)
class Spread:
    """A file of verses: batch ``n`` holds those of artist ``n``."""

    path: str
    artists: tuple[str, ...]


def groups_of(cut: Manifest, most_rows: int) -> list[tuple[int, tuple[int, ...]]]:
    """The shards of verses in numbered groups, each of so many verses at most, or of one shard."""
    groups: list[list[int]] = []
    rows = 0
    for shard, file in enumerate(cut.tables["verses"].files):
        rows += file.rows
        if not groups or rows > most_rows:
            groups.append([])
            rows = file.rows
        groups[-1].append(shard)
    return [(number, tuple(shards)) for number, shards in enumerate(groups)]


def spread_group(number: int, shards: Sequence[int], folder: str, directory: str, cut: Manifest) -> str:
    """Write the verses of some shards by artist, commit the file by a note, and return the path of the note."""
    rows = pa.concat_tables([read_table(directory, cut, "verses", shard) for shard in shards])
    rows = rows.sort_by("artist_id").combine_chunks()
    counts = pc.value_counts(rows.column("artist_id")).to_pylist()
    path = filesystem.join(folder, f"spread-{number:05d}-{uuid.uuid4().hex}.arrow")
    start = 0
    with filesystem.open_writer(path) as sink, pa.ipc.new_file(sink, VERSES.schema) as writer:
        for count in counts:
            (batch,) = rows.slice(start, count["counts"]).combine_chunks().to_batches()
            writer.write_batch(batch)
            start += count["counts"]
    note = filesystem.join(folder, f"spread-{number:05d}.json")
    artists = [count["values"] for count in counts]
    filesystem.write_bytes(note, json.dumps({"path": path, "artists": artists}).encode())
    return note


def read_note(note: str) -> Spread:
    """The file that a note of :func:`spread_group` commits."""
    content = json.loads(filesystem.read_bytes(note))
    return Spread(content["path"], tuple(content["artists"]))


def verses_of(artist: str, spreads: Sequence[Spread]) -> pa.Table:
    """The verses of an artist, from all files."""
    tables = [VERSES.schema.empty_table()]
    for spread in spreads:
        if artist in spread.artists:
            with filesystem.open_reader(spread.path) as source, pa.ipc.open_file(source) as reader:
                tables.append(pa.Table.from_batches([reader.get_batch(spread.artists.index(artist))]))
    return pa.concat_tables(tables)
