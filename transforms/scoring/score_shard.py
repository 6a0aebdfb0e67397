"""Score the texts of a shard's pairs with one scorer."""

from dataclasses import dataclass

from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.scoring.scoring import WorkerScorer
from versebench.transforms.scoring.texts import units


@dataclass(frozen=True)
class ScoreShard:
    """Scores every text of a shard's pairs with one scorer; texts that cannot be scored become rejects."""

    directory: str
    corrupted: Manifest
    scoring: WorkerScorer

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the tables ``scores`` and ``rejects``.

        Counts: ``in`` and ``out``, in texts times conventions, ``rejected.<reason>``, and ``fallback/<what>``.
        """
        scored = self.scoring.score(units(read_table(self.directory, self.corrupted, "pairs", shard)))
        return ShardOutput({"scores": scored.scores, "rejects": scored.rejects}, scored.counts)

    def release(self) -> None:
        """Let go of the model."""
        self.scoring.release()
