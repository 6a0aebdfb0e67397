"""Derived columns of attempts, and of the candidates that came of them: is every one accounted for?"""

from collections import Counter

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.rows import Rows, joined, whole_column

KEY = ("work_id", "task")


def of_attempt(rows: Rows, name: str) -> pa.Array:
    """A column of the attempt that a candidate came of; null where there is none."""
    attempts = rows.sibling("attempts")
    place = pc.index_in(joined(rows.data, KEY), value_set=joined(attempts, KEY), skip_nulls=True)
    return whole_column(attempts, name).take(place)


def attempt_exists(rows: Rows) -> pa.Array:
    """Whether the attempt of a candidate is in the shard, and kept as many as there are."""
    keys = joined(rows.data, KEY)
    counted = keys.value_counts()
    there = counted.field("counts").take(pc.index_in(keys, value_set=counted.field("values")))
    return pc.equal(there, of_attempt(rows, "kept"))


def kept_there(rows: Rows) -> pa.Array:
    """Whether as many candidates are in the shard as were kept; a table that was not given says nothing.

    Only a completion has tokens that it may have, which tells whose table it is.
    """
    candidates = {
        name: Counter(joined(rows.siblings[name], KEY).to_pylist())
        for name in ("completions", "synonyms")
        if name in rows.siblings
    }
    of = pc.if_else(pc.greater(rows.column("most_tokens"), 0), "completions", "synonyms").to_pylist()
    attempts = zip(of, joined(rows.data, KEY).to_pylist(), rows.column("kept").to_pylist(), strict=True)
    return pa.array(name not in candidates or candidates[name][key] == kept for name, key, kept in attempts)


def conserved(rows: Rows) -> pa.Array:
    """Whether what was found is what was kept and what was refused."""
    counts = rows.column("refused_counts")
    owner = pc.list_parent_indices(counts).to_numpy()
    refused = np.bincount(owner, counts.flatten().to_numpy(zero_copy_only=False), len(counts))
    return pc.equal(pc.add(rows.column("kept").cast(pa.float64()), pa.array(refused)), rows.column("found"))


def refusals_hold(rows: Rows) -> pa.Array:
    """Whether each reason of a refusal stands once, in the order of the names, with a count of its own."""
    reasons, counts = (rows.column(f"refused_{of}").to_pylist() for of in ("reasons", "counts"))
    return pa.array(_told(*given) for given in zip(reasons, counts, strict=True))


def _told(reasons: list[str | None] | None, counts: list[int | None] | None) -> bool:
    if reasons is None or counts is None or len(reasons) != len(counts):
        return False
    named = [reason for reason in reasons if reason]
    return reasons == sorted(set(named)) and all(count is not None and count > 0 for count in counts)


def reason_holds(rows: Rows) -> pa.Array:
    """Whether nothing was run or found where a reason is given, and a search of completions was run where none is."""
    given = rows.column("reason").is_valid()
    runs = rows.column("runs")
    idle = pc.and_(pc.equal(runs, 0), pc.equal(rows.column("found"), 0))
    searched = pc.or_(pc.equal(rows.column("most_tokens"), 0), pc.greater(runs, 0))
    return pc.if_else(given, idle, searched)
