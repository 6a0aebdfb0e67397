"""Decisions, worked out by hand."""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from versebench.models.scorers.metrics import REDUCTIONS
from versebench.models.scorers.settings import ReductionName
from versebench.schemas.scores import DECISIONS, SCORES
from versebench.transforms.scoring.decide import STATISTICS, decide, join_scores, statistics

TASK = "delete_words.v1:words=2"
KINDS = {
    "log_probability": pa.float64(),
    "tokens": pa.int32(),
    "words": pa.int32(),
    "characters": pa.int32(),
    "unigram_log_probability": pa.float64(),
}
SCORED = pa.schema(
    [
        *((name, pa.string()) for name in ("pair_id", "work_id", "task", "model", "convention", "precision")),
        ("words_removed", pa.int16()),
        *((f"{side}_{name}", kind) for side in ("original", "corrupted") for name, kind in KINDS.items()),
    ]
)


def scored(*rows: tuple[float, int, float, int, int], task: str = TASK, works: Sequence[str] = ()) -> pa.Table:
    """Scored pairs of (original sum, its tokens, corrupted sum, its tokens, words removed).

    The original has 10 words and 50 characters, the corruption 8 and 40; the rarity of each is twice its sum.
    """
    return scored_by(
        *(
            {
                "original_log_probability": row[0],
                "original_tokens": row[1],
                "corrupted_log_probability": row[2],
                "corrupted_tokens": row[3],
                "words_removed": row[4],
            }
            for row in rows
        ),
        task=task,
        works=works,
    )


def scored_by(*rows: dict[str, Any], task: str = TASK, works: Sequence[str] = ()) -> pa.Table:
    """Scored pairs with some columns, and the others as in :func:`scored`."""
    full = []
    for number, row in enumerate(rows):
        sums = {side: row.get(f"{side}_log_probability", -1.0) for side in ("original", "corrupted")}
        full.append(
            {
                "pair_id": f"p{number}",
                "work_id": works[number] if works else f"w{number}",
                "task": task,
                "model": "m",
                "convention": "c",
                "precision": "fp32",
                "words_removed": 0,
                "original_log_probability": sums["original"],
                "original_tokens": 1,
                "original_words": 10,
                "original_characters": 50,
                "original_unigram_log_probability": 2 * sums["original"],
                "corrupted_log_probability": sums["corrupted"],
                "corrupted_tokens": 1,
                "corrupted_words": 8,
                "corrupted_characters": 40,
                "corrupted_unigram_log_probability": 2 * sums["corrupted"],
                **row,
            }
        )
    return pa.Table.from_pylist(full, SCORED)


