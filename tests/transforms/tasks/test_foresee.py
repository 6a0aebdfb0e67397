"""What a task foresees of a poem is what comes out when the edit is made."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.tasks.poems import CENTIPEDE, annotated, generated_poems
from tests.transforms.tasks.test_every_task import ALL
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.sampling.eligibility import eligibility
from versebench.transforms.tasks.apply import edits
from versebench.transforms.tasks.contract import Corruption, NotApplicable, Task
from versebench.transforms.tasks.deletions import DeleteNonrhymingWords, DeleteRhymingWords, DeleteWords
from versebench.transforms.tasks.model_task import model_tasks
from versebench.transforms.tasks.swaps import SwapEndWords, SwapLines

DELETIONS = [kind(words=2) for kind in (DeleteWords, DeleteRhymingWords, DeleteNonrhymingWords)]


@given(st.sampled_from(ALL), generated_poems(), st.integers(0, 1_000))
def test_what_is_foreseen_comes_true(task: Task, poem: AnnotatedPoem, seed: int) -> None:
    foreseen, [made] = task.foresee(poem), edits(task, poem, seed)
    if isinstance(foreseen, NotApplicable):
        assert made == foreseen
    elif foreseen:
        assert isinstance(made, Corruption)


@given(st.lists(generated_poems(), max_size=3), st.integers(0, 99))
def test_eligibility_says_what_the_edits_say(poems: list[AnnotatedPoem], seed: int) -> None:
    made = [result for poem in poems for task in ALL for result in edits(task, poem, seed)]
    reasons = [result.reason if isinstance(result, NotApplicable) else None for result in made]
    assert eligibility(poems, ALL, seed).column("reason").to_pylist() == reasons


@pytest.mark.parametrize("task", [SwapEndWords(), SwapLines(), *DELETIONS])
def test_an_ordinary_poem_needs_no_try(task: Task) -> None:
    assert task.foresee(annotated(CENTIPEDE)) is True


@pytest.mark.parametrize("task", DELETIONS)
def test_a_deletion_that_could_empty_a_line_must_be_tried(task: Task) -> None:
    assert task.foresee(annotated("one two\nthree four\nfive six\nseven eight\nnine ten")) is False


def test_what_a_model_offers_must_be_tried() -> None:
    tasks = model_tasks(ALL)
    assert tasks
    assert not any(task.foresee(annotated(CENTIPEDE)) for task in tasks)
