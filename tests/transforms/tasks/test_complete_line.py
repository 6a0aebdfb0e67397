"""The last line becomes one of those that were offered, and who is asked about."""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.transforms.tasks.poems import CENTIPEDE, annotated, corrupt, every_corruption, generated_poems, rebuilt
from versebench.models.pronunciation.registry import load_pronouncer
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.annotation.offers import Offered, Offers
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.completions.beam import CompleteLineBeam
from versebench.transforms.tasks.completions.complete_line import CompleteLine, rhyming_lines
from versebench.transforms.tasks.completions.delayed_beam import CompleteLineDelayedBeam
from versebench.transforms.tasks.completions.rhyme_constrained import CompleteLineRhymeConstrained
from versebench.transforms.tasks.contract import Corruption, NotApplicable
from versebench.transforms.text.draws import Draws
from versebench.transforms.text.keys import pair_id

TASKS: tuple[CompleteLine, ...] = (
    CompleteLineBeam(),
    CompleteLineDelayedBeam(),
    CompleteLineRhymeConstrained(),
)
LABELS = (
    "complete_line_beam.v1:repeated_end_word=False:beams=500",
    "complete_line_delayed_beam.v1:repeated_end_word=False:runs=1000:beams=5:sampled_tokens=3:top_p=0.9",
    "complete_line_rhyme_constrained.v1:repeated_end_word=False:beams=64:syllables_apart=1",
)
LINES = (
    "And it follows wherever it goes.",
    "And that is the way that it grows.",
    "That's a thing that the centipede knows.",
    "And nobody knows where it rose!",
)
GOLDEN: dict[str, dict[int, tuple[str, str]]] = {
    # of each task: the completion that each seed chooses, and the id of the pair
    LABELS[0]: {
        0: ("And it follows wherever it goes.", "e36f707166d57b4d2751"),
        1: ("And nobody knows where it rose!", "e27d3ab2cc50ef9b15cb"),
        2022: ("And nobody knows where it rose!", "e27d3ab2cc50ef9b15cb"),
    },
    LABELS[1]: {
        0: ("And it follows wherever it goes.", "460f7fac3a392161bfc4"),
        1: ("That's a thing that the centipede knows.", "c729c82704f17e1be103"),
        2022: ("And that is the way that it grows.", "fd4e724cb79bf4adb2ea"),
    },
    LABELS[2]: {
        0: ("And it follows wherever it goes.", "7758682b3d55847610fa"),
        1: ("And that is the way that it grows.", "76d994d2376352dfbbcf"),
        2022: ("And nobody knows where it rose!", "72b69023182483bb139d"),
    },
}


def offering(poem: AnnotatedPoem, *lines: str, reason: str | None = None) -> AnnotatedPoem:
    """A poem for whose last line every task was offered these."""
    start, end = poem.lines[-1]
    offered = tuple(Offered(start, end, line, ("hose", line.split()[-1].strip(".!"))) for line in lines)
    return replace(poem, offers={task.label: Offers(offered, reason) for task in TASKS})


def test_labels_hold_what_decides_the_completions_and_not_which_poems() -> None:
    assert tuple(task.label for task in TASKS) == LABELS
    assert CompleteLineBeam(poems=10, pairs=5, edits_per_poem=2).label == LABELS[0]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.task)
def test_what_was_made_once_is_made_again(task: CompleteLine) -> None:
    poem = offering(annotated(CENTIPEDE), *LINES)
    found = {}
    for seed in (0, 1, 2022):
        made = corrupt(task, poem, seed)
        assert isinstance(made, Corruption)
        found[seed] = (made.text.split("\n")[-1], pair_id(poem.work_id, task.label, 0, poem.text, made.text))
    assert found == GOLDEN[task.label]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.task)
def test_the_last_line_is_replaced_as_a_whole(task: CompleteLine) -> None:
    poem = offering(annotated(CENTIPEDE), LINES[0])
    made = corrupt(task, poem)
    start = CENTIPEDE.rindex("\n") + 1
    assert made == Corruption(
        CENTIPEDE[:start] + LINES[0],
        ((start, len(CENTIPEDE)),),
        ((start, start + len(LINES[0])),),
        ("hose", "goes"),
    )


