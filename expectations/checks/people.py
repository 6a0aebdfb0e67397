"""Derived columns of studies: do answers have their judges, and do figures follow from the counts in the same row?"""

import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.rows import Rows

_OUTCOMES = ("both_correct", "only_people", "only_model", "neither")

# Figures are stored with twelve digits.
TOLERANCE = 1e-9


def judge_exists(rows: Rows) -> pa.Array:
    """Whether the judge is listed."""
    return rows.exists_in("judges", ["study", "judge"])


def judgement_exists(rows: Rows) -> pa.Array:
    """Whether the page of the line was judged by this judge."""
    return rows.exists_in("judgements", ["study", "judge", "item"])


def gold_holds(rows: Rows) -> pa.Array:
    """Whether at most all items that check attention are right."""
    return pc.less_equal(rows.column("gold_right"), rows.column("gold_asked"))


def reasoned(rows: Rows) -> pa.Array:
    """Whether there is a figure, or a reason why there is none."""
    return pc.or_(rows.column("value").is_valid(), rows.column("why_null").is_valid())


def interval_holds(rows: Rows) -> pa.Array:
    """Whether the interval has both ends or none, the lower one first. A bootstrap interval can miss the figure."""
    low, high = rows.column("low"), rows.column("high")
    return pc.and_(pc.equal(low.is_valid(), high.is_valid()), pc.fill_null(pc.less_equal(low, high), True))


def counts_hold(rows: Rows) -> pa.Array:
    """Whether the four outcomes add up to the pairs, and there are at most as many poems as pairs."""
    both, people, model, neither = (rows.column(name) for name in _OUTCOMES)
    complete = pc.equal(pc.add(pc.add(both, people), pc.add(model, neither)), rows.column("pairs"))
    return pc.and_(complete, pc.less_equal(rows.column("poems"), rows.column("pairs")))


def share_holds(rows: Rows) -> pa.Array:
    """Whether the share is that of the counts; null of a verse that was never shown."""
    shown, chosen, share = (rows.column(name) for name in ("times_shown", "times_chosen", "share"))
    counted = pc.divide(chosen.cast(pa.float64()), pc.if_else(pc.greater(shown, 0), shown, None).cast(pa.float64()))
    close = pc.less_equal(pc.abs(pc.subtract(counted, share)), TOLERANCE)
    return pc.or_(pc.and_(counted.is_null(), share.is_null()), pc.fill_null(close, False))
