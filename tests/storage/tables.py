"""Small tables, runs and tasks."""

from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from versebench.schemas.poems import PROVENANCE
from versebench.storage.commit import ShardOutput, Sidecar, commit_shard
from versebench.storage.run import Run


def places(shard: int, rows: int = 3) -> pa.Table:
    """A small table whose rows differ between shards."""
    return PROVENANCE.build(
        {
            "row_id": [f"{shard}-{row}" for row in range(rows)],
            "file": ["poems.json"] * rows,
            "row": list(range(1, rows + 1)),
        }
    )


def committed(root: Path, shards: int = 2) -> tuple[Run, list[Sidecar]]:
    """A run whose shards are all committed, without a manifest."""
    run = Run(str(root), "ingest", "0" * 16, shards)
    return run, [commit_shard(run, shard, MakePlaces(None)(shard)) for shard in range(shards)]


@dataclass(frozen=True)
class MakePlaces:
    """A shard task that records each call in a folder, if one is given."""

    calls: str | None

    def __call__(self, shard: int) -> ShardOutput:
        if self.calls is not None:
            (Path(self.calls) / str(shard)).touch()
        return ShardOutput({"provenance": places(shard)}, {"in": 3, "out": 3})


@dataclass(frozen=True)
class Fail:
    """A shard task that fails, in one of three ways."""

    kind: str
    text: str

    def __call__(self, shard: int) -> ShardOutput:
        from versebench.transforms.mapping.failure import RecoverableError

        raise {"recoverable": RecoverableError, "value": ValueError, "os": OSError}[self.kind](self.text)
