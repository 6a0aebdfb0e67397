"""Find all near-duplicates of a corpus over its shards, and write a note about them for its split.

Poems travel as numbers: their places among all poems, and hashes. Keys are grouped by ranges, with so many ranges that
a range is expected to contain at most :data:`ENTRIES_PER_RANGE` keys. A range's keys of a shard are packed into one
element, so that no more elements are grouped than shards times ranges. Poems that share a key are compared by their
shingles, for which each shard is read once.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import apache_beam as beam
import numpy as np
import numpy.typing as npt

from versebench.storage import filesystem
from versebench.transforms.mapping.failure import guarded
from versebench.transforms.near_duplicates.buckets import ENTRY, PAIR, candidates
from versebench.transforms.near_duplicates.clusters import Edges, edges_between, edges_of, reduced
from versebench.transforms.near_duplicates.jaccard import similarities
from versebench.transforms.near_duplicates.join_clusters import JoinClusters
from versebench.transforms.near_duplicates.minhash import band_keys, bands
from versebench.transforms.near_duplicates.parents import by_range, siblings, units_of
from versebench.transforms.near_duplicates.shingles import Shingles, shingles
from versebench.transforms.near_duplicates.works import WORK, CleanedWorks, Works

ENTRIES_PER_RANGE = 1 << 19
"""The expected number of keys of a range, of 16 bytes each; their pairs may take eight times as much memory."""

STAGE = "split"

Part = tuple[bytes, bytes, bytes, bytes, bytes]
"""A part of a range: either pairs of poems, or the places, works, counts of shingles and shingles of some poems."""

Wanted = tuple[int, tuple[int, bytes]]
"""A shard, and a range with the places of the poems whose shingles the range needs."""

Note = Callable[[Edges], bytes]
"""A function from the near-duplicates to the content of the note. It is pickled and sent to the workers."""


@dataclass
class NoteNearDuplicates(beam.PTransform):  # type: ignore[misc]
    """Finds the near-duplicates of a corpus and writes one note about them.

    Expects a PCollection of the numbers of all shards and returns a PCollection of one element, the path of the note.
    Units of one work count as near-duplicates.

    Args:
      source: the cleaned poems.
      similarity: the Jaccard similarity, from 0.5 to 1, from which on poems are near-duplicates.
      note: makes the content of the note.
      path: where the note is written.
    """

    source: CleanedWorks
    similarity: float
    note: Note
    path: str

    def expand(self, shards: beam.PCollection[int]) -> beam.PCollection[str]:
        """Find candidates by their keys, compare them, and join the near-duplicates into clusters."""
        source, similarity = self.source, self.similarity
        candidate_pairs = (
            shards
            | "SpreadShards" >> beam.Reshuffle()  # int
            | "KeysOfShard" >> beam.ParDo(_KeysOfShard(source, similarity))  # (range, entries)
            | "KeysOfRange" >> beam.GroupByKey()  # (range, entries of all shards)
            | "PairsOfRange"
            >> beam.ParDo(_PairsOfRange(source))
            .with_output_types(tuple[int, Part], **{_WANTED: Wanted})
            .with_outputs(_WANTED, main="pairs")
        )
        wanted = (
            candidate_pairs[_WANTED]  # (shard, (range, places))
            | "WantedOfShard" >> beam.GroupByKey()  # (shard, all such)
            | "ShinglesOfShard" >> beam.ParDo(_ShinglesOfShard(source))  # (range, Part)
        )
        alike = (
            (candidate_pairs["pairs"], wanted)  # (range, Part)
            | "PairsAndShingles" >> beam.Flatten()
            | "PartsOfRange" >> beam.GroupByKey()  # (range, all parts)
            | "ComparePairs" >> beam.ParDo(_ComparePairs(similarity))  # ("", edges)
        )
        of_one_work = (
            shards
            | "SpreadShardsOfUnits" >> beam.Reshuffle()  # int
            | "UnitsOfShard" >> beam.ParDo(_UnitsOfShard(source, similarity))  # (range, units)
            | "UnitsOfRange" >> beam.GroupByKey()  # (range, units of all shards)
            | "JoinUnits" >> beam.ParDo(_JoinUnits())  # ("", edges)
        )
        return (
            (alike, of_one_work)
            | "AlikeOrOfOneWork" >> beam.Flatten()
            | "JoinClusters" >> beam.CombinePerKey(JoinClusters())  # ("", edges)
            | "NoteNearDuplicates" >> beam.ParDo(_NoteNearDuplicates(self.note, self.path))  # str
        )


_WANTED = "wanted"


def ranges(poems: int, similarity: float) -> int:
    """The number of ranges for the keys of ``poems`` poems: at least one, as there is a note even without poems."""
    return max(1, -(-poems * bands(similarity) // ENTRIES_PER_RANGE))


class _KeysOfShard(beam.DoFn):  # type: ignore[misc]
    def __init__(self, source: CleanedWorks, similarity: float) -> None:
        self._source, self._similarity = source, similarity

    def process(self, shard: int) -> Iterator[tuple[int, bytes]]:
        yield from guarded(STAGE, f"shard {shard}", lambda: self._keys(shard))

    def _keys(self, shard: int) -> list[tuple[int, bytes]]:
        poems = self._source.cleaned.tables["poems"].rows
        keys = band_keys(shingles(self._source.texts(shard)), bands(self._similarity))
        first = int(self._source.firsts[shard])
        return spread(entries(keys, first), ranges(poems, self._similarity))


def entries(keys: npt.NDArray[np.uint64], first: int) -> npt.NDArray[np.void]:
    """Returns entries from keys of shape (bands, poems); ``first`` is the place of the first poem."""
    made = np.empty(keys.shape, ENTRY)
    made["key"] = keys
    made["poem"] = np.arange(first, first + keys.shape[1], dtype=np.uint64)
    return made.ravel()


def spread(made: npt.NDArray[np.void], number: int) -> list[tuple[int, bytes]]:
    """Returns, for each of ``number`` ranges, the range and the bytes of the entries with keys in it."""
    places = ((made["key"] >> np.uint64(32)) * np.uint64(number)) >> np.uint64(32)
    order = np.argsort(places, kind="stable")
    bounds = np.searchsorted(places[order], np.arange(number + 1))
    return [(place, made[order[bounds[place] : bounds[place + 1]]].tobytes()) for place in range(number)]


class _PairsOfRange(beam.DoFn):  # type: ignore[misc]
    def __init__(self, source: CleanedWorks) -> None:
        self._firsts = source.firsts

    def process(self, element: tuple[int, Iterable[bytes]]) -> Iterator[object]:
        number, parts = element
        pairs = guarded(STAGE, f"range {number} of keys", lambda: candidates(np.frombuffer(b"".join(parts), ENTRY)))
        yield number, (pairs.tobytes(), b"", b"", b"", b"")
        places = np.unique(np.concatenate([pairs["first"], pairs["second"]]))
        shards = np.searchsorted(self._firsts, places, side="right") - 1
        for shard in np.unique(shards).tolist():
            yield beam.pvalue.TaggedOutput(_WANTED, (shard, (number, places[shards == shard].tobytes())))


class _ShinglesOfShard(beam.DoFn):  # type: ignore[misc]
    def __init__(self, source: CleanedWorks) -> None:
        self._source = source

    def process(self, element: tuple[int, Iterable[tuple[int, bytes]]]) -> Iterator[tuple[int, Part]]:
        shard, wanted = element
        first = self._source.firsts[shard]
        rows = {number: np.frombuffer(places, np.uint64).astype(np.int64) - first for number, places in wanted}
        named, works, found = guarded(STAGE, f"shard {shard}", lambda: self._shingles(shard, rows.values()))
        for number, mine in rows.items():
            part = found.take(np.searchsorted(named, mine))
            places = (mine + first).astype(np.uint64)
            yield number, (b"", places.tobytes(), works[mine].tobytes(), part.counts.tobytes(), part.hashes.tobytes())

    def _shingles(
        self, shard: int, rows: Iterable[npt.NDArray[np.int64]]
    ) -> tuple[npt.NDArray[np.int64], Works, Shingles]:
        """Returns the sorted rows that are needed, all works of the shard, and the shingles of these rows."""
        poems, works = self._source.poems(shard, ["text"])
        named = np.unique(np.concatenate(list(rows)))
        return named, works, shingles(poems.column("text").take(named).to_pylist())


class _ComparePairs(beam.DoFn):  # type: ignore[misc]
    def __init__(self, similarity: float) -> None:
        self._similarity = similarity

    def process(self, element: tuple[int, Iterable[Part]]) -> Iterator[tuple[str, bytes]]:
        number, parts = element
        made = guarded(STAGE, f"range {number} of keys", lambda: near_duplicates(parts, self._similarity))
        yield "", made.tobytes()


def near_duplicates(parts: Iterable[Part], similarity: float) -> Edges:
    """Returns the near-duplicates among the pairs of a range, reduced as by :func:`reduced`."""
    joined = (b"".join(column) for column in zip(*parts, strict=True))
    kinds = (PAIR, np.dtype(np.uint64), WORK, np.dtype(np.int64), np.dtype(np.uint64))
    columns = zip(joined, kinds, strict=True)
    pairs, places, works, counts, hashes = (np.frombuffer(content, kind) for content, kind in columns)
    order = np.argsort(places)
    first, second = (order[np.searchsorted(places, pairs[side], sorter=order)] for side in ("first", "second"))
    alike = similarities(Shingles(hashes, counts), first, second) >= similarity
    return reduced(edges_between(works[first[alike]], works[second[alike]]))


class _UnitsOfShard(beam.DoFn):  # type: ignore[misc]
    def __init__(self, source: CleanedWorks, similarity: float) -> None:
        self._source, self._similarity = source, similarity

    def process(self, shard: int) -> Iterator[tuple[int, bytes]]:
        yield from guarded(STAGE, f"shard {shard}", lambda: self._units(shard))

    def _units(self, shard: int) -> list[tuple[int, bytes]]:
        number = ranges(self._source.cleaned.tables["poems"].rows, self._similarity)
        return by_range(units_of(*self._source.poems(shard, [])), number)


class _JoinUnits(beam.DoFn):  # type: ignore[misc]
    def process(self, element: tuple[int, Iterable[bytes]]) -> Iterator[tuple[str, bytes]]:
        number, parts = element
        edges = guarded(STAGE, f"range {number} of works", lambda: siblings(parts))
        yield "", edges.tobytes()


class _NoteNearDuplicates(beam.DoFn):  # type: ignore[misc]
    def __init__(self, note: Note, path: str) -> None:
        self._note, self._path = note, path

    def process(self, element: tuple[str, bytes]) -> Iterator[str]:
        content = guarded(STAGE, "near-duplicates", lambda: self._note(edges_of([element[1]])))
        guarded(STAGE, "near-duplicates", lambda: filesystem.write_bytes(self._path, content))
        yield self._path
