"""The first map of ingest: read each file and distribute its rows by the hash of their text."""

import json
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import apache_beam as beam

from versebench.schemas.poems import POEMS
from versebench.storage import filesystem
from versebench.transforms.ingest.source_file import SourceFile, with_name_of_file
from versebench.transforms.ingest.spill import Spill, spill_writer
from versebench.transforms.ingest.takedown import TAKEN_DOWN, Orders, Takedown, without_content
from versebench.transforms.mapping.failure import RecoverableError, guarded
from versebench.transforms.mapping.processing_failed import processing_failed
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.readers.contract import ORIGINAL_LIMIT, BadRow, Row
from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.registry import read_source
from versebench.transforms.sources.names import NAMES_V1
from versebench.transforms.sources.normalise import Normalisation
from versebench.transforms.sources.poem_row import poem_row, source_id
from versebench.transforms.sources.units import LEFT_OUT, LinesLeftOut, units
from versebench.transforms.text.keys import hash_id, shard_of, work_id

_POEM_COLUMNS: dict[str, Any] = dict.fromkeys(name for name in (*POEMS.schema.names, "whole") if name != "source")
_REJECT_COLUMNS: dict[str, Any] = dict.fromkeys(("reason", "detail", "kept_work_id", "original", "original_size"))


@dataclass(frozen=True)
class Unreadable:
    """The rows of a file that cannot be read for one reason: how many, and the number and detail of the first."""

    reason: str
    rows: int
    first: int
    detail: str


@dataclass(frozen=True)
class ReadFile:
    """What was read from one file: its spill, the number of poems, and the rows that cannot be read.

    ``size`` is the bytes of the texts of poems and of the originals of other rows. ``taken_down`` counts the rows that
    an order names; these count as neither. ``reasons`` also includes lines of works that belong to no unit, although
    these can be read.
    """

    spill: Spill
    poems: int
    size: int
    taken_down: int
    reasons: tuple[Unreadable, ...]

    @property
    def unreadable(self) -> int:
        """The number of rows that cannot be read."""
        return sum(reason.rows for reason in self.reasons if not reason.reason.startswith(f"{LEFT_OUT}."))


@dataclass
class ReadSources(beam.PTransform):  # type: ignore[misc]
    """Reads files, and distributes the rows of each over the partitions of a spill file.

    Expects a PCollection of :class:`SourceFile` and returns a PCollection of the paths of notes, one for each file. A
    note commits the spill of its file; :func:`read_note` reads it.

    Args:
      folder: where the spills and their notes are written.
      rules: how text is normalised.
      max_row_bytes: the size of the largest row that is read; a larger one is a reject.
      partitions: the number of partitions of each spill.
      takedowns: the orders of the recipe.

    Raises :class:`RecoverableError` if a file is not in its format.
    """

    folder: str
    rules: Normalisation
    max_row_bytes: int
    partitions: int
    takedowns: tuple[Takedown, ...] = ()

    def expand(self, files: beam.PCollection[SourceFile]) -> beam.PCollection[str]:
        """Spread the files over the workers, then read each."""
        return (
            files
            | "SpreadFiles" >> beam.Reshuffle()  # SourceFile
            | "ReadFile" >> beam.ParDo(_ReadFile(self))  # str
        )


class _ReadFile(beam.DoFn):  # type: ignore[misc]
    def __init__(self, settings: ReadSources) -> None:
        rules, takedowns = settings.rules, settings.takedowns
        self._settings = (settings.folder, rules, settings.max_row_bytes, settings.partitions, takedowns)

    def process(self, file: SourceFile) -> Iterator[str]:
        yield guarded("ingest", file.path, lambda: read_file(file, *self._settings))


def read_file(
    file: SourceFile,
    folder: str,
    rules: Normalisation,
    max_row_bytes: int,
    partitions: int,
    takedowns: Sequence[Takedown] = (),
) -> str:
    """Spill the rows of one file, commit the spill by a note, and return the path of the note.

    Raises :class:`RecoverableError` if the file is not in its format.
    """
    spill = Spill(filesystem.join(folder, f"read-{file.number:05d}-{uuid.uuid4().hex}.arrow"), partitions)
    poems, size, taken, reasons, orders = 0, 0, 0, dict[str, Unreadable](), _orders(takedowns, rules)
    try:
        with filesystem.open_reader(file.path) as stream, spill_writer(spill.path, partitions) as writer:
            rows = read_source(stream, file.source.format, max_row_bytes, file.source.encoding)
            for row in with_name_of_file(rows, file):
                for spilled in _spilled(row, file, rules, orders):
                    if (reason := spilled["reason"]) is None:
                        poems += 1
                    elif reason == TAKEN_DOWN:
                        taken += 1
                    else:
                        before = reasons.get(reason, Unreadable(reason, 0, row.number, spilled["detail"]))
                        reasons[reason] = replace(before, rows=before.rows + 1)
                    size += sum(len((spilled[name] or "").encode()) for name in ("text", "original"))
                    writer.add(shard_of(spilled["key"], partitions), spilled)
    except SourceFormatError as error:
        raise RecoverableError(f"{file.path} (source {file.source.name!r}): {error}") from None
    note = filesystem.join(folder, f"read-{file.number:05d}.json")
    unreadable = [asdict(reason) for reason in reasons.values()]
    content = {"path": spill.path, "poems": poems, "size": size, "taken_down": taken, "reasons": unreadable}
    filesystem.write_bytes(note, json.dumps(content).encode())
    return note


