"""What models offered for a poem: a task that needs models chooses among these candidates without the models."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa

    from versebench.storage.manifest import Manifest


@dataclass(frozen=True, slots=True)
class Offered:
    """A candidate: a text that can replace characters ``start`` to ``end`` of the poem, and the words concerned.

    ``ranks`` are its ranks among the candidates for the same part of the poem, from 1, by each model that was asked. If
    it comes from a thesaurus, the numbers of the senses that gave it follow.
    """

    start: int
    end: int
    text: str
    words: tuple[str, ...]
    ranks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Offers:
    """Every candidate of a poem for one task, in the order of their table; or ``reason``, why no model was asked."""

    offered: tuple[Offered, ...] = ()
    reason: str | None = None


OffersByTask = Mapping[str, Offers]
"""Offers by the label of each task that needs models."""

ReadOffers = Callable[["pa.Table", "pa.Table", "pa.Table", str], dict[str, Offers]]
"""A function from candidates, attempts, poems and a label to the offers for each poem, by work id."""


@dataclass(frozen=True)
class OfferedTables:
    """The location of the candidates of one task: run, table, and the function that reads it."""

    label: str
    table: str
    read: ReadOffers
    directory: str
    made: "Manifest"

    def offers(self, shard: int, poems: "pa.Table") -> dict[str, Offers]:
        """The offers for some poems of a shard, by work id."""
        return self.read(self._of(self.table, shard, poems), self._of("attempts", shard, poems), poems, self.label)

    def _of(self, table: str, shard: int, poems: "pa.Table") -> "pa.Table":
        import pyarrow.compute as pc

        from versebench.storage.manifest import read_table

        rows = read_table(self.directory, self.made, table, shard)
        return rows.filter(pc.is_in(rows.column("work_id"), poems.column("work_id").combine_chunks()))
