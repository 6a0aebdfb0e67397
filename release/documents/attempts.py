"""Sums, shard by shard, over the attempts of a task that needs models."""

from collections import Counter

import pyarrow as pa
import pyarrow.compute as pc

from versebench.release.documents.facts import AttemptFacts


class AttemptCounts:
    """The sums over the attempts of one task."""

    def __init__(self) -> None:
        self._not_tried: Counter[str] = Counter()
        self._refused: Counter[str] = Counter()
        self._sums: Counter[str] = Counter()

    def add(self, attempts: pa.Table) -> None:
        """Add the attempts of a shard, which must be of this task only."""
        tried = attempts.filter(attempts.column("reason").is_null())
        reasons = attempts.column("reason").drop_null().value_counts().to_pylist()
        self._not_tried.update({item["values"]: item["counts"] for item in reasons})
        self._sums["tried"] += len(tried)
        self._sums["successful"] += pc.sum(pc.greater(tried.column("kept"), 0)).as_py() or 0
        for name in ("runs", "found", "kept"):
            self._sums[name] += pc.sum(tried.column(name)).as_py() or 0
        refused = pa.table({of: pc.list_flatten(tried.column(f"refused_{of}")) for of in ("reasons", "counts")})
        for item in refused.group_by("reasons").aggregate([("counts", "sum")]).to_pylist():
            self._refused[item["reasons"]] += item["counts_sum"]

    def facts(self) -> AttemptFacts:
        """The sums of all shards."""
        sums = {name: self._sums[name] for name in ("tried", "successful", "runs", "found", "kept")}
        return AttemptFacts(not_tried=dict(self._not_tried), refused=dict(self._refused), **sums)
