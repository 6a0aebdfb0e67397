"""Sampling: the same N pairs whatever the shards."""

from collections.abc import Mapping, Sequence
from functools import cache

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.tasks.poems import annotated
from versebench.schemas.pairs import PAIRS
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.sampling.eligibility import eligibility, smallest_ranks
from versebench.transforms.sampling.limits import EVERY_RANK, sample_sizes
from versebench.transforms.sampling.make_pairs import _outcomes, _sampled, _wanted, make_pairs
from versebench.transforms.sampling.sample import KeepSmallest
from versebench.transforms.tasks.apply import edits
from versebench.transforms.tasks.contract import NotApplicable, Task
from versebench.transforms.tasks.deletions import DeleteWords
from versebench.transforms.tasks.swaps import SwapEndWords, SwapLines
from versebench.transforms.text.draws import rank
from versebench.transforms.text.keys import hash_id, shards_of, text_id

SEED = 2022
TASKS: tuple[Task, ...] = (
    SwapEndWords(pairs=7),
    SwapLines(),
    DeleteWords(words=1, pairs=9, edits_per_poem=2),
    DeleteWords(words=2, pairs=9),
    DeleteWords(words=8, pairs=9),
)
LAST_LINES = ["four ends.", "four ends", "four cats."]


def _poem(number: int) -> AnnotatedPoem:
    text = f"one cats\n{number}th cats and dogs.\ntwo hills\nthree mills\n{LAST_LINES[number % 3]}"
    return annotated(text, work=hash_id("poem", str(number)))


POEMS = sorted((_poem(number) for number in range(24)), key=lambda poem: poem.work_id)


@cache
def make(shards: int) -> tuple[pa.Table, pa.Table]:
    """The pairs and outcomes of all poems, made in some shards."""
    places = shards_of([poem.work_id for poem in POEMS], shards)
    parts = [[poem for poem, place in zip(POEMS, places, strict=True) if place == shard] for shard in range(shards)]
    found = [eligibility(part, TASKS, SEED) for part in parts]
    limits = _limits(found)
    pairs, outcomes = [], []
    for part, table in zip(parts, found, strict=True):
        sampled = _sampled(table, limits)
        text_ids = {poem.work_id: text_id(poem.text) for poem in part}
        pairs.append(make_pairs(part, text_ids, _wanted(table, sampled), TASKS, SEED))
        outcomes.append(_outcomes(table, sampled, pairs[-1]))
    return pa.concat_tables(pairs), pa.concat_tables(outcomes)


def _limits(found: Sequence[pa.Table]) -> Mapping[str, int]:
    limits = {task.label: EVERY_RANK for task in TASKS}
    for task, size in sample_sizes(TASKS).items():
        ranks = KeepSmallest(size).merge_accumulators([tuple(smallest_ranks(table, task, size)) for table in found])
        limits[task] = ranks[size - 1] if len(ranks) >= size else EVERY_RANK
    return limits


def count(outcomes: pa.Table, task: Task, outcome: str) -> int:
    return sum(row["task"] == task.label and row["outcome"] == outcome for row in outcomes.to_pylist())


# --- eligibility and ranks


def test_eligibility_has_a_row_for_every_poem_task_and_edit() -> None:
    rows = eligibility(POEMS, TASKS, SEED).to_pylist()
    keys = [(row["work_id"], row["task"], row["edit"]) for row in rows]
    expected = [
        (poem.work_id, task.label, edit) for poem in POEMS for task in TASKS for edit in range(task.edits_per_poem)
    ]
    assert keys == expected
    for row in rows:
        task = next(task for task in TASKS if task.label == row["task"])
        poem = next(poem for poem in POEMS if poem.work_id == row["work_id"])
        made = edits(task, poem, SEED)[row["edit"]]
        assert row["reason"] == (made.reason if isinstance(made, NotApplicable) else None)
        assert row["rank"] == rank(SEED, task.sample_name, poem.work_id, row["edit"])


def test_all_deletions_take_the_poems_in_one_order() -> None:
    rows = eligibility(POEMS, TASKS, SEED).to_pylist()
    one, two = (
        [row["rank"] for row in rows if row["task"] == f"delete_words.v1:words={words}" and row["edit"] == 0]
        for words in (1, 2)
    )
    assert one == two


def test_smallest_ranks_are_those_of_the_eligible() -> None:
    found = eligibility(POEMS, TASKS, SEED)
    rows = [row for row in found.to_pylist() if row["task"] == TASKS[0].label and row["reason"] is None]
    assert smallest_ranks(found, TASKS[0].label, 5) == sorted(row["rank"] for row in rows)[:5]
    assert smallest_ranks(found, TASKS[4].label, 5) == []
    assert smallest_ranks(found, "unknown.v1", 5) == []


