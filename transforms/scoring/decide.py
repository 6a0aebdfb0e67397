"""From scores to decisions: does the scorer prefer the original (RANLP 2021, 5; JCLS 2022, 3.4)?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from versebench.models.scorers.metrics import REDUCTIONS, Reduction
from versebench.schemas.scores import DECISIONS
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.scoring.works import Works

MEASURES = ("log_probability", "tokens", "words", "characters", "unigram_log_probability")
"""The columns of scores that reductions read."""

STATISTICS = ("pairs", "correct", "ties", "poems", "correct_squared", "correct_times_pairs", "pairs_squared")
"""Whole numbers, for each task and reduction, that add up over shards; the squared ones are sums over poems."""


@dataclass(frozen=True)
class DecideShard:
    """Makes the decisions of one scorer under one convention on a shard's pairs."""

    pairs_directory: str
    pairs: Manifest
    scores_directory: str
    scores: Manifest
    convention: str
    reductions: tuple[str, ...]
    works: Works | None = None
    """The works that count as one poem each; None if each poem does."""

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the table ``decisions``.

        Counts: ``in`` pairs, ``undecided`` pairs without a score, and ``<statistic>/<task>/<reduction>``.
        """
        pairs = read_table(self.pairs_directory, self.pairs, "pairs", shard)
        scores = read_table(self.scores_directory, self.scores, "scores", shard)
        scored = join_scores(pairs, scores.filter(pc.equal(scores.column("convention"), self.convention)))
        decisions = pa.concat_tables([decide(scored, reduction) for reduction in self.reductions])
        of_works = decisions if self.works is None else self.works.of(shard, decisions)
        counts = {"in": len(pairs), "undecided": len(pairs) - len(scored), **statistics(of_works)}
        return ShardOutput({"decisions": decisions.sort_by([(name, "ascending") for name in DECISIONS.key])}, counts)


def join_scores(pairs: pa.Table, scores: pa.Table) -> pa.Table:
    """Returns the pairs whose two texts have a score under one convention, with :data:`MEASURES` of both sides.

    Both sides have the same precision, as a unit is scored in one precision.
    """
    joined = pairs.select(["pair_id", "work_id", "task", "words_removed", "original_text_id", "corrupted_text_id"])
    for side in ("original", "corrupted"):
        keys = ["work_id", f"{side}_text_id", "convention"]
        shared = ["model", "precision"] if side == "original" else []
        names = [*keys, *shared, *(f"{side}_{measure}" for measure in MEASURES)]
        mine = scores.select(["work_id", "text_id", "convention", *shared, *MEASURES]).rename_columns(names)
        on = keys[:2] if side == "original" else keys
        joined = joined.join(mine, on, join_type="inner")
    return joined.sort_by([("pair_id", "ascending"), ("convention", "ascending")])


def decide(scored: pa.Table, reduction: str) -> pa.Table:
    """Returns decisions under a registered reduction; pairs to which it does not apply are left out."""
    metric = REDUCTIONS[reduction]
    scored = scored.filter(_applies(scored, metric))
    original, corrupted = (
        {name: scored.column(f"{side}_{name}").to_numpy() for name in MEASURES} for side in ("original", "corrupted")
    )
    if metric.of_deletions:
        corrupted["tokens"] = original["tokens"] - scored.column("words_removed").to_numpy()
    margin = metric.measure(original) - metric.measure(corrupted)
    kept = {name: scored.column(name) for name in ("pair_id", "work_id", "task", "model", "convention", "precision")}
    decided = {"margin": pa.array(margin), "correct": pa.array(margin > 0), "tie": pa.array(margin == 0)}
    return DECISIONS.build({**kept, "reduction": [reduction] * len(scored), **decided})


def _applies(scored: pa.Table, metric: Reduction) -> pa.Array:
    if metric.of_deletions:
        removed = scored.column("words_removed")
        return pc.and_(pc.greater(removed, 0), pc.less(removed, scored.column("original_tokens")))
    applies = pa.array(np.ones(len(scored), dtype=np.bool_))
    for side in ("original", "corrupted"):
        if metric.divides_by is not None:
            applies = pc.and_(applies, pc.greater(scored.column(f"{side}_{metric.divides_by}"), 0))
        if metric.needs is not None:
            applies = pc.and_(applies, pc.is_valid(scored.column(f"{side}_{metric.needs}")))
    return applies


def statistics(decisions: pa.Table) -> dict[str, int]:
    """Returns :data:`STATISTICS` of decisions, by ``<statistic>/<task>/<reduction>``.

    All pairs of a work are in one shard, so sums over the poems of the shards add up to those of the whole.
    """
    poems = decisions.group_by(["task", "reduction", "work_id"]).aggregate(
        [("correct", "sum"), ("tie", "sum"), ("pair_id", "count")]
    )
    counts: dict[str, int] = {}
    keys = list(zip(poems.column("task").to_pylist(), poems.column("reduction").to_pylist(), strict=True))
    correct, ties, pairs = (
        poems.column(name).to_numpy().astype(np.int64) for name in ("correct_sum", "tie_sum", "pair_id_count")
    )
    for task, reduction in sorted(set(keys)):
        mine = np.array([key == (task, reduction) for key in keys])
        values = _sums(correct[mine], ties[mine], pairs[mine])
        counts.update({f"{name}/{task}/{reduction}": value for name, value in zip(STATISTICS, values, strict=True)})
    return counts


def _sums(correct: np.ndarray, ties: np.ndarray, pairs: np.ndarray) -> Sequence[int]:
    sums = (pairs, correct, ties, np.ones_like(pairs), correct**2, correct * pairs, pairs**2)
    return [int(values.sum()) for values in sums]
