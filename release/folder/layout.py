"""The layout of a release's tables in files: at most as many files as a record may have, cut at the same shards."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from versebench.schemas.splits import SPLIT_NAMES
from versebench.schemas.table import Table

MOST_TABLE_FILES = 75
"""Most table files of a release. Zenodo accepts 100 files per record; the rest is for the documents."""


@dataclass(frozen=True)
class FilePlan:
    """A planned file: the rows of a split in these shards, or all rows if the table has no splits."""

    table: str
    split: str | None
    number: int
    files: int
    shards: range

    @property
    def name(self) -> str:
        """The name of the file."""
        stem = self.table if self.split is None else f"{self.table}-{self.split}"
        return f"{stem}-{self.number:05d}-of-{self.files:05d}.parquet"


def is_split(table: Table) -> bool:
    """Whether each row of a table belongs to a work, and therefore to the split of this work."""
    of_works = "work_id" in table.schema.names and not table.schema.field("work_id").nullable
    return of_works and "artist_id" not in table.schema.names


def in_order(splits: Collection[str]) -> list[str]:
    """The splits in the order: train, validation, test."""
    return [split for split in SPLIT_NAMES if split in splits]


def plan_files(
    tables: Sequence[Table], shards: int, splits: Collection[str], most: int = MOST_TABLE_FILES
) -> dict[str, list[FilePlan]]:
    """The files of each table, by split and then in the order of the shards.

    Every table is cut at the same shards, into as many groups of nearly equal size as give at most ``most`` files. If
    even one group gives more files than that, there is one group.
    """
    present = in_order(splits)
    of_table: dict[str, Sequence[str | None]] = {
        table.name: present if present and is_split(table) else [None] for table in tables
    }
    each = sum(map(len, of_table.values()))
    groups = cut(shards, max(1, min(shards, most // each)) if each else 1)
    return {
        name: [
            FilePlan(name, split, number, len(groups), group) for split in mine for number, group in enumerate(groups)
        ]
        for name, mine in of_table.items()
    }


def cut(shards: int, groups: int) -> list[range]:
    """The shards in ``groups`` groups of nearly equal size, in order."""
    return [range(*ends) for ends in pairwise(shards * group // groups for group in range(groups + 1))]
