"""The committed candidates of a task, read for the poems of a shard."""

from dataclasses import dataclass
from typing import Literal

import pyarrow as pa

from transforms.completion.offers import offers_of as completions_offered
from transforms.corruptions.offers import Offers
from transforms.shards.manifest import Manifest, read_table
from transforms.synonyms.offers import offers_of as synonyms_offered


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
            return completions_offered(found, attempts, poems, self.label)
        found = read_table(self.directory, self.made, "synonyms", shard)
        return synonyms_offered(found, attempts, self.label)
