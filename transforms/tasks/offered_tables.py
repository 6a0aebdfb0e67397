"""The committed candidates of a task, read for the poems of a shard."""

from dataclasses import dataclass
from typing import Literal

import pyarrow as pa
import pyarrow.compute as pc

from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.annotation.offers import Offers
from versebench.transforms.tasks.completions.offers import offers_of as completions_offered
from versebench.transforms.tasks.synonyms.offers import offers_of as synonyms_offered


@dataclass(frozen=True)
class OfferedTables:
    """Where the candidates of one task are; ``asks`` says of which kind they are."""

    label: str
    asks: Literal["generator", "selectors"]
    directory: str
    made: Manifest

    def offers(self, shard: int, poems: pa.Table) -> dict[str, Offers]:
        """What was offered for some poems of a shard, by their work ids."""
        attempts = self._of("attempts", shard, poems)
        if self.asks == "generator":
            return completions_offered(self._of("completions", shard, poems), attempts, poems, self.label)
        return synonyms_offered(self._of("synonyms", shard, poems), attempts, self.label)

    def _of(self, table: str, shard: int, poems: pa.Table) -> pa.Table:
        rows = read_table(self.directory, self.made, table, shard)
        return rows.filter(pc.is_in(rows.column("work_id"), poems.column("work_id").combine_chunks()))
