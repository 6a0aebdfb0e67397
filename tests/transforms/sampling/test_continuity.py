"""A source that grows adds pairs and displaces none."""

from collections.abc import Collection

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.transforms.tasks.poems import CENTIPEDE, annotated
from versebench.models.pronunciation.registry import load_pronouncer
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.candidates.poems_to_ask import poems_to_ask
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.sampling.continuity import Edit, continued_rank, continued_ranks
from versebench.transforms.sampling.eligibility import eligibility, smallest_ranks
from versebench.transforms.sampling.limits import EVERY_RANK
from versebench.transforms.tasks.completions.rhyme_constrained import CompleteLineRhymeConstrained
from versebench.transforms.tasks.deletions import DeleteWords
from versebench.transforms.tasks.swaps import SwapLines
from versebench.transforms.text.keys import hash_id

LAST_LINES = ("four ends.", "four cats and dogs.", "four.")
TASKS = (SwapLines(), DeleteWords(words=3, edits_per_poem=2))
LABELS = tuple(task.label for task in TASKS)


def _poem(number: int) -> AnnotatedPoem:
    text = f"one cats\n{number}th cats and dogs.\ntwo hills\nthree mills\n{LAST_LINES[number % 3]}"
    return annotated(text, work=hash_id("poem", str(number)))


POEMS = sorted((_poem(number) for number in range(14)), key=lambda poem: poem.work_id)

sizes = st.fixed_dictionaries({label: st.integers(1, 12) for label in LABELS})
corpora = st.lists(st.booleans(), min_size=len(POEMS), max_size=len(POEMS))


def sample(
    poems: list[AnnotatedPoem], size: dict[str, int], seed: int, kept: Collection[Edit] | None
) -> tuple[set[Edit], set[Edit]]:
    """The edits that are sampled, and all that could be."""
    found = eligibility(poems, TASKS, seed, kept=kept)
    limits = {}
    for label in LABELS:
        ranks = smallest_ranks(found, label, size[label])
        limits[label] = ranks[-1] if len(ranks) == size[label] else EVERY_RANK
    rows = [row for row in found.to_pylist() if row["reason"] is None]
    edits = {(row["work_id"], row["task"], row["edit"]): row["rank"] for row in rows}
    return {edit for edit, rank in edits.items() if rank <= limits[edit[1]]}, set(edits)


@settings(max_examples=40)
@given(corpora, corpora, sizes, sizes, st.integers(0, 3))
def test_pairs_stay_whatever_is_added(
    before: list[bool], after: list[bool], size: dict[str, int], new_size: dict[str, int], seed: int
) -> None:
    old = [poem for poem, there in zip(POEMS, before, strict=True) if there]
    new = [poem for poem, there in zip(POEMS, after, strict=True) if there]
    pairs, _ = sample(old, size, seed, None)
    again, eligible = sample(new, new_size, seed, pairs)
    for label in LABELS:
        could_stay = {edit for edit in pairs & eligible if edit[1] == label}
        stayed = {edit for edit in again if edit[1] == label}
        assert len(stayed) == min(new_size[label], sum(edit[1] == label for edit in eligible))
        assert could_stay <= stayed if len(could_stay) <= new_size[label] else stayed <= could_stay


@settings(max_examples=20)
@given(corpora, sizes, st.integers(0, 3))
def test_the_same_corpus_gives_the_same_pairs_after_any_number_of_releases(
    there: list[bool], size: dict[str, int], seed: int
) -> None:
    poems = [poem for poem, taken in zip(POEMS, there, strict=True) if taken]
    first, _ = sample(poems, size, seed, None)
    second, _ = sample(poems, size, seed, first)
    third, _ = sample(poems, size, seed, second)
    assert first == second == third


def test_without_a_previous_release_nothing_is_different() -> None:
    plain = eligibility(POEMS, TASKS, 7)
    assert eligibility(POEMS, TASKS, 7, kept=None).equals(plain)
    with_none_kept = eligibility(POEMS, TASKS, 7, kept=())
    order, other = (np.argsort(table.column("rank").to_numpy(), kind="stable") for table in (plain, with_none_kept))
    assert (order == other).all()


@given(st.lists(st.tuples(st.integers(0, 2**64 - 1), st.booleans()), min_size=1))
def test_what_is_kept_stands_before_all_else_and_each_part_in_its_order(rows: list[tuple[int, bool]]) -> None:
    ranks, kept = (list(column) for column in zip(*rows, strict=True))
    found = continued_ranks(np.array(ranks, np.uint64), np.array(kept)).tolist()
    assert found == [continued_rank(rank, kept=stays) for rank, stays in rows]
    assert max([-1, *(rank for rank, stays in zip(found, kept, strict=True) if stays)]) < min(
        [2**64, *(rank for rank, stays in zip(found, kept, strict=True) if not stays)]
    )
    for part in (True, False):
        mine = [(before, after) for before, after, stays in zip(ranks, found, kept, strict=True) if stays is part]
        assert [after for _, after in sorted(mine)] == sorted(after for _, after in mine)


@pytest.mark.parametrize("kept", [range(0), range(4), range(3, 9)])
def test_models_are_asked_first_about_the_works_of_before(kept: range) -> None:
    task = CompleteLineRhymeConstrained(poems=4)
    poems = [annotated(CENTIPEDE, work=hash_id(str(number))) for number in range(9)]
    sounds = SoundMemory(load_pronouncer("cmudict"))

    def order(table: pa.Table) -> list[str]:
        assert pc.all(pc.is_null(table.column("reason"))).as_py()
        works: list[str] = table.sort_by("rank").column("work_id").to_pylist()
        return works

    plain = order(poems_to_ask(poems, lambda _: sounds, [task], 7))
    asked = {(plain[place], task.offered_as) for place in kept}
    found = order(poems_to_ask(poems, lambda _: sounds, [task], 7, asked))
    assert found == [plain[place] for place in kept] + [work for work in plain if (work, task.offered_as) not in asked]
