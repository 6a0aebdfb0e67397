"""Decisions, worked out by hand."""

from collections.abc import Sequence

import pyarrow as pa
import pytest

from schemas.scores import DECISIONS, SCORES
from transforms.decide import STATISTICS, decide, join_scores, statistics

TASK = "delete_words.v1:words=2"


def scored(*rows: tuple[float, int, float, int, int], task: str = TASK, works: Sequence[str] = ()) -> pa.Table:
    """Scored pairs of (original sum, its tokens, corrupted sum, its tokens, words removed)."""
    count = len(rows)
    names = ("original_sum", "original_tokens", "corrupted_sum", "corrupted_tokens", "words_removed")
    kinds = (pa.float64(), pa.int32(), pa.float64(), pa.int32(), pa.int16())
    columns = {
        "pair_id": pa.array([f"p{number}" for number in range(count)], pa.string()),
        "work_id": pa.array(list(works) or [f"w{number}" for number in range(count)], pa.string()),
        "task": pa.array([task] * count, pa.string()),
        "model": pa.array(["m"] * count, pa.string()),
        "convention": pa.array(["c"] * count, pa.string()),
    }
    values = {
        name: pa.array([row[place] for row in rows], kind)
        for place, (name, kind) in enumerate(zip(names, kinds, strict=True))
    }
    return pa.table({**columns, **values})


@pytest.mark.parametrize(
    ("reduction", "margin"),
    [
        ("sum", -40.0 - -36.0),
        ("mean", -40.0 / 20 - -36.0 / 16),
        ("mean_jcls", -40.0 / 20 - -36.0 / (20 - 2)),
    ],
)
def test_margins(reduction: str, margin: float) -> None:
    table = decide(scored((-40.0, 20, -36.0, 16, 2)), reduction)
    [row] = table.to_pylist()
    assert row == {
        "pair_id": "p0",
        "work_id": "w0",
        "task": TASK,
        "model": "m",
        "convention": "c",
        "reduction": reduction,
        "margin": margin,
        "correct": margin > 0,
        "tie": margin == 0,
    }
    assert table.schema.equals(DECISIONS.schema)


@pytest.mark.parametrize(
    ("reduction", "original", "corrupted"),
    [("sum", (-8.0, 4), (-8.0, 2)), ("mean", (-8.0, 4), (-4.0, 2)), ("mean_jcls", (-8.0, 4), (-4.0, 3))],
)
def test_a_tie_earns_no_point_and_is_counted(
    reduction: str, original: tuple[float, int], corrupted: tuple[float, int]
) -> None:
    [row] = decide(scored((*original, *corrupted, 2)), reduction).to_pylist()
    assert (row["margin"], row["correct"], row["tie"]) == (0.0, False, True)


def test_the_formula_of_jcls_is_for_deletions_that_leave_a_token() -> None:
    table = scored((-8.0, 4, -4.0, 3, 0), (-8.0, 4, -4.0, 3, 1), (-8.0, 4, -4.0, 3, 4), (-8.0, 4, -4.0, 3, 5))
    assert decide(table, "mean_jcls").column("pair_id").to_pylist() == ["p1"]
    assert len(decide(table, "sum")) == len(decide(table, "mean")) == 4


def test_no_pairs_have_no_decisions() -> None:
    for reduction in ("sum", "mean", "mean_jcls"):
        assert len(decide(scored(), reduction)) == 0
    assert statistics(decide(scored(), "sum")) == {}


def scores(*rows: tuple[str, str, float, int]) -> pa.Table:
    works, texts, sums, tokens = zip(*rows, strict=True)
    count = len(rows)
    return SCORES.build(
        {
            "work_id": works,
            "text_id": texts,
            "model": ["m"] * count,
            "revision": ["r"] * count,
            "convention": ["c"] * count,
            "log_probability": sums,
            "tokens": tokens,
            "token_log_probabilities": [None] * count,
        }
    )


def test_pairs_are_joined_with_the_scores_of_both_texts() -> None:
    pairs = pa.table(
        {
            "pair_id": ["p2", "p1", "p3", "p4"],
            "work_id": ["a", "a", "b", "b"],
            "task": ["t", "t", "t", "t"],
            "words_removed": pa.array([1, 0, 1, 1], pa.int16()),
            "original_text_id": ["o", "o", "o", "o"],
            "corrupted_text_id": ["x", "y", "x", "unscored"],
        }
    )
    table = scores(
        ("a", "o", -1.0, 1), ("a", "x", -2.0, 2), ("a", "y", -3.0, 3), ("b", "o", -4.0, 4), ("b", "x", -5.0, 5)
    )
    joined = join_scores(pairs, table).to_pylist()
    found = [(row["pair_id"], row["original_sum"], row["original_tokens"], row["corrupted_sum"]) for row in joined]
    assert found == [("p1", -1.0, 1, -3.0), ("p2", -1.0, 1, -2.0), ("p3", -4.0, 4, -5.0)]
    assert {(row["model"], row["convention"]) for row in joined} == {("m", "c")}


def test_statistics_are_sums_over_pairs_and_poems() -> None:
    rows = [(-1.0, 1, -2.0, 1, 0), (-1.0, 1, -2.0, 1, 0), (-1.0, 1, -1.0, 1, 0), (-3.0, 1, -2.0, 1, 0)]
    found = statistics(decide(scored(*rows, task="t", works=["a", "a", "a", "b"]), "sum"))
    expected = {"pairs": 4, "correct": 2, "ties": 1, "poems": 2, "correct_squared": 4, "correct_times_pairs": 6}
    assert found == {f"{name}/t/sum": value for name, value in {**expected, "pairs_squared": 10}.items()}
    assert [name.split("/")[0] for name in found] == list(STATISTICS)


def test_statistics_of_shards_add_up_to_those_of_the_whole() -> None:
    rows = [(-1.0, 1, float(-number), 1, 0) for number in range(6)]
    works = ["a", "a", "b", "b", "c", "c"]
    whole = statistics(decide(scored(*rows, works=works), "sum"))
    parts = [statistics(decide(scored(*rows[at : at + 2], works=works[at : at + 2]), "sum")) for at in (0, 2, 4)]
    assert whole == {name: sum(part[name] for part in parts) for name in whole}


def test_tasks_and_reductions_are_counted_apart() -> None:
    one, other = scored((-1.0, 1, -2.0, 1, 1), task="t"), scored((-3.0, 2, -2.0, 1, 1), task="u")
    both = pa.concat_tables([decide(table, reduction) for table in (one, other) for reduction in ("sum", "mean")])
    found = statistics(both)
    assert {name: value for name, value in found.items() if name.startswith("correct/")} == {
        "correct/t/mean": 1,
        "correct/t/sum": 1,
        "correct/u/mean": 1,
        "correct/u/sum": 0,
    }
