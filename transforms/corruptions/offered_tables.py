"""The committed candidates of a task, read for the poems of a shard."""

from dataclasses import dataclass
from typing import Literal

import pyarrow as pa

from transforms.completion import offers as completions
from transforms.corruptions.offers import Offers
from transforms.shards.manifest import Manifest, read_table
from transforms.synonyms import offers as synonyms


@dataclass(frozen=True)
class OfferedTables:
    """Where the candidates of one task are; ``asks`` says of which kind they are."""

    label: str
    asks: Literal["writer", "selectors"]
    directory: str
    made: Manifest

    def offers(self, shard: int, poems: pa.Table) -> dict[str, Offers]:
        """What was offered for each poem of a shard, by its work id."""
        attempts = read_table(self.directory, self.made, "attempts", shard)
        if self.asks == "writer":
            found = read_table(self.directory, self.made, "completions", shard)
            return completions.offers_of(found, attempts, poems, self.label)
        found = read_table(self.directory, self.made, "synonyms", shard)
        return synonyms.offers_of(found, attempts, self.label)
