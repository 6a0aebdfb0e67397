"""The folder of a run of a stage, and the names of its files."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from versebench.storage import filesystem


@dataclass(frozen=True)
class Run:
    """One run of a stage, in ``<root>/<stage>/<run id>/``. Every table has ``shards`` shards."""

    root: str
    stage: str
    run_id: str
    shards: int

    @property
    def directory(self) -> str:
        """The folder of the run."""
        return filesystem.join(self.root, self.stage, self.run_id)

    def table_name(self, table: str, shard: int) -> str:
        """File name of a shard of a table."""
        return f"{table}-{shard:05d}-of-{self.shards:05d}.parquet"

    def sidecar_name(self, shard: int) -> str:
        """Name of the file that commits a shard of all tables."""
        return f"shard-{shard:05d}-of-{self.shards:05d}.json"

    def path(self, name: str) -> str:
        """Path of a file of the run."""
        return filesystem.join(self.directory, name)


def canonical_json(value: Any) -> str:
    """JSON with sorted keys and no spaces: equal values give equal text."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def run_id(description: dict[str, Any]) -> str:
    """Id of a run, 16 hex digits, from a description of everything that can change its bytes."""
    return hashlib.blake2b(canonical_json(description).encode(), digest_size=8).hexdigest()
