"""Which units are scored again, and how their rows are put together: by hand."""

import pyarrow as pa

from versebench.schemas.poems import REJECTS
from versebench.schemas.scores import PRECISION_SAMPLE, SCORES
from versebench.transforms.scoring.rescore_shard import merged, sample_margins, works_near_a_tie
from versebench.transforms.scoring.scoring import Scored

PAIRS = pa.table(
    {
        "pair_id": [f"p{number}" for number in range(1, 5)],
        "work_id": ["a", "a", "b", "c"],
        "task": ["t", "t", "t", "t"],
        "words_removed": pa.array([0, 1, 0, 0], pa.int16()),
        "original_text_id": ["o", "o", "o", "o"],
        "corrupted_text_id": ["x", "y", "x", "x"],
    }
)
BF16 = {
    ("a", "o"): -10.0,
    ("a", "x"): -10.5,
    ("a", "y"): -14.0,
    ("b", "o"): -10.0,
    ("b", "x"): -12.0,
    ("c", "o"): -10.0,
    ("c", "x"): -9.0,
}


def scored(sums: dict[tuple[str, str], float], precision: str = "bf16", refused: tuple[str, ...] = ()) -> Scored:
    """Scores of ten tokens under the convention ``k``, and works with a reject each."""
    rows = [
        {
            "work_id": work,
            "text_id": text,
            "model": "m",
            "revision": "r",
            "family": "causal",
            "convention": "k",
            "precision": precision,
            "log_probability": value,
            "tokens": 10,
            "words": 5,
            "characters": 50,
        }
        for (work, text), value in sums.items()
    ]
    rejects = [
        {
            "reject_id": f"r{work}",
            "work_id": work,
            "stage": "score",
            "reason": "not_finite",
            "detail": "d",
            "source": "pairs",
            "original": "x",
            "original_size": 1,
        }
        for work in refused
    ]
    return Scored(pa.Table.from_pylist(rows, SCORES.schema), pa.Table.from_pylist(rejects, REJECTS.schema))


def test_units_with_a_margin_within_the_bound_are_near_a_tie() -> None:
    for bound, expected in ((0.4, []), (0.5, ["a"]), (1.0, ["a", "c"]), (2.0, ["a", "b", "c"])):
        assert sorted(works_near_a_tie(PAIRS, scored(BF16), {"k": {"sum": bound}})) == expected


def test_a_margin_is_near_under_any_reduction() -> None:
    found = works_near_a_tie(PAIRS, scored(BF16), {"k": {"sum": 0.1, "mean": 0.1}})
    assert sorted(found) == ["a", "c"]
    assert works_near_a_tie(PAIRS, scored(BF16), {"k": {"mean_jcls": 0.0}, "another": {"sum": 99.0}}) == []


def test_a_unit_with_a_text_that_has_no_score_in_bf16_is_scored_again() -> None:
    assert works_near_a_tie(PAIRS, scored(BF16, refused=("b",)), {"k": {"sum": 0.0}}) == ["b"]
    assert works_near_a_tie(PAIRS.slice(0, 0), scored({}), {"k": {"sum": 1.0}}) == []


def test_margins_of_the_sample_are_those_of_pairs_with_a_score_in_both_precisions() -> None:
    fp32 = {key: value + 0.25 * (key[1] == "x") for key, value in BF16.items() if key[0] != "c"}
    table = sample_margins(PAIRS, scored(BF16).scores, scored(fp32, "fp32").scores, ("sum", "mean", "mean_jcls"))
    assert table.schema.equals(PRECISION_SAMPLE.schema)
    rows = {(row["pair_id"], row["reduction"]): (row["margin_bf16"], row["margin_fp32"]) for row in table.to_pylist()}
    assert rows == {
        ("p1", "sum"): (0.5, 0.25),
        ("p2", "sum"): (4.0, 4.0),
        ("p3", "sum"): (2.0, 1.75),
        ("p1", "mean"): (-1.0 - -1.05, -1.0 - -1.025),
        ("p2", "mean"): (-1.0 - -1.4, -1.0 - -1.4),
        ("p3", "mean"): (-1.0 - -1.2, -1.0 - -1.175),
        ("p2", "mean_jcls"): (-1.0 - -14.0 / 9, -1.0 - -14.0 / 9),
    }
    keys = [tuple(row[name] for name in PRECISION_SAMPLE.key) for row in table.to_pylist()]
    assert keys == sorted(keys)


def test_no_pairs_have_no_margins() -> None:
    nothing = scored({}).scores
    table = sample_margins(PAIRS.slice(0, 0), nothing, nothing, ("sum", "slor"))
    assert (len(table), table.schema.equals(PRECISION_SAMPLE.schema)) == (0, True)


def test_parts_are_put_together_in_the_order_of_their_tables() -> None:
    parts = [
        scored({("c", "o"): -1.0, ("a", "x"): -2.0}, refused=("z",)),
        scored({("b", "o"): -3.0, ("a", "o"): -4.0}, "fp32", refused=("y",)),
        scored({}),
    ]
    found = merged(parts)
    assert found.scores.equals(merged(parts[::-1]).scores)
    rows = [(row["work_id"], row["text_id"], row["precision"]) for row in found.scores.to_pylist()]
    assert rows == [("a", "o", "fp32"), ("a", "x", "bf16"), ("b", "o", "fp32"), ("c", "o", "bf16")]
    assert found.rejects.column("work_id").to_pylist() == ["y", "z"]
    assert found.counts == {"in": 6, "out": 4, "rejected.not_finite": 2}
