"""CHANGES.md: what is different since the previous release, why that makes this version, and what to do about it."""

from collections.abc import Iterator
from dataclasses import dataclass

from versebench.release.changes.difference import DECIDING, FOLLOWING, Difference, TableDifference
from versebench.release.changes.version import Change, change_of

NAME = "CHANGES.md"

_SHOWN = 3
"""Rows that are named of each table and each kind of change."""

_KINDS = {
    Change.PATCH: "A patch: every row that decides is the same.",
    Change.MINOR: "A minor version: there is more than before, and nothing of that was changed, removed or moved.",
    Change.MAJOR: "A major version: something was changed, removed or moved to another split.",
}


@dataclass(frozen=True)
class Changes:
    """A release and what it differs in from the previous one. ``older`` is that one's page, where it has one.

    ``taken_down`` works have a tombstone in the release.
    """

    name: str
    version: str
    previous: str
    difference: Difference
    asked: str
    """The version that the difference asks for."""
    older: str
    taken_down: int = 0


def render_first(name: str, version: str) -> str:
    """The page of a release that has no previous one."""
    return f"{_head(name)}\n## {version}\n\nThe first release: none is before it.\n"


def render_changes(changes: Changes) -> str:
    """The page, with the sections of the releases before below its own."""
    difference = changes.difference
    change = change_of(difference)
    above = "" if changes.version == changes.asked else f" The changes ask for {changes.asked}; its makers chose more."
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
    """What decides the version, one sentence without a stop for each table."""
    return [f"{name}: {', '.join(said)}" for name, one in difference.items() if (said := list(_said(name, one)))]


def _said(name: str, one: TableDifference) -> Iterator[str]:
    if one.is_new or one.is_gone:
        yield "the table is new" if one.is_new else "the table is gone"
        return
    if name in DECIDING:
        yield from (
            f"{_rows(count)} {what}" for what, count in (("added", one.added), ("removed", one.removed)) if count
        )
        if kept := one.changed - one.moved:
            differing = sorted(one.fields.keys() - FOLLOWING.get(name, frozenset()) - {"split"})
            yield f"{_rows(kept)} changed (in {', '.join(differing)})"
        if one.moved:
            yield f"{_rows(one.moved)} moved to another split"
    for what, fields in (
        ("new", one.fields_added),
        ("gone", one.fields_removed),
        ("of another type", one.fields_retyped),
    ):
        if fields:
            yield f"the field{'s are' if len(fields) > 1 else ' is'} {what}: {', '.join(fields)}"


def _advice(changes: Changes, change: Change) -> str:
    here, before = changes.version, changes.previous
    if change == Change.PATCH:
        return f"Nothing. Figures that were measured on {before} are figures of {here}."
    if change == Change.MINOR:
        return (
            f"Nothing breaks: all rows of {before} are here as they were. Figures hold for the version that they were "
            f"measured on; to set one beside figures of {here}, measure it again."
        )
    return " ".join(_major_advice(changes))


def _major_advice(changes: Changes) -> Iterator[str]:
    here, before, tables = changes.version, changes.previous, changes.difference.values()
    yield f"Measure again: figures of {before} cannot be set beside figures of {here}."
    if any(one.moved for one in tables):
        yield f"Train again what is tested on {here}: poems are in another split, and it may have seen its test."
    if any(one.is_gone or one.fields_removed or one.fields_retyped for one in tables):
        yield "Change what reads the tables and fields that are gone or of another type."
    if any(one.removed for name, one in changes.difference.items() if name == "poems"):
        yield f"Poems of {before} are gone: what was made from them should go too."
    if changes.taken_down:
        works = f"{changes.taken_down:,} work{'s' * (changes.taken_down != 1)}"
        yield f"Copies must go of what was taken down, {works} that `TOMBSTONES.md` lists."


def _table(difference: Difference) -> str:
    rows = [
        "| table | rows before | rows now | added | removed | changed | moved | decides |",
        "|---|---:|---:|---:|---:|---:|---:|---|",
    ]
    for name, one in difference.items():
        counts = one.before, one.after, one.added, one.removed, one.changed, one.moved
        cells = " | ".join("–" if count is None else f"{count:,}" for count in counts)
        rows.append(f"| `{name}` | {cells} | {'yes' if name in DECIDING else 'no'} |")
    note = (
        "Rows decide in the tables of facts about a poem or a pair; those of the others follow from them. Numbers of "
        "models that are no more than 0.0001 apart are the same.\n"
    )
    return "\n".join(rows) + "\n\n" + note


def _examples(difference: Difference) -> str:
    lines = []
    for name, one in difference.items():
        for change in ("added", "removed", "changed", "moved"):
            shown = [example for example in one.examples if example.change == change][:_SHOWN]
            for example in shown:
                fields = f" in {', '.join(example.fields)}" if example.fields else ""
                lines.append(f"`{name}` {change}{fields}: `{' / '.join(example.key)}`")
    return "Some of these rows, by their keys:\n\n" + _bullets(lines) if lines else ""


def _head(name: str) -> str:
    return f"# Changes of {name}\n"


def _bullets(lines: Iterator[str] | list[str]) -> str:
    return "".join(f"- {line}\n" for line in lines)


def _rows(count: int) -> str:
    return f"{count:,} row{'s' * (count != 1)}"
