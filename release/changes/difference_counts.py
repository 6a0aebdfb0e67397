"""Differences as counts that add up over shards, and back."""

import json
from collections.abc import Mapping

from versebench.release.changes.difference import Difference, Example, TableDifference
from versebench.storage.run import canonical_json

_ROWS = ("before", "after", "added", "removed", "changed", "moved")
_FIELDS = ("fields_added", "fields_removed", "fields_retyped")
_EXAMPLE = "example "


def to_counts(table: str, found: TableDifference) -> dict[str, int]:
    """What is counted in a shard of a table that both releases have.

    ``<table>/<what>`` for rows, ``<table>/<what>/<field>`` for fields, and 1 for each example, under all that it says.
    """
    counts = {f"{table}/{name}": getattr(found, name) for name in _ROWS}
    counts.update({f"{table}/fields/{name}": rows for name, rows in found.fields.items()})
    counts.update({f"{table}/{what}/{name}": 1 for what in _FIELDS for name in getattr(found, what)})
    said = ([table, one.change, one.key, one.fields] for one in found.examples)
    return {**counts, **{_EXAMPLE + canonical_json(one): 1 for one in said}}


def from_counts(counts: Mapping[str, int]) -> Difference:
    """The differences of whole tables from the sums of their shards' counts; the order of fields is that of names."""
    rows: dict[str, dict[str, int]] = {}
    fields: dict[tuple[str, str], dict[str, int]] = {}
    examples: dict[str, list[Example]] = {}
    for name, count in counts.items():
        if name.startswith(_EXAMPLE):
            table, change, key, differing = json.loads(name.removeprefix(_EXAMPLE))
            examples.setdefault(table, []).append(Example(change, tuple(key), tuple(differing)))
            continue
        table, what, *field = name.split("/")
        if field:
            fields.setdefault((table, what), {})[field[0]] = count
        else:
            rows.setdefault(table, {})[what] = count
    return {
        table: TableDifference(
            **counted,
            fields=fields.get((table, "fields"), {}),
            fields_added=tuple(fields.get((table, "fields_added"), ())),
            fields_removed=tuple(fields.get((table, "fields_removed"), ())),
            fields_retyped=tuple(fields.get((table, "fields_retyped"), ())),
            examples=tuple(examples.get(table, ())),
        )
        for table, counted in sorted(rows.items())
    }
