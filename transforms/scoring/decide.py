"""From scores to decisions: does the model prefer the original (RANLP 2021, 5; JCLS 2022, 3.4)?"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from versebench.models.scorers.reductions import mean_lp, pen_lp, per_character, per_word, slor
from versebench.schemas.scores import DECISIONS
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table

Side = Mapping[str, np.ndarray]
"""The measures of one side of some pairs, each [pairs]."""

MEASURES = ("log_probability", "tokens", "words", "characters", "unigram_log_probability")

REDUCTIONS: dict[str, Callable[[Side], np.ndarray]] = {
    "sum": lambda side: side["log_probability"],
    "mean": lambda side: mean_lp(side["log_probability"], side["tokens"]),
    "mean_jcls": lambda side: mean_lp(side["log_probability"], side["tokens"]),
    "pen_lp": lambda side: pen_lp(side["log_probability"], side["tokens"]),
    "per_word": lambda side: per_word(side["log_probability"], side["words"]),
    "per_character": lambda side: per_character(side["log_probability"], side["characters"]),
    "slor": lambda side: slor(side["log_probability"], side["unigram_log_probability"], side["tokens"]),
}
"""How a text's score becomes the number that is compared: ``sum`` (RANLP 2021), ``mean`` over each text's own tokens,
and those of ``versebench.models.scorers.reductions``. ``mean_jcls`` is the formula that JCLS 2022 prints for
deletions: the corruption's sum over the tokens of the original less the words deleted; it applies where a word was
deleted, and fewer than the original has tokens. A reduction is a line here and in
``versebench.models.scorers.settings.Reduction``.
"""

_DIVIDED_BY = {
    **dict.fromkeys(("mean", "pen_lp", "slor"), "tokens"),
    "per_word": "words",
    "per_character": "characters",
}
"""What a text must have one of."""

STATISTICS = ("pairs", "correct", "ties", "poems", "correct_squared", "correct_times_pairs", "pairs_squared")
"""Whole numbers per task and reduction that add up over shards; the squared ones are sums over poems."""


@dataclass(frozen=True)
class DecideShard:
    """The decisions of one model under one convention on a shard's pairs."""

    pairs_directory: str
    pairs: Manifest
    scores_directory: str
    scores: Manifest
    convention: str
    reductions: tuple[str, ...]

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: ``in`` pairs, ``undecided`` pairs without a score, and ``<statistic>/<task>/<reduction>``."""
        pairs = read_table(self.pairs_directory, self.pairs, "pairs", shard)
        scores = read_table(self.scores_directory, self.scores, "scores", shard)
        scored = join_scores(pairs, scores.filter(pc.equal(scores.column("convention"), self.convention)))
        decisions = pa.concat_tables([decide(scored, reduction) for reduction in self.reductions])
        counts = {"in": len(pairs), "undecided": len(pairs) - len(scored), **statistics(decisions)}
        return ShardOutput({"decisions": decisions.sort_by([(name, "ascending") for name in DECISIONS.key])}, counts)


def join_scores(pairs: pa.Table, scores: pa.Table) -> pa.Table:
    """Pairs of which both texts have a score under a convention, with the columns of :data:`MEASURES` of each side.

    Both sides have one precision, as a unit is scored in one.
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
    """Decisions under a reduction of :data:`REDUCTIONS`; pairs to which it does not apply are left out."""
    scored = scored.filter(_applies(scored, reduction))
    sides = [
        {name: scored.column(f"{side}_{name}").to_numpy() for name in MEASURES} for side in ("original", "corrupted")
    ]
    original, corrupted = sides
    if reduction == "mean_jcls":
        removed = scored.column("words_removed").to_numpy()
        corrupted = {**corrupted, "tokens": original["tokens"] - removed}
    reduce = REDUCTIONS[reduction]
    margin = reduce(original) - reduce(corrupted)
    kept = {name: scored.column(name) for name in ("pair_id", "work_id", "task", "model", "convention", "precision")}
    decided = {"margin": pa.array(margin), "correct": pa.array(margin > 0), "tie": pa.array(margin == 0)}
    return DECISIONS.build({**kept, "reduction": [reduction] * len(scored), **decided})


def _applies(scored: pa.Table, reduction: str) -> pa.Array:
    if reduction == "mean_jcls":
        removed = scored.column("words_removed")
        return pc.and_(pc.greater(removed, 0), pc.less(removed, scored.column("original_tokens")))
    applies = pa.array(np.ones(len(scored), dtype=np.bool_))
    for side in ("original", "corrupted"):
        if length := _DIVIDED_BY.get(reduction):
            applies = pc.and_(applies, pc.greater(scored.column(f"{side}_{length}"), 0))
        if reduction == "slor":
            applies = pc.and_(applies, pc.is_valid(scored.column(f"{side}_unigram_log_probability")))
    return applies


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