def test_every_completion_is_as_likely() -> None:
    poem = offering(annotated(CENTIPEDE), *LINES)
    found = Counter(corrupt(TASKS[0], poem, seed) for seed in range(2_000))
    assert len(found) == 4
    assert all(430 < count < 570 for count in found.values())


def test_the_original_is_no_completion() -> None:
    original = CENTIPEDE.split("\n")[-1]
    assert every_corruption(TASKS[0], offering(annotated(CENTIPEDE), original, LINES[0]), 20) == {
        CENTIPEDE.replace(original, LINES[0])
    }
    assert corrupt(TASKS[0], offering(annotated(CENTIPEDE), original)) == NotApplicable("only_the_original")


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.task)
def test_why_there_is_no_pair(task: CompleteLine) -> None:
    poem = annotated(CENTIPEDE)
    assert task.corrupt(poem, Draws(0, task.label, poem.work_id, 0)) == NotApplicable("not_tried")
    assert corrupt(task, offering(poem)) == NotApplicable("no_completion")
    assert corrupt(task, offering(poem, reason="no_rhyming_word")) == NotApplicable("no_rhyming_word")


# --- who is asked about


@cache
def sounds() -> SoundMemory:
    return SoundMemory(load_pronouncer("verse-ear"))


@pytest.mark.parametrize(
    ("text", "scheme", "reason"),
    [
        (CENTIPEDE, "AABBA", None),
        ("a man\nit ran\na snurgle\nto gurgle\nit's a snurgan", "AABBA", None),
        ("a snurgan\nit ran\na\na\nit can", "AABBA", "end_words_not_in_dictionary"),
        ("a man\nthe snurgan\na\na\nit can", "AABBA", "end_words_not_in_dictionary"),
        ("— !\na man\na\na\nit can", "AABBA", "end_words_not_in_dictionary"),
        ("a man\nthe snurgan\nit can", "ABA", None),
    ],
)
def test_the_lines_to_be_rhymed_with_must_end_in_the_dictionary(text: str, scheme: str, reason: str | None) -> None:
    for task in TASKS:
        assert task.refuse(annotated(text, scheme=scheme), sounds()) == reason


def test_the_lines_to_be_rhymed_with_are_those_of_the_group() -> None:
    assert rhyming_lines(annotated(CENTIPEDE)) == [0, 1]
    assert rhyming_lines(annotated("a\nb\nc\nd", scheme="ABAB")) == [1]
    assert rhyming_lines(annotated("a\nb\nc", scheme="AAB")) == []


@pytest.mark.parametrize(
    "bad",
    [
        {"task": "complete_line_delayed_beam.v1", "top_p": 0.0},
        {"task": "complete_line_delayed_beam.v1", "top_p": 1.01},
        {"task": "complete_line_delayed_beam.v1", "runs": 0},
        {"task": "complete_line_delayed_beam.v1", "sampled_tokens": 0},
        {"task": "complete_line_delayed_beam.v1", "beams": 0},
    ],
)
def test_wrong_parameters_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        CompleteLineDelayedBeam.model_validate(bad)


# --- on generated poems


@given(generated_poems(), st.lists(st.sampled_from(LINES), max_size=3), st.integers(0, 1_000), st.sampled_from(TASKS))
def test_all_but_the_last_line_stays(poem: AnnotatedPoem, lines: list[str], seed: int, task: CompleteLine) -> None:
    made = corrupt(task, offering(poem, *lines), seed)
    assume(isinstance(made, Corruption))
    assert isinstance(made, Corruption)
    before, after = poem.text.split("\n"), made.text.split("\n")
    assert after[:-1] == before[:-1]
    assert after[-1] in lines
    assert rebuilt(poem.text, made.original_spans, made.text, made.corrupted_spans) == made.text
    assert rebuilt(made.text, made.corrupted_spans, poem.text, made.original_spans) == poem.text
