"""The split of a shard's poems: who is on which side, and who is refused."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from versebench.schemas.poems import POEMS
from versebench.schemas.splits import SPLITS
from versebench.storage.commit import ShardOutput
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.mapping.refused_poems import refused_poems
from versebench.transforms.near_duplicates.works import CleanedWorks
from versebench.transforms.splits.cluster import JOINS_SPLITS, Side, split_cluster
from versebench.transforms.splits.note import SplitNote, members, read_note
from versebench.transforms.splits.settings import Splits

ACROSS = "across"
NEAR_DUPLICATES = "near_duplicates"
SPLIT = "split/"


@dataclass(frozen=True)
class SplitShard:
    """The side of every poem of a shard; ``note`` is where the near-duplicates of the corpus are noted."""

    source: CleanedWorks
    note: str
    splits: Splits
    seed: int

    def __call__(self, shard: int) -> ShardOutput:
        """Counts as of :func:`split_poems`."""
        poems, works = self.source.poems(shard)
        noted = read_note(self.note, poems.column("work_id"))
        alone = (split_cluster([member], self.splits, self.seed)[0] for member in members(works))
        return split_poems(poems, [noted.sides.get(side.work, side) for side in alone], noted)


def split_poems(poems: pa.Table, sides: Sequence[Side], noted: SplitNote) -> ShardOutput:
    """The poems that are kept, their sides, and the rejects, from the side of each poem.

    Counts: ``in``, ``out`` and ``rejected.joins_splits``; of the poems that are kept those on each side, as
    ``split/train``, and those with ``near_duplicates``, kept or refused; and ``across``, pairs of near-duplicates that
    an earlier release put on two sides.
    """
    keep = pa.array([side.refused is None for side in sides], pa.bool_())
    kept = [side for side in sides if side.refused is None]
    refusals = [Refusal(JOINS_SPLITS, side.refused) for side in sides if side.refused is not None]
    on_sides = Counter(side.split for side in kept)
    rows = {name: [getattr(side, attribute) for side in kept] for name, attribute in _COLUMNS.items()}
    poems_kept = poems.filter(keep)
    return ShardOutput(
        {
            POEMS.name: POEMS.build({field.name: poems_kept.column(field.name) for field in POEMS.schema}),
            SPLITS.name: SPLITS.build(rows),
            "rejects": refused_poems("split", poems.filter(pc.invert(keep)), refusals),
        },
        {
            "in": len(poems),
            "out": len(kept),
            **({f"rejected.{JOINS_SPLITS}": len(refusals)} if refusals else {}),
            **{f"{SPLIT}{name}": count for name, count in on_sides.items()},
            NEAR_DUPLICATES: sum(side.work in noted.sides for side in kept),
            ACROSS: sum(noted.across.values()),
        },
    )


_COLUMNS = {"work_id": "work", "split": "split", "cluster": "cluster"}
