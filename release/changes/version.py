"""The version that a difference asks for."""

from enum import IntEnum

from versebench.release.changes.difference import DECIDING, Difference, TableDifference

FIRST = "1.0.0"
"""The version of a release without a previous one."""


class Change(IntEnum):
    """How much a release differs from the previous one, for those who use it."""

    PATCH = 0
    """The same rows, serialised again, or other documents."""
    MINOR = 1
    """Rows, tables or fields were added."""
    MAJOR = 2
    """Rows were changed, removed or moved between splits; tables or fields were removed, or fields have other types."""


def change_of(difference: Difference) -> Change:
    """How much two releases differ. Rows decide in the tables of facts alone, tables and fields in all of them."""
    return max((_of_table(name, one) for name, one in difference.items()), default=Change.PATCH)


def _of_table(name: str, one: TableDifference) -> Change:
    decides = name in DECIDING
    if one.is_gone or one.fields_removed or one.fields_retyped or (decides and (one.removed or one.changed)):
        return Change.MAJOR
    if one.is_new or one.fields_added or (decides and one.added):
        return Change.MINOR
    return Change.PATCH


def next_version(previous: str, change: Change) -> str:
    """The version after another, ``major.minor.patch``."""
    major, minor, patch = numbers(previous)
    if change == Change.MAJOR:
        return f"{major + 1}.0.0"
    return f"{major}.{minor + 1}.0" if change == Change.MINOR else f"{major}.{minor}.{patch + 1}"


def numbers(version: str) -> tuple[int, int, int]:
    """Major, minor and patch of a version, by which versions are ordered."""
    major, minor, patch = map(int, version.split("."))
    return major, minor, patch
