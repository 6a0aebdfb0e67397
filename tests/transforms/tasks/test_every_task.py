"""What every task promises, on generated poems."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.transforms.tasks.poems import corrupt, every_task, generated_poems, rebuilt
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.sampling.pair_rows import edited_lines
from versebench.transforms.tasks.contract import Corruption, NotApplicable, Task
from versebench.transforms.tasks.deletions import DeleteWords
from versebench.transforms.tasks.registry import TASKS
from versebench.transforms.tasks.swaps import SwapLines

ALL = every_task()
TASK = st.sampled_from(ALL)
SEEDS = st.integers(0, 1_000)
REASON = re.compile(r"[a-z]+(_[a-z]+)*")


def made(task: Task, poem: AnnotatedPoem, seed: int) -> Corruption:
    result = corrupt(task, poem, seed)
    assume(isinstance(result, Corruption))
    assert isinstance(result, Corruption)
    return result


def test_every_registered_task_is_tried_here() -> None:
    assert list(dict.fromkeys(task.task for task in ALL)) == list(TASKS)


def test_the_order_of_scoring_stays() -> None:
    assert list(TASKS)[:9] == [
        "swap_end_words.v1",
        "swap_lines.v1",
        "delete_words.v1",
        "delete_rhyming_words.v1",
        "delete_nonrhyming_words.v1",
        "complete_line_beam.v1",
        "complete_line_delayed_beam.v1",
        "complete_line_rhyme_constrained.v1",
        "replace_end_word.v1",
    ]


@pytest.mark.parametrize("kind", TASKS.values(), ids=list(TASKS))
def test_a_task_has_a_plain_name_and_a_source(kind: type[Task]) -> None:
    assert kind.title[0].isupper()
    assert "_" not in kind.title
    assert kind.source
    assert kind.__doc__


@given(TASK, generated_poems(), SEEDS)
def test_each_text_is_rebuilt_from_the_other(task: Task, poem: AnnotatedPoem, seed: int) -> None:
    result = made(task, poem, seed)
    assert result.text != poem.text
    assert rebuilt(poem.text, result.original_spans, result.text, result.corrupted_spans) == result.text
    assert rebuilt(result.text, result.corrupted_spans, poem.text, result.original_spans) == poem.text


@given(TASK, generated_poems(), SEEDS)
def test_spans_are_in_order_and_apart(task: Task, poem: AnnotatedPoem, seed: int) -> None:
    result = made(task, poem, seed)
    for text, spans in ((poem.text, result.original_spans), (result.text, result.corrupted_spans)):
        ends = [place for span in spans for place in span]
        assert ends == sorted(ends)
        assert ends[0] >= 0
        assert ends[-1] <= len(text)
    assert all(start < end for start, end in result.original_spans)


@given(TASK, generated_poems(), SEEDS)
def test_exactly_the_recorded_lines_are_touched(task: Task, poem: AnnotatedPoem, seed: int) -> None:
    result = made(task, poem, seed)
    before, after = poem.text.split("\n"), result.text.split("\n")
    changed = [number for number, lines in enumerate(zip(before, after, strict=True), 1) if lines[0] != lines[1]]
    recorded = edited_lines(poem.text, result.original_spans)
    assert set(changed) <= set(recorded)
    assert changed == recorded or task.task == "swap_end_words.v1"


@given(TASK, generated_poems(), SEEDS)
def test_the_same_draws_give_the_same_result(task: Task, poem: AnnotatedPoem, seed: int) -> None:
    assert corrupt(task, poem, seed) == corrupt(task, poem, seed)


@given(TASK, generated_poems(), SEEDS)
def test_a_poem_is_not_applicable_for_a_machine_readable_reason(task: Task, poem: AnnotatedPoem, seed: int) -> None:
    result = corrupt(task, poem, seed)
    if isinstance(result, NotApplicable):
        assert REASON.fullmatch(result.reason)


@given(TASK, generated_poems(), SEEDS, SEEDS)
def test_whether_a_task_is_applicable_does_not_hang_on_the_seed(
    task: Task, poem: AnnotatedPoem, one: int, other: int
) -> None:
    results = corrupt(task, poem, one), corrupt(task, poem, other)
    reasons = [result.reason if isinstance(result, NotApplicable) else None for result in results]
    assert reasons[0] == reasons[1]


def test_a_label_names_the_parameters() -> None:
    assert DeleteWords(words=2, pairs=10, edits_per_poem=3).label == "delete_words.v1:words=2"
    assert SwapLines().label == SwapLines().sample_name == "swap_lines.v1"


def test_all_deletions_draw_from_one_sample() -> None:
    assert {task.sample_name for task in ALL if task.task.startswith("delete")} == {"deletion.v1"}


@pytest.mark.parametrize("bad", [{"words": 0}, {"words": "1"}, {"word": 1}, {"words": 1, "pairs": 0}, {}])
def test_wrong_parameters_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        DeleteWords.model_validate(bad)
