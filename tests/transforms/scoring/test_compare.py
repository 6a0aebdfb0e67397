from typing import Any

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from versebench.schemas.scores import DECISIONS
from versebench.storage.commit import ShardOutput, commit_shard
from versebench.storage.manifest import assemble
from versebench.storage.run import Run
from versebench.transforms.scoring.compare import STATISTICS, CompareShard, compare, with_p_values
from versebench.transforms.statistics.mcnemar import clustered_p, exact_p

TASK = "swap_lines.v1"
Decided = dict[str, tuple[str, bool]]
"""The poem of each pair, and whether the pair was decided correctly."""


def decisions(decided: Decided, task: str = TASK, reduction: str = "sum", model: str = "m") -> pa.Table:
    rows = [
        {
            "pair_id": pair,
            "work_id": work,
            "task": task,
            "model": model,
            "convention": "bos-given",
            "precision": "fp32",
            "reduction": reduction,
            "margin": 1.0 if correct else -1.0,
            "correct": correct,
            "tie": False,
        }
        for pair, (work, correct) in decided.items()
    ]
    return pa.Table.from_pylist(rows, DECISIONS.schema)


FIRST = {"a": ("1", True), "b": ("1", True), "c": ("2", True), "d": ("2", False), "e": ("3", False), "f": ("3", True)}
SECOND = {
    "a": ("1", False),
    "b": ("1", False),
    "c": ("2", False),
    "d": ("2", True),
    "e": ("3", False),
    "g": ("4", True),
}


def test_counts_by_hand() -> None:
    """Of the pairs that both decided, a, b and c are the first's, d is the second's, and e is nobody's."""
    counts = compare(decisions(FIRST), decisions(SECOND))
    assert counts == {
        (TASK, "sum"): {
            "pairs": 5,
            "poems": 3,
            "both_correct": 0,
            "only_first": 3,
            "only_second": 1,
            "neither": 1,
            "squared_differences": 4,
        }
    }


def test_tasks_and_reductions_are_kept_apart() -> None:
    first = pa.concat_tables([decisions(FIRST), decisions(FIRST, reduction="mean"), decisions(FIRST, "other.v1")])
    second = pa.concat_tables([decisions(SECOND), decisions(SECOND, reduction="mean")])
    assert list(compare(first, second)) == [(TASK, "mean"), (TASK, "sum")]


def test_series_without_a_pair_in_common_are_not_compared() -> None:
    assert compare(decisions({"a": ("1", True)}), decisions({"b": ("1", True)})) == {}
    assert compare(DECISIONS.empty(), decisions(SECOND)) == {}


works = st.integers(0, 12).map(str)
both = st.dictionaries(st.integers(0, 40), st.tuples(works, st.booleans(), st.booleans()), max_size=40)


def sides(pairs: dict[int, tuple[str, bool, bool]]) -> tuple[pa.Table, pa.Table]:
    first = decisions({str(pair): (work, one) for pair, (work, one, _) in pairs.items()})
    second = decisions({str(pair): (work, other) for pair, (work, _, other) in pairs.items()})
    return first, second


@given(both)
def test_models_in_the_other_order_swap_their_counts(pairs: dict[int, tuple[str, bool, bool]]) -> None:
    first, second = sides(pairs)
    forth, back = compare(first, second), compare(second, first)
    for key, counts in forth.items():
        swapped = {**counts, "only_first": counts["only_second"], "only_second": counts["only_first"]}
        assert back[key] == swapped
    assert forth.keys() == back.keys()


@given(both)
def test_every_pair_has_one_outcome(pairs: dict[int, tuple[str, bool, bool]]) -> None:
    for counts in compare(*sides(pairs)).values():
        assert counts["pairs"] == len(pairs)
        assert counts["pairs"] == sum(counts[name] for name in ("both_correct", "only_first", "only_second", "neither"))
        assert counts["poems"] == len({work for work, _, _ in pairs.values()})


@given(both)
def test_counts_of_shards_add_up_to_those_of_the_whole(pairs: dict[int, tuple[str, bool, bool]]) -> None:
    parts = [
        compare(*sides({pair: row for pair, row in pairs.items() if int(row[0]) % 3 == shard})) for shard in range(3)
    ]
    for key, counts in compare(*sides(pairs)).items():
        assert counts == {name: sum(part.get(key, {}).get(name, 0) for part in parts) for name in STATISTICS}


def test_a_stage_holds_every_two_series_against_each_other(tmp_path: Any) -> None:
    tables = [decisions(FIRST, model="a"), decisions(SECOND, model="b"), decisions(FIRST, model="c")]
    places = []
    for number, table in enumerate(tables):
        run = Run(str(tmp_path), "decide", f"run{number}", 1)
        sidecar = commit_shard(run, 0, ShardOutput({"decisions": table}))
        places.append((run.directory, assemble(run, {}, [sidecar])))
    output = CompareShard(tuple(places))(0)
    assert not output.tables
    assert {name.rpartition("/")[2] for name in output.counts} == {"0-1", "0-2", "1-2"}
    assert output.counts[f"only_first/{TASK}/sum/0-1"] == output.counts[f"only_second/{TASK}/sum/1-2"] == 3
    assert output.counts[f"squared_differences/{TASK}/sum/0-2"] == 0


# Tests of the counts


def counted(reduction: str, only_first: int, only_second: int) -> dict[str, Any]:
    sums = {"pairs": 100, "poems": 100, "both_correct": 50, "neither": 50 - only_first - only_second}
    disagreements = {"only_first": only_first, "only_second": only_second}
    return {
        "task": TASK,
        "reduction": reduction,
        **sums,
        **disagreements,
        "squared_differences": sum(disagreements.values()),
    }


def test_the_larger_p_is_corrected_among_those_of_one_task_and_reduction() -> None:
    rows = with_p_values([counted("sum", 30, 5), counted("mean", 12, 2), counted("sum", 9, 1)])
    assert [row["p_exact"] for row in rows] == [exact_p(30, 5), exact_p(12, 2), exact_p(9, 1)]
    assert rows[0]["p_clustered"] == clustered_p(30, 5, 100, 35)
    largest = [max(row["p_exact"], row["p_clustered"]) for row in rows]
    assert [row["p_holm"] for row in rows] == [2 * largest[0], largest[1], largest[2]]


def test_where_poems_bring_the_disagreements_the_clustered_p_counts() -> None:
    row = {**counted("sum", 30, 5), "poems": 4, "squared_differences": 700}
    assert with_p_values([row])[0]["p_holm"] == clustered_p(30, 5, 4, 700) > exact_p(30, 5)
