"""Derived columns of attempts and their candidates: is every candidate accounted for?"""

from collections import Counter

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.rows import Rows, joined, whole_column

KEY = ("work_id", "task")


def of_attempt(rows: Rows, name: str) -> pa.Array:
    """A column of the attempt that produced each candidate; null if the shard has no such attempt."""
    attempts = rows.sibling("attempts")
    place = pc.index_in(joined(rows.data, KEY), value_set=joined(attempts, KEY), skip_nulls=True)
    return whole_column(attempts, name).take(place)


def attempt_exists(rows: Rows) -> pa.Array:
    """Whether the attempt of a candidate is in the shard, and states the number of candidates that the shard has."""
    keys = joined(rows.data, KEY)
    counted = keys.value_counts()
    present = counted.field("counts").take(pc.index_in(keys, value_set=counted.field("values")))
    return pc.equal(present, of_attempt(rows, "kept"))


def kept_there(rows: Rows) -> pa.Array:
    """Whether the shard has as many candidates as the attempt kept; true if the table of candidates is not given.

    An attempt with a token limit is one of completions, any other one of synonyms.
    """
    candidates = {
        name: Counter(joined(rows.siblings[name], KEY).to_pylist())
        for name in ("completions", "synonyms")
        if name in rows.siblings
    }
    names = pc.if_else(pc.greater(rows.column("most_tokens"), 0), "completions", "synonyms").to_pylist()
    attempts = zip(names, joined(rows.data, KEY).to_pylist(), rows.column("kept").to_pylist(), strict=True)
    return pa.array(name not in candidates or candidates[name][key] == kept for name, key, kept in attempts)


def conserved(rows: Rows) -> pa.Array:
    """Whether the candidates that were found are as many as those kept and those refused."""
    counts = rows.column("refused_counts")
    owner = pc.list_parent_indices(counts).to_numpy()
    refused = np.bincount(owner, counts.flatten().to_numpy(zero_copy_only=False), len(counts))
    return pc.equal(pc.add(rows.column("kept").cast(pa.float64()), pa.array(refused)), rows.column("found"))


def refusals_hold(rows: Rows) -> pa.Array:
    """Whether the reasons of refusals are distinct and sorted, each with a positive count."""
    reasons, counts = (rows.column(f"refused_{of}").to_pylist() for of in ("reasons", "counts"))
    return pa.array(_refusals_valid(*pair) for pair in zip(reasons, counts, strict=True))


def _refusals_valid(reasons: list[str | None] | None, counts: list[int | None] | None) -> bool:
    if reasons is None or counts is None or len(reasons) != len(counts):
        return False
    named = [reason for reason in reasons if reason]
    return reasons == sorted(set(named)) and all(count is not None and count > 0 for count in counts)


def reason_holds(rows: Rows) -> pa.Array:
    """Whether attempts with a reason have no runs or candidates, and other attempts at completions have a run."""
    given = rows.column("reason").is_valid()
    runs = rows.column("runs")
    idle = pc.and_(pc.equal(runs, 0), pc.equal(rows.column("found"), 0))
    searched = pc.or_(pc.equal(rows.column("most_tokens"), 0), pc.greater(runs, 0))
    return pc.if_else(given, idle, searched)
