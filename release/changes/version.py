"""The version that a difference requires."""

from enum import IntEnum

from versebench.release.changes.difference import DECIDING, Difference, TableDifference

FIRST = "1.0.0"
"""The version of a release without a previous one."""


class Change(IntEnum):
    """How much a release differs from the previous one for its users."""

    PATCH = 0
    """The same rows, serialised again, or other documents."""
    MINOR = 1
    """Rows, tables or fields were added."""
    MAJOR = 2
    """Rows were changed, removed or moved between splits; tables or fields were removed, or fields have other types."""


def change_of(difference: Difference) -> Change:
    """How much two releases differ. Tables and fields always decide, rows only in the tables of facts."""
    return max((_of_table(name, table) for name, table in difference.items()), default=Change.PATCH)


def _of_table(name: str, table: TableDifference) -> Change:
    decides = name in DECIDING
    if table.is_gone or table.fields_removed or table.fields_retyped or (decides and (table.removed or table.changed)):
        return Change.MAJOR
    if table.is_new or table.fields_added or (decides and table.added):
        return Change.MINOR
    return Change.PATCH


def next_version(previous: str, change: Change) -> str:
    """The version after ``previous``, as ``major.minor.patch``."""
    major, minor, patch = numbers(previous)
    if change == Change.MAJOR:
        return f"{major + 1}.0.0"
    return f"{major}.{minor + 1}.0" if change == Change.MINOR else f"{major}.{minor}.{patch + 1}"


def numbers(version: str) -> tuple[int, int, int]:
    """Major, minor and patch of a version, which define the order of versions."""
    major, minor, patch = map(int, version.split("."))
    return major, minor, patch
