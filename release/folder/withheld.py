"""A release without texts: ids and spans, from which the full tables can be rebuilt with the texts.

The columns of :data:`COLUMNS` are empty or, if they consist of words of a poem, references into its text
(:mod:`versebench.release.folder.references`). All else is unchanged, including hashes of the texts, which check the
rebuilt tables.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pyarrow as pa

from versebench.release.documents.facts import ReleaseFacts
from versebench.release.folder.references import refer, resolve
from versebench.release.folder.withheld_verses import withhold_verses
from versebench.schemas.ghostwriting import VERSES
from versebench.schemas.registry import TABLES
from versebench.schemas.studies import ITEMS
from versebench.storage.manifest import Manifest

Row = dict[str, Any]
Tables = Mapping[str, pa.Table]

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "poems": ("title", "text", "included_words"),
    "annotation": ("word_phones", "word_onset", "word_vowel", "word_coda"),
    "pairs": ("original", "corrupted", "words"),
    "synonyms": ("word", "sense"),
    "scores": ("token_pieces",),
    "rejects": ("detail", "original"),
}
"""The columns of each table with words of poems or their pronunciations. Lines that a model wrote stay."""

UNCHECKED = frozenset({"poems", "annotation", "pairs", "synonyms", "rejects", VERSES.name, ITEMS.name})
"""Tables whose rows no expectation can check without the texts."""

_EMPTY: Mapping[str, Any] = {"title": None, "included_words": []}
_DECIDING = ("work_id", "reject_id", "stage", "reason")
"""The columns that decide how a row changes."""

_LATER = ("score",)
"""Stages whose rejects quote texts of a poem in the release."""


def withhold(tables: Tables) -> dict[str, pa.Table]:
    """The tables of a shard without texts."""
    texts = _by_work(tables["poems"], "text")
    changed = {name: _changed(name, table, partial(_withheld, name, texts)) for name, table in tables.items()}
    return changed | withhold_verses(tables)


@dataclass(frozen=True)
class Held:
    """What a holder of the texts has of a shard: cleaned poems, their annotation, and the rejects of both stages."""

    poems: pa.Table
    annotation: pa.Table
    rejects: pa.Table


def restore(tables: Tables, held: Held) -> tuple[dict[str, pa.Table], dict[str, int]]:
    """The full tables of a shard, and for each table the number of rows that lack a text to be rebuilt from."""
    poems = {row["work_id"]: row for row in held.poems.to_pylist()}
    mine = zip(*(tables["poems"].column(name).to_pylist() for name in ("work_id", "text_id")), strict=True)
    known = {work: poems[work] for work, text in mine if work in poems and poems[work]["text_id"] == text}
    rejects = {row["reject_id"]: row for row in held.rejects.to_pylist()}
    restoring = _Restoring(known, poems, _annotated(held.annotation), rejects)
    missing: Counter[str] = Counter()
    made = {name: _changed(name, table, partial(restoring.row, name, missing)) for name, table in tables.items()}
    return made, missing


@dataclass(frozen=True)
class _Restoring:
    """Available rows of a shard by id: poems of the release, all cleaned poems, pronunciations, and rejects."""

    known: Mapping[str, Row]
    cleaned: Mapping[str, Row]
    sounds: Mapping[str, Row]
    rejects: Mapping[str, Row]

    def row(self, name: str, missing: Counter[str], row: Row) -> Row:
        """The full row. A row that needs something unavailable is counted and stays as it is."""
        try:
            return row | (self._reject(row) if name == "rejects" else self._of_poem(name, row))
        except KeyError:
            missing[name] += 1
            return row

    def _of_poem(self, name: str, row: Row) -> Row:
        poem = self.known[row["work_id"]]
        if name == "poems":
            return {column: poem[column] for column in COLUMNS["poems"]}
        if name == "annotation":
            return self.sounds[row["work_id"]]
        original = {"original": poem["text"]} if name == "pairs" else {}
        return _each(name, row, partial(resolve, base=poem["text"])) | original

    def _reject(self, row: Row) -> Row:
        if row["reason"] == "taken_down":
            return {}
        if row["stage"] in _LATER:
            text = self.known[row["work_id"]]["text"]
            return {column: resolve(row[column], text) for column in COLUMNS["rejects"]}
        if row["stage"] == "split":
            return {"original": self.cleaned[row["work_id"]]["text"]}
        there = self.rejects[row["reject_id"]]
        return {column: there[column] for column in COLUMNS["rejects"]}


def is_withheld(manifest: Manifest) -> bool:
    """Whether a release is without texts."""
    return "full_tables" in manifest.made_of


def without_texts(facts: ReleaseFacts) -> ReleaseFacts:
    """The facts for the pages of a release without texts: all but the examples."""
    completions = tuple(replace(method, examples=()) for method in facts.completions)
    synonyms = tuple(replace(task, examples=()) for task in facts.synonyms)
    artists = None if facts.ghostwriting is None else replace(facts.ghostwriting, verses=())
    return replace(facts, withheld=True, examples=(), completions=completions, synonyms=synonyms, ghostwriting=artists)


def _withheld(name: str, texts: Mapping[str, str], row: Row) -> Row:
    if name == "rejects":
        return row | _withheld_reject(row, texts)
    if name == "annotation":
        return row | {key: [] for key in COLUMNS[name]}
    if name == "poems":
        return row | {column: _EMPTY.get(column, "") for column in COLUMNS[name]}
    original = {"original": ""} if name == "pairs" else {}
    return row | _each(name, row, partial(refer, base=texts[row["work_id"]])) | original


def _withheld_reject(row: Row, texts: Mapping[str, str]) -> Row:
    if row["reason"] == "taken_down":
        return {}
    if row["stage"] in _LATER:
        return {column: refer(row[column], texts[row["work_id"]]) for column in COLUMNS["rejects"]}
    return {"original": ""} if row["stage"] == "split" else {"detail": "", "original": ""}


def _each(name: str, row: Row, change: Callable[[str], str]) -> Row:
    """The columns of a row that are references, with each text, or each text of a list, changed."""
    return {column: _every(row[column], change) for column in COLUMNS[name] if column != "original"}


def _every(value: str | list[str] | None, change: Callable[[str], str]) -> str | list[str] | None:
    return [change(text) for text in value] if isinstance(value, list) else None if value is None else change(value)


def _changed(name: str, table: pa.Table, change: Callable[[Row], Row]) -> pa.Table:
    """A table with some columns changed row by row; the table itself if it contains no texts."""
    if name not in COLUMNS:
        return table
    needed = [column for column in table.column_names if column in (*_DECIDING, *COLUMNS[name])]
    rows = [change(row) for row in table.select(needed).to_pylist()]
    for column in (column for column in COLUMNS[name] if column in table.column_names):  # older tables lack some
        place = table.schema.get_field_index(column)
        field = TABLES[name].schema.field(column)
        table = table.set_column(place, field, pa.array((row[column] for row in rows), field.type))
    return table


def _annotated(table: pa.Table) -> dict[str, Row]:
    """The columns of the annotation that are withheld, by work."""
    columns = table.select([name for name in COLUMNS["annotation"] if name in table.column_names]).to_pylist()
    return dict(zip(table.column("work_id").to_pylist(), columns, strict=True))


def _by_work(table: pa.Table, column: str) -> dict[str, Any]:
    return dict(zip(*(table.column(name).to_pylist() for name in ("work_id", column)), strict=True))
