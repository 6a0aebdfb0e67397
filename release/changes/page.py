"""CHANGES.md: the differences from the previous release, the version that they require, and what to do about them."""

from collections.abc import Iterator
from dataclasses import dataclass

from versebench.release.changes.difference import DECIDING, FOLLOWING, Difference, TableDifference
from versebench.release.changes.version import Change, change_of

NAME = "CHANGES.md"

_SHOWN = 3
"""How many rows are listed for each table and each kind of change."""

_KINDS = {
    Change.PATCH: "A patch: no row that decides the version has changed.",
    Change.MINOR: "A minor version: something was added, and nothing was changed, removed or moved to another split.",
    Change.MAJOR: "A major version: something was changed, removed or moved to another split.",
}


@dataclass(frozen=True)
class Changes:
    """A release and its differences from the previous table.

    ``older`` is the page of the previous release, or empty. ``taken_down`` counts the works with a tombstone in the
    release.
    """

    name: str
    version: str
    previous: str
    difference: Difference
    required: str
    """The version that the difference requires."""
    older: str
    taken_down: int = 0


def render_first(name: str, version: str) -> str:
    """The page of a release without a previous table."""
    return f"{_head(name)}\n## {version}\n\nThis is the first release.\n"


def render_changes(changes: Changes) -> str:
    """The page: the section of this release, then those of earlier releases."""
    difference = changes.difference
    change = change_of(difference)
    above = (
        ""
        if changes.version == changes.required
        else f" The changes require only {changes.required}; the creators chose a higher version."
    )
    parts = [
        f"## {changes.version}, after {changes.previous}\n\n{_KINDS[change]}{above}\n",
        _bullets(f"{sentence}." for sentence in sentences(difference)),
        f"**What to do.** {_advice(changes, change)}\n",
        _table(difference),
        _examples(difference),
    ]
    older = changes.older[changes.older.find("\n## ") :] if "\n## " in changes.older else ""
    return _head(changes.name) + "\n" + "\n".join(filter(None, parts)) + older


def sentences(difference: Difference) -> list[str]:
    """The changes that decide the version: for each table a sentence without a full stop."""
    return [
        f"{name}: {', '.join(phrases)}"
        for name, table in difference.items()
        if (phrases := list(_phrases(name, table)))
    ]


def _phrases(name: str, table: TableDifference) -> Iterator[str]:
    if table.is_new or table.is_gone:
        yield "the table is new" if table.is_new else "the table was removed"
        return
    if name in DECIDING:
        yield from (
            f"{_rows(count)} {what}" for what, count in (("added", table.added), ("removed", table.removed)) if count
        )
        if kept := table.changed - table.moved:
            differing = sorted(table.fields.keys() - FOLLOWING.get(name, frozenset()) - {"split"})
            yield f"{_rows(kept)} changed (in {', '.join(differing)})"
        if table.moved:
            yield f"{_rows(table.moved)} moved to another split"
    for what, fields in (
        ("added", table.fields_added),
        ("removed", table.fields_removed),
        ("changed in type", table.fields_retyped),
    ):
        if fields:
            yield f"{'fields' if len(fields) > 1 else 'field'} {what}: {', '.join(fields)}"


def _advice(changes: Changes, change: Change) -> str:
    here, before = changes.version, changes.previous
    if change == Change.PATCH:
        return f"Nothing. Results measured on {before} are also valid for {here}."
    if change == Change.MINOR:
        return (
            f"Nothing breaks: all rows of {before} are unchanged. Results are valid for the version that they were "
            f"measured on; before you compare them with results of {here}, measure them again."
        )
    return " ".join(_major_advice(changes))


def _major_advice(changes: Changes) -> Iterator[str]:
    here, before, tables = changes.version, changes.previous, changes.difference.values()
    yield f"Measure again: results of {before} cannot be compared with results of {here}."
    if any(table.moved for table in tables):
        yield (
            f"Train models again before you test them on {here}: poems moved between splits, so a model may have seen "
            "poems of the test."
        )
    if any(table.is_gone or table.fields_removed or table.fields_retyped for table in tables):
        yield "Update code that reads tables or fields that were removed or changed in type."
    if "poems" in changes.difference and changes.difference["poems"].removed:
        yield f"Poems of {before} were removed: delete what you made from them."
    if changes.taken_down:
        works = f"{changes.taken_down:,} work{'s' * (changes.taken_down != 1)}"
        yield f"Delete all copies of what was taken down: {works}, listed in `TOMBSTONES.md`."


def _table(difference: Difference) -> str:
    rows = [
        "| table | rows before | rows now | added | removed | changed | moved | decides |",
        "|---|---:|---:|---:|---:|---:|---:|---|",
    ]
    for name, table in difference.items():
        counts = table.before, table.after, table.added, table.removed, table.changed, table.moved
        cells = " | ".join("–" if count is None else f"{count:,}" for count in counts)
        rows.append(f"| `{name}` | {cells} | {'yes' if name in DECIDING else 'no'} |")
    note = (
        "Only rows of tables with facts about a poem or a pair decide the version; the rows of other tables follow "
        "from them. Numbers from models count as equal if they differ by at most 0.0001.\n"
    )
    return "\n".join(rows) + "\n\n" + note


def _examples(difference: Difference) -> str:
    lines = []
    for name, table in difference.items():
        for change in ("added", "removed", "changed", "moved"):
            shown = [example for example in table.examples if example.change == change][:_SHOWN]
            for example in shown:
                fields = f" in {', '.join(example.fields)}" if example.fields else ""
                lines.append(f"`{name}` {change}{fields}: `{' / '.join(example.key)}`")
    return "Some of these rows, with their keys:\n\n" + _bullets(lines) if lines else ""


def _head(name: str) -> str:
    return f"# Changes of {name}\n"


def _bullets(lines: Iterator[str] | list[str]) -> str:
    return "".join(f"- {line}\n" for line in lines)


def _rows(count: int) -> str:
    return f"{count:,} row{'s' * (count != 1)}"