@given(st.lists(st.integers(0, 2**64 - 1)), st.integers(1, 10), st.data())
def test_merging_in_any_order_and_partition_gives_the_same(ranks: list[int], limit: int, data: st.DataObject) -> None:
    combine = KeepSmallest(limit)
    parts = data.draw(st.lists(st.integers(0, 3), min_size=len(ranks), max_size=len(ranks)))
    order = data.draw(st.permutations(range(4)))
    shards = [
        tuple(sorted(rank for rank, at in zip(ranks, parts, strict=True) if at == part)[:limit]) for part in order
    ]
    stepwise = combine.create_accumulator()
    for shard in shards:
        stepwise = combine.add_input(stepwise, shard)
    tree = combine.merge_accumulators(
        [combine.merge_accumulators(shards[:2]), combine.merge_accumulators(reversed(shards[2:]))]
    )
    assert combine.extract_output(stepwise) == combine.extract_output(tree) == tuple(sorted(ranks)[:limit])


# --- pairs


@pytest.mark.parametrize("shards", [1, 2, 3, 7, 24])
def test_exactly_n_pairs_whatever_the_shards(shards: int) -> None:
    pairs, outcomes = make(shards)
    assert [count(outcomes, task, "pair") for task in TASKS] == [7, count(outcomes, TASKS[1], "pair"), 9, 9, 0]
    assert len(pairs) == sum(count(outcomes, task, "pair") for task in TASKS)
    assert pairs.equals(make(1)[0].combine_chunks())
    assert outcomes.equals(make(1)[1].combine_chunks())


def test_a_task_without_a_number_takes_every_eligible_poem() -> None:
    _, outcomes = make(2)
    applicable = sum(not isinstance(edits(TASKS[1], poem, SEED)[0], NotApplicable) for poem in POEMS)
    assert count(outcomes, TASKS[1], "pair") == applicable > 0
    assert count(outcomes, TASKS[1], "not_sampled") == 0


def test_a_task_with_too_few_poems_takes_all_of_them() -> None:
    _, outcomes = make(2)
    assert count(outcomes, TASKS[4], "not_applicable") == len(POEMS)


def test_pairs_not_sampled_and_not_applicable_are_all_poems() -> None:
    _, outcomes = make(3)
    for task in TASKS:
        parts = [count(outcomes, task, outcome) for outcome in ("pair", "not_sampled", "not_applicable")]
        assert sum(parts) == len(POEMS) * task.edits_per_poem


def test_the_sampled_pairs_have_the_smallest_ranks() -> None:
    found = eligibility(POEMS, TASKS, SEED).to_pylist()
    outcomes = make(1)[1].to_pylist()
    ranks: dict[str, list[int]] = {"pair": [], "not_sampled": []}
    for row, outcome in zip(found, outcomes, strict=True):
        if row["task"] == TASKS[0].label and row["reason"] is None:
            ranks[outcome["outcome"]].append(row["rank"])
    assert max(ranks["pair"]) < min(ranks["not_sampled"])


def test_a_larger_sample_holds_the_smaller_one() -> None:
    def works(size: int) -> set[str]:
        task = DeleteWords(words=2, pairs=size)
        found = eligibility(POEMS, [task], SEED)
        limit = smallest_ranks(found, task.label, size)[-1]
        return set(_wanted(found, _sampled(found, {task.label: limit})))

    assert works(4) < works(9)


def test_a_pair_row_says_what_was_done() -> None:
    rows = make(1)[0].to_pylist()
    for row in rows:
        poem = next(poem for poem in POEMS if poem.work_id == row["work_id"])
        task = next(task for task in TASKS if task.label == row["task"])
        made = edits(task, poem, SEED)[row["edit"]]
        assert not isinstance(made, NotApplicable)
        assert (row["original"], row["corrupted"]) == (poem.text, made.text)
        assert row["original_text_id"] == text_id(poem.text)
        assert row["corrupted_text_id"] == text_id(made.text)
        assert list(zip(row["original_starts"], row["original_ends"], strict=True)) == list(made.original_spans)
        assert list(zip(row["corrupted_starts"], row["corrupted_ends"], strict=True)) == list(made.corrupted_spans)
        assert (tuple(row["words"]), row["words_removed"], row["seed"]) == (made.words, made.words_removed, SEED)
    assert len({row["pair_id"] for row in rows}) == len(rows)


def test_no_poems_give_no_pairs() -> None:
    found = eligibility([], TASKS, SEED)
    sampled = _sampled(found, {task.label: EVERY_RANK for task in TASKS})
    assert (
        len(found)
        == len(make_pairs([], {}, _wanted(found, sampled), TASKS, SEED))
        == len(_outcomes(found, sampled, PAIRS.empty()))
        == 0
    )
