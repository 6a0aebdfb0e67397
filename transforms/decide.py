"""From scores to decisions: does the model prefer the original (RANLP 2021, 5; JCLS 2022, 3.4)?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from schemas.scores import DECISIONS
from transforms.shards.commit import ShardOutput
from transforms.shards.manifest import Manifest, read_table

STATISTICS = ("pairs", "correct", "ties", "poems", "correct_squared", "correct_times_pairs", "pairs_squared")
"""Whole numbers per task and reduction that add up over shards; the squared ones are sums over poems."""


@dataclass(frozen=True)
class DecideShard:
    """The decisions of one model on a shard's pairs."""

    pairs_directory: str
    pairs: Manifest
    scores_directory: str
    scores: Manifest
    reductions: tuple[str, ...]

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: ``in`` pairs, ``undecided`` pairs without a score, and ``<statistic>/<task>/<reduction>``."""
        pairs = read_table(self.pairs_directory, self.pairs, "pairs", shard)
        scores = read_table(self.scores_directory, self.scores, "scores", shard)
        scored = join_scores(pairs, scores)
        decisions = pa.concat_tables([decide(scored, reduction) for reduction in self.reductions])
        counts = {"in": len(pairs), "undecided": len(pairs) - len(scored), **statistics(decisions)}
        return ShardOutput({"decisions": decisions.sort_by([(name, "ascending") for name in DECISIONS.key])}, counts)


def join_scores(pairs: pa.Table, scores: pa.Table) -> pa.Table:
    """Pairs of which both texts have a score, with columns ``original_`` and ``corrupted_`` sum and tokens."""
    joined = pairs.select(["pair_id", "work_id", "task", "words_removed", "original_text_id", "corrupted_text_id"])
    for side in ("original", "corrupted"):
        names = ["work_id", f"{side}_text_id", "model", "convention", f"{side}_sum", f"{side}_tokens"]
        mine = scores.select(["work_id", "text_id", "model", "convention", "log_probability", "tokens"]).rename_columns(
            names
        )
        mine = mine if side == "original" else mine.drop_columns(["model", "convention"])
        joined = joined.join(mine, ["work_id", f"{side}_text_id"], join_type="inner")
    return joined.sort_by("pair_id")


def decide(scored: pa.Table, reduction: str) -> pa.Table:
    """Decisions under ``sum`` (RANLP), ``mean`` over each text's own tokens, or ``mean_jcls``.

    ``mean_jcls`` is the formula that JCLS prints for deletions: the corruption's sum over the tokens of the original
    less the words deleted; it is left out where no word was deleted, or as many as the original has tokens.
    """
    if reduction == "mean_jcls":
        removed = scored.column("words_removed")
        scored = scored.filter(pc.and_(pc.greater(removed, 0), pc.less(removed, scored.column("original_tokens"))))
    original, corrupted, tokens, others, removed = (
        scored.column(name).to_numpy()
        for name in ("original_sum", "corrupted_sum", "original_tokens", "corrupted_tokens", "words_removed")
    )
    if reduction != "sum":
        original = original / tokens
        corrupted = corrupted / (others if reduction == "mean" else tokens - removed)
    margin = original - corrupted
    kept = {name: scored.column(name) for name in ("pair_id", "work_id", "task", "model", "convention")}
    decided = {"margin": pa.array(margin), "correct": pa.array(margin > 0), "tie": pa.array(margin == 0)}
    return DECISIONS.build({**kept, "reduction": [reduction] * len(scored), **decided})


def statistics(decisions: pa.Table) -> dict[str, int]:
    """:data:`STATISTICS` of some decisions, by ``<statistic>/<task>/<reduction>``.

    A poem's pairs lie in one shard, so sums over poems of a shard add up to those of the whole.
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
