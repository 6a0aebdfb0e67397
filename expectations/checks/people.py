"""Derived columns of studies: do answers have their judges, and do figures follow from the counts in the same row?"""

import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.rows import Rows, joined

_OUTCOMES = ("both_correct", "only_people", "only_model", "neither")

_OF_JUDGE = ["study", "judge"]

# Figures are stored with twelve digits.
TOLERANCE = 1e-9


def judge_exists(rows: Rows) -> pa.Array:
    """Whether the judge is listed."""
    return rows.exists_in("judges", ["study", "judge"])


def place_held(rows: Rows) -> pa.Array:
    """Whether the place is at most the number of answers of the judge, and no other answer of the judge has it."""
    judges = rows.sibling("judges")
    known = pc.index_in(joined(rows.data, _OF_JUDGE), value_set=joined(judges, _OF_JUDGE))
    most = judges["answered"].combine_chunks().take(known)
    places = joined(rows.data, [*_OF_JUDGE, "place"])
    often = places.value_counts()
    alone = often.field("values").filter(pc.equal(often.field("counts"), 1))
    within = pc.fill_null(pc.less_equal(rows.column("place"), most), True)
    return pc.and_(within, pc.is_in(places, value_set=alone))


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


def effect_holds(rows: Rows) -> pa.Array:
    """Whether the effect lies within its interval, or a reason says why there is none."""
    low, value, high = (rows.column(name) for name in ("low", "log_odds", "high"))
    inside = pc.and_(pc.less_equal(low, value), pc.less_equal(value, high))
    return pc.or_(pc.fill_null(inside, False), pc.and_(value.is_null(), rows.column("why_null").is_valid()))


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