@pytest.mark.parametrize(
    ("reduction", "margin"),
    [
        ("sum", -40.0 - -36.0),
        ("mean", -40.0 / 20 - -36.0 / 16),
        ("mean_jcls", -40.0 / 20 - -36.0 / (20 - 2)),
        ("pen_lp", -40.0 / (25 / 6) ** 0.8 - -36.0 / (21 / 6) ** 0.8),
        ("per_word", -40.0 / 10 - -36.0 / 8),
        ("per_character", -40.0 / 50 - -36.0 / 40),
        ("slor", (-40.0 - -80.0) / 20 - (-36.0 - -72.0) / 16),
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
        "precision": "fp32",
        "reduction": reduction,
        "margin": pytest.approx(margin, rel=1e-14),
        "correct": margin > 0,
        "tie": margin == 0,
    }
    assert table.schema.equals(DECISIONS.schema)


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_a_reduction_has_a_plain_name_and_says_what_it_compares(reduction: str) -> None:
    assert REDUCTIONS[reduction].title[0].isupper()
    assert REDUCTIONS[reduction].compares


def test_a_recipe_can_name_every_reduction_and_no_other() -> None:
    known = TypeAdapter(ReductionName)
    assert [known.validate_python(name) for name in REDUCTIONS] == list(REDUCTIONS)
    assert known.json_schema() == {"type": "string", "enum": list(REDUCTIONS)}
    with pytest.raises(ValidationError, match="unknown name 'means'; did you mean 'mean'\\? Choose from: sum, mean"):
        known.validate_python("means")


@pytest.mark.parametrize(
    ("reduction", "original", "corrupted"),
    [
        ("sum", (-8.0, 4), (-8.0, 2)),
        ("mean", (-8.0, 4), (-4.0, 2)),
        ("mean_jcls", (-8.0, 4), (-4.0, 3)),
        ("pen_lp", (-8.0, 4), (-8.0, 4)),
        ("per_word", (-10.0, 4), (-8.0, 2)),
        ("per_character", (-10.0, 4), (-8.0, 2)),
        ("slor", (-8.0, 4), (-4.0, 2)),
    ],
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


def test_rarity_decides_where_both_texts_have_one() -> None:
    none = {"original_unigram_log_probability": None}
    table = scored_by({}, none, {"corrupted_unigram_log_probability": None})
    assert decide(table, "slor").column("pair_id").to_pylist() == ["p0"]
    assert len(decide(scored_by(none), "slor")) == 0
    assert len(decide(table, "sum")) == 3


def test_a_text_without_a_visible_word_has_no_score_a_word() -> None:
    table = scored_by({}, {"corrupted_words": 0}, {"original_words": 0})
    assert decide(table, "per_word").column("pair_id").to_pylist() == ["p0"]
    assert len(decide(table, "per_character")) == 3


def test_a_text_without_a_scored_token_is_left_out_of_what_divides_by_tokens() -> None:
    table = scored_by({}, {"original_tokens": 0}, {"corrupted_tokens": 0})
    for reduction in ("mean", "pen_lp", "slor"):
        assert decide(table, reduction).column("pair_id").to_pylist() == ["p0"], reduction


MARGINS = st.floats(-500, -0.001)
LENGTHS = st.integers(1, 60)


@given(st.sampled_from(sorted(REDUCTIONS)), MARGINS, LENGTHS, MARGINS, LENGTHS)
def test_the_margin_of_a_pair_turned_round_has_the_other_sign(
    reduction: str, one: float, tokens: int, other: float, other_tokens: int
) -> None:
    def row(original: float, mine: int, corrupted: float, its: int) -> dict[str, Any]:
        same = {f"{side}_{unit}": 9 for side in ("original", "corrupted") for unit in ("words", "characters")}
        sums = {"original_log_probability": original, "corrupted_log_probability": corrupted}
        return {**same, **sums, "original_tokens": mine, "corrupted_tokens": its}

    table = scored_by(row(one, tokens, other, other_tokens), row(other, other_tokens, one, tokens))
    found = decide(table, reduction).to_pylist()
    if reduction == "mean_jcls":  # nothing was deleted
        assert found == []
        return
    assert found[0]["margin"] == -found[1]["margin"]
    assert [row["correct"] + row["tie"] for row in found] in ([1, 0], [0, 1], [1, 1])


def test_no_pairs_have_no_decisions() -> None:
    for reduction in REDUCTIONS:
        assert len(decide(scored(), reduction)) == 0
    assert statistics(decide(scored(), "sum")) == {}


def scores(*rows: tuple[str, str, float, int], convention: str = "c", precision: str = "fp32") -> pa.Table:
    full = [
        {
            "work_id": work,
            "text_id": text,
            "model": "m",
            "revision": "r",
            "family": "causal",
            "convention": convention,
            "precision": precision,
            "log_probability": log_probability,
            "tokens": tokens,
            "words": 2 * tokens,
            "characters": 9 * tokens,
        }
        for work, text, log_probability, tokens in rows
    ]
    return pa.Table.from_pylist(full, SCORES.schema)


PAIRS = pa.table(
    {
        "pair_id": ["p2", "p1", "p3", "p4"],
        "work_id": ["a", "a", "b", "b"],
        "task": ["t", "t", "t", "t"],
        "words_removed": pa.array([1, 0, 1, 1], pa.int16()),
        "original_text_id": ["o", "o", "o", "o"],
        "corrupted_text_id": ["x", "y", "x", "unscored"],
    }
)
ROWS = (("a", "o", -1.0, 1), ("a", "x", -2.0, 2), ("a", "y", -3.0, 3), ("b", "o", -4.0, 4), ("b", "x", -5.0, 5))


def test_pairs_are_joined_with_the_scores_of_both_texts() -> None:
    joined = join_scores(PAIRS, scores(*ROWS))
    assert set(joined.column_names) == set(SCORED.names) | {"original_text_id", "corrupted_text_id"}
    found = [
        (row["pair_id"], row["original_log_probability"], row["original_tokens"], row["corrupted_log_probability"])
        for row in joined.to_pylist()
    ]
    assert found == [("p1", -1.0, 1, -3.0), ("p2", -1.0, 1, -2.0), ("p3", -4.0, 4, -5.0)]
    assert {(row["model"], row["convention"], row["precision"]) for row in joined.to_pylist()} == {("m", "c", "fp32")}
    sizes = {(row["corrupted_words"], row["corrupted_characters"]) for row in joined.to_pylist()}
    assert sizes == {(6, 27), (4, 18), (10, 45)}


def test_scores_of_two_conventions_never_meet() -> None:
    both = pa.concat_tables([scores(*ROWS), scores(*ROWS[:3], convention="d", precision="bf16")])
    joined = join_scores(PAIRS, both)
    keys = [(row["pair_id"], row["convention"], row["precision"]) for row in joined.to_pylist()]
    both_ways = [(pair, *way) for pair in ("p1", "p2") for way in (("c", "fp32"), ("d", "bf16"))]
    assert keys == [*both_ways, ("p3", "c", "fp32")]
    mine = joined.filter(pc.equal(joined.column("convention"), "c"))
    assert decide(mine, "sum").equals(decide(join_scores(PAIRS, scores(*ROWS)), "sum"))


def test_a_text_with_a_score_under_one_convention_alone_is_decided_under_it_alone() -> None:
    rows = pa.concat_tables([scores(("a", "o", -1.0, 1)), scores(*ROWS[:2], convention="d")])
    assert [(row["pair_id"], row["convention"]) for row in join_scores(PAIRS, rows).to_pylist()] == [("p2", "d")]


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
