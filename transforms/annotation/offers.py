"""What models offered for a poem: the candidates from which a task that needs models chooses, without them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa

    from versebench.storage.manifest import Manifest


@dataclass(frozen=True, slots=True)
class Offered:
    """A text to stand from ``start`` to ``end`` of the poem's own, and the words concerned.

    ``ranks`` are its places among those for the same part of the poem, from 1, by each model that was asked, and then
    the places in the thesaurus of the senses that gave it, where it comes from one.
    """

    start: int
    end: int
    text: str
    words: tuple[str, ...]
    ranks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Offers:
    """Every candidate of a poem for one task, in the order of their table; or ``reason``, why nothing was tried."""

    offered: tuple[Offered, ...] = ()
    reason: str | None = None


OffersByTask = Mapping[str, Offers]
"""Under the label of each task that needs models."""

ReadOffers = Callable[["pa.Table", "pa.Table", "pa.Table", str], dict[str, Offers]]
"""From candidates, attempts, poems and a label to the offers for each poem, by work id."""


@dataclass(frozen=True)
class OfferedTables:
    """Where the candidates of one task are, in which table, and how it is read."""

    label: str
    table: str
    read: ReadOffers
    directory: str
    made: "Manifest"

    def offers(self, shard: int, poems: "pa.Table") -> dict[str, Offers]:
        """What was offered for some poems of a shard, by their work ids."""
        return self.read(self._of(self.table, shard, poems), self._of("attempts", shard, poems), poems, self.label)

    def _of(self, table: str, shard: int, poems: "pa.Table") -> "pa.Table":
        import pyarrow.compute as pc

        from versebench.storage.manifest import read_table

        rows = read_table(self.directory, self.made, table, shard)
        return rows.filter(pc.is_in(rows.column("work_id"), poems.column("work_id").combine_chunks()))
