"""Differences as counts that can be summed over shards, and back."""

import json
from collections.abc import Mapping

from versebench.release.changes.difference import Difference, Example, TableDifference
from versebench.storage.run import canonical_json

_ROWS = ("before", "after", "added", "removed", "changed", "moved")
_FIELDS = ("fields_added", "fields_removed", "fields_retyped")
_EXAMPLE = "example "


def to_counts(table: str, difference: TableDifference) -> dict[str, int]:
    """The counts of a shard of a table that both releases have.

    Keys are ``<table>/<what>`` for rows and ``<table>/<what>/<field>`` for fields. Each example counts 1 under a key
    that contains the example as JSON.
    """
    counts = {f"{table}/{name}": getattr(difference, name) for name in _ROWS}
    counts.update({f"{table}/fields/{name}": rows for name, rows in difference.fields.items()})
    counts.update({f"{table}/{what}/{name}": 1 for what in _FIELDS for name in getattr(difference, what)})
    examples = ([table, example.change, example.key, example.fields] for example in difference.examples)
    return {**counts, **{_EXAMPLE + canonical_json(example): 1 for example in examples}}


def from_counts(counts: Mapping[str, int]) -> Difference:
    """The differences of whole tables from the sums of their shards' counts; fields are in the order of the counts."""
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