def _orders(takedowns: Sequence[Takedown], rules: Normalisation) -> Orders:
    return Orders(takedowns, any_order=rules.names == NAMES_V1)


def read_note(note: str, partitions: int) -> ReadFile:
    """Reads a note of :func:`read_file`."""
    value = json.loads(filesystem.read_bytes(note))
    reasons = tuple(Unreadable(**reason) for reason in value["reasons"])
    return ReadFile(Spill(value["path"], partitions), value["poems"], value["size"], value["taken_down"], reasons)


def _spilled(row: Row | BadRow, file: SourceFile, rules: Normalisation, orders: Orders) -> Iterator[dict[str, Any]]:
    """Yields the units of a row's work and the lines that belong to no unit, or a reject."""
    place: dict[str, Any] = {"source": file.source.name, "file": file.path, "row": row.number}
    if isinstance(row, BadRow):
        if taken := orders.of_refused(file.source.name, None, file.source.author, row.original):
            yield _taken_down(place, taken, row.original)
        else:
            yield _reject(place, row.reason, row.detail, row.original, row.size)
        return
    named = place
    try:
        poem = poem_row(row.fields, file.source, rules)
        if isinstance(poem, Refusal):
            named = {**place, "source_id": source_id(row.fields, file.source, rules)}
        else:
            pieces = list(units(poem))
    except Exception as error:
        poem = processing_failed(error)
    if isinstance(poem, Refusal):
        original = json.dumps(row.fields, ensure_ascii=False, default=str).encode("utf-8", "backslashreplace").decode()
        if taken := orders.of_refused(file.source.name, named.get("source_id"), file.source.author, original):
            yield _taken_down(named, taken, original)
        else:
            yield _reject(named, poem.reason, poem.detail, original[:ORIGINAL_LIMIT], len(original))
        return
    of_work = orders.of(file.source.name, poem["source_id"], poem["work_id"], poem["author"])
    named = {**place, "source_id": poem["source_id"], "work_id": poem["work_id"]}
    for piece in pieces:
        yield _of_unit(piece, named, of_work, orders)


def _of_unit(
    piece: dict[str, Any] | LinesLeftOut, work: dict[str, Any], of_work: set[str], orders: Orders
) -> dict[str, Any]:
    """A unit of a work, or lines that belong to no unit; without content if orders name the work or the unit."""
    if isinstance(piece, LinesLeftOut):
        if of_work:
            return _taken_down(work, of_work, piece.text)
        reason, detail = piece.refusal.reason, piece.refusal.detail
        return _reject(work, reason, detail, piece.text[:ORIGINAL_LIMIT], len(piece.text))
    place = {name: work[name] for name in ("source", "file", "row")}
    spilled = {"key": piece["text_id"], **_REJECT_COLUMNS, **piece, **place}
    taken = of_work | orders.of(work["source"], piece["source_id"], piece["work_id"], piece["author"])
    return without_content(spilled, taken) if taken else spilled


def _taken_down(place: dict[str, Any], orders: set[str], original: str) -> dict[str, Any]:
    """A row that is not a poem, and that some orders take down."""
    source, named = place["source"], place.get("source_id")
    key = hash_id("reject", source, TAKEN_DOWN, original)
    work = None if named is None else work_id(source, named, "")
    return without_content({**_POEM_COLUMNS, **_REJECT_COLUMNS, "key": key, **place, "work_id": work}, orders)


def _reject(place: dict[str, Any], reason: str, detail: str, original: str, size: int) -> dict[str, Any]:
    key = hash_id("reject", place["source"], reason, original, str(size))
    refusal = {"reason": reason, "detail": detail, "original": original, "original_size": size}
    return {"key": key, **_POEM_COLUMNS, **_REJECT_COLUMNS, **place, **refusal}
