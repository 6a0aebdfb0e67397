"""Score the texts of a shard's pairs under one model."""

from dataclasses import dataclass

from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.scoring.scoring import WorkerScorer
from versebench.transforms.scoring.texts import units


@dataclass(frozen=True)
class ScoreShard:
    """The scores of every text of a shard's pairs under one model, and the texts that have none as rejects."""

    directory: str
    corrupted: Manifest
    scoring: WorkerScorer

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: ``in`` and ``out`` texts and conventions, and ``rejected.<reason>``."""
        found = self.scoring.score(units(read_table(self.directory, self.corrupted, "pairs", shard)))
        return ShardOutput({"scores": found.scores, "rejects": found.rejects}, found.counts)

    def release(self) -> None:
        """Let go of the model."""
        self.scoring.release()
