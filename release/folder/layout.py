"""How the tables of a release lie in files: as many files as a record may have, cut at the same shards."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from versebench.schemas.splits import SPLIT_NAMES
from versebench.schemas.table import Table

MOST_TABLE_FILES = 75
"""Files of tables in a release. Zenodo takes 100 files a record; the others are left for the documents."""


@dataclass(frozen=True)
class FilePlan:
    """A file that is to be written: of these shards the rows of a split, or all rows where there are no splits."""

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
    """Whether the rows of a table are each of a work, so that they are in the split of that work."""
    return "work_id" in table.schema.names and not table.schema.field("work_id").nullable


def in_order(splits: Collection[str]) -> list[str]:
    """Splits in the order in which a reader meets them."""
    return [split for split in SPLIT_NAMES if split in splits]


def plan_files(
    tables: Sequence[Table], shards: int, splits: Collection[str], most: int = MOST_TABLE_FILES
) -> dict[str, list[FilePlan]]:
    """The files of each table, by split and then in the order of the shards.

    Every table is cut at the same shards, into groups of nearly the same number, as many as make no more than ``most``
    files; where not even one group does, there is one.
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
    """The shards in as many groups of nearly the same number, in their order."""
    return [range(*ends) for ends in pairwise(shards * group // groups for group in range(groups + 1))]
